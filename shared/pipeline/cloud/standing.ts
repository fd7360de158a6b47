import { campaignAdmission, campaignPageKey, campaignReportKey } from '../../contracts/campaign.ts';
import { admission, type Rejection } from '../../contracts/execution.ts';
import { parseContract } from '../../contracts/parse.ts';
import { resultsOfAudit } from '../../contracts/result-tables.ts';
import { CONCLUSION_FILE, EARLIER_VERSION, type StoredConclusion, storedConclusion } from '../../contracts/verdict.ts';
import { readAnyJson } from '../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { type DropAnswer, doneRun, failedRun, ofAudit, rejectedDrop } from './answers.ts';
import { isCampaignId } from './campaign.ts';
import { causeOf } from './failure-cause.ts';

/** The part of a row of the ledger that answers need. */
export interface LedgerRow {
  readonly status: 'admitted' | 'started' | 'succeeded' | 'rejected' | 'failed';
  /** The admission. */
  readonly input: string;
  readonly error: string | null;
}

export interface StandingPorts {
  readonly results: BlobStore;
  readonly bucket: string;
  /** The work bucket: it holds the result files of maps. */
  readonly work: BlobStore;
  /** The rejection at a key of the inbox. */
  readonly rejection: (key: string) => Promise<Rejection | null>;
}

/** `stale`: key of an earlier drop's rejection, which this success makes untrue. */
interface Standing {
  readonly answer: DropAnswer;
  readonly stale: string | null;
}

/** The final answer; null before the end. */
export async function standing(id: string, row: LedgerRow, ports: StandingPorts): Promise<Standing | null> {
  return isCampaignId(id) ? standingCampaign(id, row, ports) : standingAudit(row, ports);
}

async function standingAudit(
  { status, input, error }: LedgerRow,
  { results, bucket, work, rejection }: StandingPorts,
): Promise<Standing | null> {
  const admitted = parseContract(admission, JSON.parse(input));
  const of = ofAudit(admitted);
  if (status === 'failed') return { answer: await failed(of, error, work), stale: null };
  if (status === 'rejected') {
    const said = await rejection(admitted.rejectionKey);
    const gone: Rejection = { message: 'rejected; what was said of it was deleted', file: null, line: null, column: null };
    return { answer: rejectedDrop(of, said ?? gone), stale: null };
  }
  if (status !== 'succeeded') return null;
  const place = resultsOfAudit(admitted.team, admitted.auditId);
  const concluded = await storedConclusionIn(results, `${place}${CONCLUSION_FILE}`);
  const says = { ...saysOf(concluded), report: `s3://${bucket}/${place}report.html`, results: `s3://${bucket}/${place}` };
  return { answer: doneRun(of, says), stale: admitted.rejectionKey };
}

/** Null of results of earlier versions, whose verdict followed one attack. */
export const storedConclusionIn = async (results: BlobStore, key: string): Promise<StoredConclusion | null> =>
  (await results.info(key)) === null ? null : parseContract(storedConclusion, await readAnyJson(results, key));

/** Quotes no item. */
const saysOf = (concluded: StoredConclusion | null): Readonly<Record<'headline' | 'verdict' | 'gate', string | null>> =>
  concluded === null
    ? { headline: EARLIER_VERSION, verdict: null, gate: null }
    : { headline: concluded.text.headline, verdict: concluded.verdict.level, gate: concluded.gate?.message ?? null };

async function standingCampaign(
  id: string,
  { status, input, error }: LedgerRow,
  { bucket, work }: StandingPorts,
): Promise<Standing | null> {
  const { file, team, admittedAt } = parseContract(campaignAdmission, JSON.parse(input));
  const of = { drop: file.key, of: 'campaign', id, day: admittedAt.slice(0, 10) } as const;
  if (status === 'failed') return { answer: await failed(of, error, work), stale: null };
  if (status !== 'succeeded') return null;
  const says = { report: `s3://${bucket}/${campaignReportKey(team, id)}`, page: `s3://${bucket}/${campaignPageKey(team, id)}` };
  return { answer: doneRun(of, says), stale: file.key.replace(/json$/i, 'rejected.json') };
}

async function failed(of: Omit<DropAnswer, 'status' | 'says'>, error: string | null, work: BlobStore): Promise<DropAnswer> {
  const name = error ?? 'Error';
  return failedRun(of, name, await causeOf(name, `audits/${of.id}/runs/`, work));
}
