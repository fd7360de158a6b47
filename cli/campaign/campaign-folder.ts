import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDraft, removeDraft } from '../../shared/adapters/local/drafts.ts';
import { makePrivate } from '../../shared/adapters/local/durable.ts';
import { lockFile } from '../../shared/adapters/local/folder-lock.ts';
import { mustBeUnchanged, SUCCESS } from '../../shared/adapters/local/manifest.ts';
import { readState, writeState } from '../../shared/adapters/local/state-file.ts';
import type { CampaignResult, CampaignWord } from '../../shared/contracts/campaign-result.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { renderCampaign } from '../../shared/report/campaign-page.ts';
import { writeAtomically } from '../write-atomically.ts';

const OWN = '.campaign';

/** An audit that succeeded, with the id of its content and its output formats. */
interface Done {
  readonly key: string;
  readonly word: CampaignWord;
}

/** The folder of a campaign: the results of each audit under its name, and, in a folder of its own, what a resumed campaign has to know. */
export class CampaignFolder {
  readonly path: string;
  readonly #own: string;

  constructor(path: string) {
    this.path = path;
    this.#own = join(path, OWN);
  }

  /** One campaign at a time; what a killed one left half-written goes. */
  open(): { release(): void } {
    if (existsSync(this.path) && !existsSync(this.#own) && readdirSync(this.path).length > 0)
      throw new BadInput('this folder holds something else than results of a campaign; name another with --out', { file: this.path });
    makePrivate(this.#own);
    const lock = lockFile(join(this.#own, 'lock'));
    if (lock === null) throw new BadInput('a campaign runs here already', { file: this.path });
    // A worker that outlived a killed campaign loses its draft, and ends.
    for (const name of readdirSync(this.path)) if (isDraft(name)) removeDraft(join(this.path, name));
    return lock;
  }

  resultsOf(name: string): string {
    return join(this.path, name);
  }

  /** Where the files of a drop are held while they are audited: a request names them from anywhere. */
  heldFor(name: string): string {
    return resolve(this.#own, `${name}.held`);
  }

  async writeRequest(name: string, request: object): Promise<string> {
    const file = join(this.#own, `${name}.request.json`);
    await writeAtomically(file, [`${JSON.stringify(request)}\n`]);
    return file;
  }

  /** Undefined if the audit has to run: it is new, or its content or its results have changed. */
  async wordOf(name: string, key: string): Promise<CampaignWord | undefined> {
    const done = readState(this.#doneFile(name), () => {}) as Done | null;
    if (done?.key !== key || !existsSync(join(this.resultsOf(name), SUCCESS))) return undefined;
    try {
      await mustBeUnchanged(this.resultsOf(name));
      return done.word;
    } catch (error) {
      if (error instanceof BadInput) return undefined;
      throw error;
    }
  }

  /** Forgotten before it runs, remembered when its results are there. */
  forget(name: string): void {
    rmSync(this.#doneFile(name), { force: true });
  }

  remember(name: string, done: Done): void {
    writeState(this.#doneFile(name), done);
  }

  #doneFile(name: string): string {
    return join(this.#own, `${name}.done.json`);
  }
}

export async function writeCampaign(result: CampaignResult, path: string): Promise<void> {
  await writeAtomically(join(path, 'campaign-result.json'), [`${JSON.stringify(result, null, 1)}\n`]);
  await writeAtomically(join(path, 'campaign.html'), [renderCampaign(result)]);
}
