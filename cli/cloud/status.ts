import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoLedger, type LedgerEntry } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { DynamoLine } from '../../shared/adapters/aws/dynamo-line.ts';
import { describeExecution, executionArn } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionMessage } from '../../shared/adapters/aws/s3-drop.ts';
import { type Admission, admission } from '../../shared/contracts/execution.ts';
import type { Line } from '../../shared/contracts/line.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { CONCLUSION_FILE, type StoredConclusion } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { inLine } from '../../shared/pipeline/cloud/answers.ts';
import { campaignExecution } from '../../shared/pipeline/cloud/campaign.ts';
import { EMPTY, turnOf } from '../../shared/pipeline/cloud/line.ts';
import { storedConclusionIn } from '../../shared/pipeline/cloud/standing.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';
import { campaignMachine, deployedSettings, hasTeams, isCampaign, type Stack, s3Client } from './stack.ts';

export interface AuditStatus {
  readonly status: string;
  /** The message of a rejection, as at home; or the name of a failed audit's error. */
  readonly reason: string | null;
  /** Conclusion of a finished audit; null for results of earlier versions. */
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

/** The line of running and waiting executions. */
export const lineOfStack = (stack: Stack): Promise<Line> => new DynamoLine(new DynamoDBClient({}), stack.Ledger, EMPTY).read();

/** Place of an audit in the line; null if it does not wait. */
async function inTheLine(stack: Stack, auditId: string): Promise<AuditStatus | null> {
  const turn = turnOf(await lineOfStack(stack), auditId, deployedSettings(stack).childConcurrency);
  return turn === null ? null : { status: 'waiting', reason: inLine(turn).message, conclusion: null };
}

/** The execution of an audit or a campaign, by its row of the ledger. */
export function executionOf(stack: Stack, id: string, entry: LedgerEntry): string {
  if (isCampaign(id)) return executionArn(campaignMachine(stack), entry.execution ?? id);
  return executionArn(stack.Machine, entry.execution ?? unrecorded(admittedBy(entry)));
}

/** Name of an execution that the ledger does not have yet: a campaign reports it at the end. */
const unrecorded = (admitted: Admission): string => (admitted.ofCampaign ? campaignExecution(admitted) : admitted.auditId);

const NOT_STARTED: AuditStatus = { status: 'not started', reason: null, conclusion: null };

/** Step Functions forgets an execution after 90 days; results and ledger remain. */
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

export async function conclusionOf(stack: Stack, auditId: string): Promise<StoredConclusion | null> {
  return storedConclusionIn(await besideResults(stack, auditId), CONCLUSION_FILE);
}

/** An audit's admission from the ledger, until the audit is purged. */
export async function admissionOf(stack: Stack, auditId: string): Promise<Admission> {
  const entry = await ledgerOf(stack).entry(auditId);
  if (entry === null) throw new BadInput(`this stack has no audit "${auditId}"; name one by the id that "unveil cloud submit" printed`);
  return admittedBy(entry);
}

const admittedBy = ({ input }: LedgerEntry): Admission => parseContract(admission, JSON.parse(input));

export const ledgerOf = (stack: Stack): DynamoLedger => new DynamoLedger(new DynamoDBClient({}), stack.Ledger);

/** The files next to the tables: report, attacked dataset, result of the gate. */
export const besideResults = async (stack: Stack, auditId: string): Promise<BlobStore> =>
  new S3BlobStore(s3Client(), { bucket: stack.Results, prefix: resultsOfAudit(await teamOf(stack, auditId), auditId) });

/** Team of an audit. Looked up only in stacks with teams: elsewhere, reading results needs no permission on the ledger. */
export const teamOf = async (stack: Stack, auditId: string): Promise<string | null> =>
  hasTeams(stack) ? (await admissionOf(stack, auditId)).team : null;
