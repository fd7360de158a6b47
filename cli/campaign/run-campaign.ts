import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { CampaignRequest } from '../../shared/contracts/campaign.ts';
import type { CampaignLine, CampaignResult, CampaignWord } from '../../shared/contracts/campaign-result.ts';
import { CAMPAIGN_RESULT_VERSION } from '../../shared/contracts/campaign-result.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type RawRequest, relocated } from '../audit/request.ts';
import { ExitCode } from '../command.ts';
import type { AuditTask, RunTasks, TaskEnd } from '../pool/pool.ts';
import type { CampaignFolder } from './campaign-folder.ts';
import { figuresOf } from './figures.ts';
import { AuditKeys, VERSION } from './key.ts';

/** They stand beside the folders of the audits. */
const OWN_FILES: ReadonlySet<string> = new Set(['campaign-result.json', 'campaign.html']);
/** An audit counts as so many bytes beside its files: what it takes whatever is in them. */
const EACH = 20_000;

interface Planned {
  readonly name: string;
  readonly request: object;
  readonly key: string;
  /** About how much work it is. */
  readonly weight: number;
}

/** How far a campaign is, after each audit. */
interface Standing {
  readonly name: string;
  readonly line: CampaignLine;
  readonly text: string;
  readonly ended: number;
  readonly all: number;
  /** Of the work that there was to do. */
  readonly share: number;
}

interface CampaignRun {
  readonly file: string;
  readonly folder: CampaignFolder;
  readonly run: RunTasks;
  /** Everything again, whatever is there. */
  readonly anew: boolean;
  /** Told once, before the first audit: audits that are done already, and all. */
  readonly begins: (done: number, all: number) => void;
  readonly heard: (standing: Standing) => void;
}

/** With paths as they are on this machine. */
export async function planCampaign(audits: readonly CampaignRequest[], file: string): Promise<Planned[]> {
  const taken = audits.find(({ name }) => OWN_FILES.has(name));
  if (taken !== undefined)
    throw new BadInput(`"${taken.name}" is the name of a file of the campaign itself; call the audit otherwise`, { file });
  const keys = new AuditKeys();
  const planned: Planned[] = [];
  for (const audit of audits) planned.push(await planAudit(relocated({ ...audit }, resolve(dirname(file))), audit.name, keys));
  return planned;
}

export async function planAudit(request: RawRequest, name: string, keys = new AuditKeys()): Promise<Planned> {
  const size = statSync(String(request['release']), { throwIfNoEntry: false })?.size ?? 0;
  return { name, request, key: await keys.of(request), weight: EACH + size };
}

/** Runs what is not done yet, and says how each audit ended. Only what succeeded is remembered: what failed is tried again the next time. */
export async function runCampaign(
  planned: readonly Planned[],
  { file, folder, run, anew, begins, heard }: CampaignRun,
): Promise<CampaignResult> {
  const lines = new Map<string, CampaignLine>();
  const left: Planned[] = [];
  for (const each of planned) {
    const word = anew ? undefined : await folder.wordOf(each.name, each.key);
    if (word === undefined) left.push(each);
    else lines.set(each.name, await succeeded(each.name, word, folder));
  }
  begins(lines.size, planned.length);
  const work = left.reduce((sum, { weight }) => sum + weight, 0);
  let [done, remembered] = [0, Promise.resolve()];
  async function* tasks(): AsyncGenerator<AuditTask & { readonly planned: Planned }> {
    for (const each of left) {
      folder.forget(each.name);
      yield { request: await folder.writeRequest(each.name, each.request), out: folder.resultsOf(each.name), planned: each };
    }
  }
  await run(tasks(), ({ planned: each }, end) => {
    remembered = remembered.then(async () => {
      const line = await lineOf(each, end, folder);
      lines.set(each.name, line);
      done += each.weight;
      heard({ name: each.name, line, text: textOf(line), ended: lines.size, all: planned.length, share: done / work });
    });
  });
  await remembered;
  const audits = planned.map(({ name }) => lines.get(name) as CampaignLine);
  const count = (status: CampaignLine['status']): number => audits.filter((each) => each.status === status).length;
  return {
    version: CAMPAIGN_RESULT_VERSION,
    campaign: basename(file).replace(/\.json$/i, ''),
    unveilVersion: VERSION,
    totals: { succeeded: count('succeeded'), rejected: count('rejected'), failed: count('failed') },
    audits,
  };
}

const WORDS: ReadonlyMap<number, CampaignWord> = new Map<number, CampaignWord>([
  [ExitCode.done, null],
  [ExitCode.claimFalse, 'guarantee broken'],
  [ExitCode.gateClosed, 'above the limit'],
]);

export async function lineOf({ name, request, key }: Planned, end: TaskEnd, folder: CampaignFolder): Promise<CampaignLine> {
  const without = { name, auditId: null, word: null, figures: null };
  if ('lost' in end) return { ...without, status: 'failed', reason: end.lost };
  const word = WORDS.get(end.exit);
  if (word !== undefined) {
    // Files that changed since the key was made are audited again by the next run.
    if ((await new AuditKeys().of(request)) === key) folder.remember(name, { key, word });
    return succeeded(name, word, folder);
  }
  if (end.exit === ExitCode.badInput) return { ...without, status: 'rejected', reason: end.message };
  return {
    ...without,
    status: 'failed',
    reason: end.message === '' ? 'an attack errored, which is no sign of safety: see its report' : end.message,
  };
}

async function succeeded(name: string, word: CampaignWord, folder: CampaignFolder): Promise<CampaignLine> {
  const { auditId, figures } = await figuresOf(folder.resultsOf(name));
  return { name, auditId, status: 'succeeded', reason: null, word, figures };
}

function textOf({ status, reason, word, figures }: CampaignLine): string {
  if (figures === null) return `${status}: ${reason}`;
  return `${figures.headline}${word === null ? '' : ` (${word})`}`;
}
