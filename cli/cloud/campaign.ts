import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditEnds } from '../../shared/adapters/aws/audit-ends.ts';
import { describeExecution, executionArn } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionMessage } from '../../shared/adapters/aws/s3-drop.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import {
  type CampaignAudit,
  type CampaignRequest,
  campaignAdmission,
  campaignPageKey,
  campaignReport,
  campaignReportKey,
} from '../../shared/contracts/campaign.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { readAnyJson } from '../../shared/kit/blobs/json-lines.ts';
import { insideFolder } from '../../shared/pipeline/cloud/admit.ts';
import { CampaignWork, campaignAudits, campaignExecution, campaignIdOf } from '../../shared/pipeline/cloud/campaign.ts';
import { campaignFolder, REJECTED } from '../../shared/pipeline/cloud/drop.ts';
import { filesOf, namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { ExitCode } from '../command.ts';
import { readTextFile } from '../read-files.ts';
import { type Stack, s3Client } from './stack.ts';
import { ledgerOf, lineOfStack } from './status.ts';

/** Drops a campaign: first the files that it names, in the campaigns' folder under the same paths as here, then the campaign itself. */
export async function submitCampaign(stack: Stack, path: string, team: string | null = null): Promise<string> {
  const name = basename(path);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.json$/.test(name) || name.endsWith(REJECTED))
    throw new BadInput('a campaign is a file NAME.json', { file: path });
  const { text, audits } = readCampaign(path);
  const files = new Set<string>();
  // Texts, passages and hierarchies stay here: an audit in the cloud that names one is rejected.
  for (const { texts, hierarchy, passages, ...audit } of audits) {
    const inTurn = await namedInTurn(audit, KINDS, async (file) => readTextFile(join(dirname(path), file)));
    for (const file of [...filesOf(audit), ...inTurn]) files.add(file);
  }
  const client = s3Client();
  const inbox = new S3BlobStore(client, { bucket: stack.Inbox });
  for (const file of files) insideFolder(file, path);
  for (const file of files) await inbox.write(`${campaignFolder(team)}${file}`, await fileBytes(join(dirname(path), file)));
  const key = `${campaignFolder(team)}${name}`;
  await inbox.write(key, new TextEncoder().encode(text));
  return campaignIdOf(stack.Inbox, key, digestText(text));
}

/** A campaign's file and its audits, checked. Audits that name no source use WordNet. */
export function readCampaign(path: string): { readonly text: string; readonly audits: readonly CampaignRequest[] } {
  const text = textOf(path);
  return { text, audits: campaignAudits(text, path, ['wordnet']) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadInput('there is no such file', { file: path }, { cause: error });
  }
}

export interface CampaignStatus {
  readonly team: string | null;
  readonly audits: readonly CampaignAudit[];
  /** Place of its page, which is written at its end. */
  readonly page: string | null;
  /** Failure of the campaign itself, which leaves its audits unchanged. */
  readonly error: string | null;
}

/** State of a campaign and of each audit by name. Null if it was not started, or was rejected. */
export async function campaignStatus(stack: Stack, id: string): Promise<CampaignStatus | null> {
  const client = s3Client();
  const ledger = ledgerOf(stack);
  const entry = await ledger.entry(id);
  if (entry === null) return null;
  const results = new S3BlobStore(client, { bucket: stack.Results });
  const { team } = parseContract(campaignAdmission, JSON.parse(entry.input));
  const reportKey = campaignReportKey(team, id);
  const reported = (await results.info(reportKey)) !== null;
  const error = reported ? null : entry.error;
  const page = reported ? `s3://${stack.Results}/${campaignPageKey(team, id)}` : null;
  const states = new SFNClient({});
  const endOf = auditEnds({
    team,
    results,
    ledger,
    rejection: (key) => rejectionMessage(client, stack.Inbox, key),
    describe: (of) => describeExecution(states, executionArn(stack.Machine, typeof of === 'string' ? of : campaignExecution(of))),
    waiting: new Set((await lineOfStack(stack)).waiting.map((place) => place.id)),
  });
  const folder = new CampaignWork(new S3BlobStore(client, { bucket: stack.Work, prefix: `audits/${id}/` }));
  if (await folder.exists())
    return { team, audits: await folder.outcomes(endOf, reported || error !== null ? 'lost' : 'waiting'), page, error };
  // Files in the work bucket expire; the report stays.
  const audits: CampaignAudit[] = [];
  for (const audit of reported ? parseContract(campaignReport, await readAnyJson(results, reportKey)).audits : [])
    audits.push(audit.auditId === null ? audit : { ...audit, ...(await endOf(audit.auditId)) });
  return { team, audits, page, error };
}

/** A line for each audit: name, state, and id or reason. */
export const campaignLines = (audits: readonly CampaignAudit[]): string =>
  audits.map(({ name, status, auditId, reason }) => `${[name, status, auditId ?? '', reason ?? ''].join('\t').trimEnd()}\n`).join('');

/** Place of a successful audit's results. */
export const resultsOf = ({ Results }: Stack, team: string | null, { status, auditId }: CampaignAudit): string | null =>
  status === 'succeeded' && auditId !== null ? `s3://${Results}/${resultsOfAudit(team, auditId)}` : null;

/** The same lines, with the place of the results, and last the campaign's page. */
export const campaignResultLines = (stack: Stack, { team, audits, page }: CampaignStatus): string =>
  campaignLines(audits.map((audit) => ({ ...audit, reason: resultsOf(stack, team, audit) ?? audit.reason }))) +
  `page: ${page ?? 'not yet: it is written when the campaign ends'}\n`;

/** Exit code of a campaign: a failed or lost audit counts before a rejected one. */
export function campaignExit({ audits, error }: CampaignStatus): ExitCode {
  const some = (...ends: readonly CampaignAudit['status'][]): boolean => audits.some(({ status }) => ends.includes(status));
  if (error !== null || some('failed', 'lost')) return ExitCode.failure;
  return some('rejected') ? ExitCode.badInput : ExitCode.done;
}
