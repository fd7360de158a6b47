import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { auditEnds } from '../../shared/adapters/aws/audit-ends.ts';
import { DynamoLedger } from '../../shared/adapters/aws/dynamo-ledger.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { insideFolder } from '../../shared/app/cloud/admit.ts';
import { CampaignFolder, campaignAudits, campaignIdOf } from '../../shared/app/cloud/campaign.ts';
import type { CampaignAudit } from '../../shared/contracts/campaign.ts';
import { digestText } from '../../shared/core/keys/digest.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Stack, s3Client } from './stack.ts';

/** Drops a campaign: the files that it names, below the campaigns' folder as they stand beside it here, then the campaign itself. */
export async function submitCampaign(stack: Stack, path: string): Promise<string> {
  const name = basename(path);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.json$/.test(name) || name.endsWith('rejected.json'))
    throw new BadInput('a campaign is a file NAME.json', { file: path });
  const text = textOf(path);
  const audits = campaignAudits(text, path, ['wordnet']);
  const files = new Set(
    audits.flatMap(({ release, original, labels }) => [release, original, labels].filter((each) => each !== undefined)),
  );
  const client = s3Client();
  const inbox = new S3BlobStore(client, { bucket: stack.Inbox });
  for (const file of files) insideFolder(file, path);
  for (const file of files) await inbox.write(`inbox/campaigns/${file}`, await fileBytes(join(dirname(path), file)));
  const key = `inbox/campaigns/${name}`;
  await inbox.write(key, new TextEncoder().encode(text));
  return campaignIdOf(stack.Inbox, key, digestText(text));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadInput('there is no such file', { file: path }, { cause: error });
  }
}

/** How the campaign stands, and each of its audits by name. Null: it was not started, or rejected. */
export async function campaignStatus(stack: Stack, id: string): Promise<readonly CampaignAudit[] | null> {
  const client = s3Client();
  const ledger = new DynamoLedger(new DynamoDBClient({}), stack.Ledger);
  if ((await ledger.entry(id)) === null) return null;
  const folder = new CampaignFolder(new S3BlobStore(client, { bucket: stack.Work, prefix: `audits/${id}/` }));
  return folder.outcomes(auditEnds(new S3BlobStore(client, { bucket: stack.Results }), ledger));
}

/** One line an audit: its name, how it ended, its id or why not. */
export const campaignLines = (audits: readonly CampaignAudit[]): string =>
  audits.map(({ name, status, auditId, reason }) => `${[name, status, auditId ?? '', reason ?? ''].join('\t').trimEnd()}\n`).join('');
