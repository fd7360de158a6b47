import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditEnds } from '../../shared/adapters/aws/audit-ends.ts';
import { describeExecution, executionArn } from '../../shared/adapters/aws/executions.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectionMessage } from '../../shared/adapters/aws/s3-drop.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { readAnyJson } from '../../shared/app/blobs/json-lines.ts';
import { insideFolder, namedBeside } from '../../shared/app/cloud/admit.ts';
import { CampaignWork, campaignAudits, campaignIdOf } from '../../shared/app/cloud/campaign.ts';
import { campaignFolder, REJECTED } from '../../shared/app/cloud/drop.ts';
import { campaignExecution } from '../../shared/app/cloud/executions.ts';
import {
  type CampaignAudit,
  type CampaignRequest,
  campaignAdmission,
  campaignReport,
  campaignReportKey,
} from '../../shared/contracts/campaign.ts';
import { parseContract } from '../../shared/contracts/parse.ts';
import { resultsOfAudit } from '../../shared/contracts/result-tables.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { ExitCode } from '../command.ts';
import { readTextFile } from '../read-text-file.ts';
import { type Stack, s3Client } from './stack.ts';
import { ledgerOf, lineOfStack } from './status.ts';

/** Drops a campaign: the files that it names, below the campaigns' folder as they stand beside it here, then the campaign itself. */
export async function submitCampaign(stack: Stack, path: string, team: string | null = null): Promise<string> {
  const name = basename(path);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.json$/.test(name) || name.endsWith(REJECTED))
    throw new BadInput('a campaign is a file NAME.json', { file: path });
  const { text, audits } = readCampaign(path);
  const files = new Set<string>();
  for (const audit of audits) {
    const { release, original, labels } = audit;
    const beside = await namedBeside(audit, KINDS, async (file) => readTextFile(join(dirname(path), file)));
    for (const file of [release, original, labels, ...beside]) if (file !== undefined) files.add(file);
  }
  const client = s3Client();
  const inbox = new S3BlobStore(client, { bucket: stack.Inbox });
  for (const file of files) insideFolder(file, path);
  for (const file of files) await inbox.write(`${campaignFolder(team)}${file}`, await fileBytes(join(dirname(path), file)));
  const key = `${campaignFolder(team)}${name}`;
  await inbox.write(key, new TextEncoder().encode(text));
  return campaignIdOf(stack.Inbox, key, digestText(text));
}

/** A campaign's file and its audits, each checked. Those that name no source ask the stack's: WordNet, where nobody changed it. */
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
  /** Why the campaign itself failed: its audits stay what they are. */
  readonly error: string | null;
}

/** How the campaign stands, and each of its audits by name. Null: it was not started, or rejected. */
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
  if (await folder.exists()) return { team, audits: await folder.outcomes(endOf, reported || error !== null ? 'lost' : 'waiting'), error };
  // What lies in the work bucket goes after a while; the report stays.
  const audits: CampaignAudit[] = [];
  for (const audit of reported ? parseContract(campaignReport, await readAnyJson(results, reportKey)).audits : [])
    audits.push(audit.auditId === null ? audit : { ...audit, ...(await endOf(audit.auditId)) });
  return { team, audits, error };
}

/** One line an audit: its name, how it ended, its id or why not. */
export const campaignLines = (audits: readonly CampaignAudit[]): string =>
  audits.map(({ name, status, auditId, reason }) => `${[name, status, auditId ?? '', reason ?? ''].join('\t').trimEnd()}\n`).join('');

/** Where the results of an audit that succeeded stand. */
export const resultsOf = ({ Results }: Stack, team: string | null, { status, auditId }: CampaignAudit): string | null =>
  status === 'succeeded' && auditId !== null ? `s3://${Results}/${resultsOfAudit(team, auditId)}` : null;

/** One line an audit, as above, and where its results stand. */
export const campaignResultLines = (stack: Stack, { team, audits }: CampaignStatus): string =>
  audits
    .map((audit) => {
      return campaignLines([{ ...audit, reason: resultsOf(stack, team, audit) ?? audit.reason }]);
    })
    .join('');

/** A campaign fails as its audits do: one that failed or was lost before one that was rejected. */
export function campaignExit({ audits, error }: CampaignStatus): ExitCode {
  const some = (...ends: readonly CampaignAudit['status'][]): boolean => audits.some(({ status }) => ends.includes(status));
  if (error !== null || some('failed', 'lost')) return ExitCode.failure;
  return some('rejected') ? ExitCode.badInput : ExitCode.done;
}
