import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { BadInput } from '../../shared/core/model/bad-input.ts';

const outputs = z.object({
  Inbox: z.string(),
  Results: z.string(),
  Work: z.string(),
  Assets: z.string(),
  Ledger: z.string(),
  Machine: z.string(),
});
export type Stack = z.output<typeof outputs>;

/** What `cdk deploy --outputs-file` wrote: names only. Access is the user's own AWS credentials. */
export function readStack(file: string): Stack {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadInput(
      'this is not the outputs file of a deployed stack; write it with: npx cdk deploy --all --outputs-file cloud.json',
      { file },
      { cause: error },
    );
  }
  for (const stack of Object.values(value as Record<string, unknown>)) {
    const found = outputs.safeParse(stack);
    if (found.success) return found.data;
  }
  throw new BadInput('no stack of unveil is in this outputs file', { file });
}

export const s3Client = (): S3Client => new S3Client({});

const AUDIT_ID = /^[a-z0-9]{16,40}$/;

export function auditIdOf(text: string | undefined): string {
  if (text === undefined || !AUDIT_ID.test(text)) throw new BadInput('name an audit by the id that "unveil cloud submit" printed');
  return text;
}

/** A campaign's id begins with an x; no audit's does. */
export const isCampaign = (id: string): boolean => id.startsWith('x');

/** The machine of campaigns stands beside that of audits. */
export const campaignMachine = ({ Machine }: Stack): string => Machine.replace(/-audit$/, '-campaign');
