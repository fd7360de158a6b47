import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { CampaignRequest } from '../../shared/contracts/campaign.ts';
import {
  CAMPAIGN_RESULT_VERSION,
  type CampaignFigures,
  type CampaignLine,
  type CampaignResult,
  type CampaignWord,
  figuresOf,
} from '../../shared/contracts/campaign-result.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { admissionId } from '../../shared/pipeline/identity/audit-identity.ts';
import { PlannedIdentities } from '../audit/identity-here.ts';
import { parseRequest, relocated } from '../audit/request.ts';
import { VERSION } from '../audit/version.ts';
import { ExitCode } from '../command.ts';
import type { AuditTask, RunTasks, TaskEnd } from '../pool/pool.ts';
import { findAudit } from '../results/audit-folders.ts';
import { readConclusion } from '../results/read-conclusion.ts';
import type { CampaignFolder } from './campaign-folder.ts';

/** They are next to the folders of the audits. */
const OWN_FILES: ReadonlySet<string> = new Set(['campaign-result.json', 'campaign.html']);
/** Constant work of an audit, in bytes of a release. */
const EACH = 20_000;

interface Planned {
  readonly name: string;
  readonly request: object;
  /** Null: a file is missing, or the audit is not to be remembered. */
  readonly key: string | null;
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
  const identities = new PlannedIdentities();
  const planned: Planned[] = [];
  for (const audit of audits) {
    const { name } = audit;
    const request = parseRequest(relocated({ ...audit }, resolve(dirname(file))));
    const identity = await identities.of(request);
    const key = identity === null ? null : admissionId(identity, { team: null, key: name, output: request.output });
    planned.push({ name, request, key, weight: EACH + (statSync(request.release, { throwIfNoEntry: false })?.size ?? 0) });
  }
  return planned;
}

/** Runs what is not done yet, and says how each audit ended. Only what succeeded is remembered: what failed is tried again the next time. */
export async function runCampaign(
  planned: readonly Planned[],
  { file, folder, run, anew, begins, heard }: CampaignRun,
): Promise<CampaignResult> {
  const lines = new Map<string, CampaignLine>();
  const left: Planned[] = [];
  for (const each of planned) {
    const word = anew || each.key === null ? undefined : await folder.wordOf(each.name, each.key);
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

export async function lineOf({ name, key }: Pick<Planned, 'name' | 'key'>, end: TaskEnd, folder: CampaignFolder): Promise<CampaignLine> {
  const without = { name, auditId: null, word: null, figures: null };
  if ('lost' in end) return { ...without, status: 'failed', reason: end.lost };
  const word = WORDS.get(end.exit);
  if (word !== undefined) {
    const line = await succeeded(name, word, folder);
    // Files that changed after the key was made are audited again by the next run.
    if (key !== null && line.auditId !== null && key.startsWith(line.auditId)) folder.remember(name, { key, word });
    return line;
  }
  if (end.exit === ExitCode.badInput) return { ...without, status: 'rejected', reason: end.message };
  return {
    ...without,
    status: 'failed',
    reason: end.message === '' ? 'an attack errored, which is no sign of safety: see its report' : end.message,
  };
}

async function succeeded(name: string, word: CampaignWord, folder: CampaignFolder): Promise<CampaignLine> {
  const { auditId, figures } = await figuresIn(folder.resultsOf(name));
  return { name, auditId, status: 'succeeded', reason: null, word, figures };
}

function textOf({ status, reason, word, figures }: CampaignLine): string {
  if (figures === null) return `${status}: ${reason}`;
  return `${figures.headline}${word === null ? '' : ` (${word})`}`;
}

/** The verdict of an audit, and the finding that leads it. */
export async function figuresIn(folder: string): Promise<{ readonly auditId: string; readonly figures: CampaignFigures }> {
  const { row, auditId } = await findAudit(folder, folder);
  const of = { kind: String(row.kind), people: Number(row.transactions) };
  return { auditId, figures: figuresOf(readConclusion(folder), of) };
}
