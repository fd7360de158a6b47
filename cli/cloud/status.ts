import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoLedger, type LedgerEntry } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { DynamoLine } from '../../shared/adapters/aws/dynamo-line.ts';
import { describeExecution, executionArn } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionMessage } from '../../shared/adapters/aws/s3-drop.ts';
import { inLine } from '../../shared/app/cloud/answers.ts';
import { campaignExecution } from '../../shared/app/cloud/executions.ts';
import { EMPTY, turnOf } from '../../shared/app/cloud/line.ts';
import { storedConclusionIn } from '../../shared/app/cloud/standing.ts';
import { type Admission, admission } from '../../shared/contracts/execution.ts';
import type { Line } from '../../shared/contracts/line.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { CONCLUSION_FILE, type StoredConclusion } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';
import { campaignMachine, deployedSettings, hasTeams, isCampaign, type Stack, s3Client } from './stack.ts';

export interface AuditStatus {
  readonly status: string;
  /** What the laptop would have printed, of a drop that cannot be used; the name of the error of an audit that failed. */
  readonly reason: string | null;
  /** Of an audit that is done; null of results of earlier versions. */
  readonly conclusion: StoredConclusion | null;
}

export async function statusOf(stack: Stack, auditId: string): Promise<AuditStatus> {
  const entry = await ledgerOf(stack).entry(auditId);
  if (entry === null) return NOT_STARTED;
  if (entry.status === 'rejected') return rejected(stack, admittedBy(entry));
  const execution = await describeExecution(new SFNClient({}), executionOf(stack, auditId, entry));
  if (execution === null) return (await inTheLine(stack, auditId)) ?? remembered(stack, auditId, entry);
  if (execution.status === 'succeeded') return succeeded(stack, auditId);
  return { status: execution.status, reason: execution.status === 'failed' ? execution.error : null, conclusion: null };
}

/** The line of what runs and waits. */
export const lineOfStack = (stack: Stack): Promise<Line> => new DynamoLine(new DynamoDBClient({}), stack.Ledger, EMPTY).read();

/** Who comes before it; null where it does not wait. */
async function inTheLine(stack: Stack, auditId: string): Promise<AuditStatus | null> {
  const turn = turnOf(await lineOfStack(stack), auditId, deployedSettings(stack).childConcurrency);
  return turn === null ? null : { status: 'waiting', reason: inLine(turn).message, conclusion: null };
}

/** The execution of an audit or a campaign, by its row of the ledger. */
export function executionOf(stack: Stack, id: string, entry: LedgerEntry): string {
  if (isCampaign(id)) return executionArn(campaignMachine(stack), entry.execution ?? id);
  return executionArn(stack.Machine, entry.execution ?? unrecorded(admittedBy(entry)));
}

/** The name of an execution until the ledger has it: a campaign tells it when it ends. */
const unrecorded = (admitted: Admission): string => (admitted.ofCampaign ? campaignExecution(admitted) : admitted.auditId);

const NOT_STARTED: AuditStatus = { status: 'not started', reason: null, conclusion: null };

/** Step Functions forgets an execution after 90 days; the results and the ledger do not. */
async function remembered(stack: Stack, auditId: string, entry: LedgerEntry): Promise<AuditStatus> {
  if ((await (await besideResults(stack, auditId)).info('_SUCCESS.json')) !== null) return succeeded(stack, auditId);
  return entry.status === 'failed' ? { status: 'failed', reason: entry.error, conclusion: null } : NOT_STARTED;
}

const succeeded = async (stack: Stack, auditId: string): Promise<AuditStatus> => ({
  status: 'succeeded',
  reason: null,
  conclusion: await conclusionOf(stack, auditId),
});

async function rejected(stack: Stack, { rejectionKey }: Admission): Promise<AuditStatus> {
  return { status: 'rejected', reason: await rejectionMessage(s3Client(), stack.Inbox, rejectionKey), conclusion: null };
}

/** What publishing concluded. */
export async function conclusionOf(stack: Stack, auditId: string): Promise<StoredConclusion | null> {
  return storedConclusionIn(await besideResults(stack, auditId), CONCLUSION_FILE);
}

/** What the ledger remembers of an audit's admission, for as long as the audit is not purged. */
export async function admissionOf(stack: Stack, auditId: string): Promise<Admission> {
  const entry = await ledgerOf(stack).entry(auditId);
  if (entry === null) throw new BadInput(`this stack has no audit "${auditId}"; name one by the id that "unveil cloud submit" printed`);
  return admittedBy(entry);
}

const admittedBy = ({ input }: LedgerEntry): Admission => parseContract(admission, JSON.parse(input));

export const ledgerOf = (stack: Stack): DynamoLedger => new DynamoLedger(new DynamoDBClient({}), stack.Ledger);

/** What stands beside the tables: report, attacked dataset, verdict of the gate. */
export const besideResults = async (stack: Stack, auditId: string): Promise<BlobStore> =>
  new S3BlobStore(s3Client(), { bucket: stack.Results, prefix: resultsOfAudit(await teamOf(stack, auditId), auditId) });

/** Whose an audit is. Only a stack with teams is asked: elsewhere reading results needs no right on the ledger. */
export const teamOf = async (stack: Stack, auditId: string): Promise<string | null> =>
  hasTeams(stack) ? (await admissionOf(stack, auditId)).team : null;
