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
  /** JSON, for the doctor; a stack of an older version has none. */
  Settings: z.string().optional(),
});
export type Stack = z.output<typeof outputs>;

/** The output of `cdk deploy --outputs-file`, which has names only. Access comes from the user's own AWS credentials. */
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

const settings = z.object({
  version: z.string(),
  stage: z.string(),
  childConcurrency: z.number(),
  campaignConcurrency: z.number(),
  accountConcurrency: z.number().nullable().optional(),
  alarmEmail: z.boolean(),
  sources: z.array(z.string()),
  scores: z.string(),
  teams: z.array(z.string()),
  memoryMb: z.record(z.string(), z.number()),
});
export type DeployedSettings = z.output<typeof settings>;

/** With what the stack was deployed, as far as it matters to who looks after it. */
export function deployedSettings({ Settings }: Stack): DeployedSettings {
  if (Settings === undefined) throw new BadInput('this stack does not say its settings: deploy it again with this version of unveil');
  return settings.parse(JSON.parse(Settings));
}

/** Null of a stack of an older version, which does not say. */
export const deployedVersion = (stack: Stack): string | null => (stack.Settings === undefined ? null : deployedSettings(stack).version);

/** A stack of an older version, which does not say, has none. */
export const teamsOf = ({ Settings }: Stack): readonly string[] =>
  Settings === undefined ? [] : z.object({ teams: z.array(z.string()).default([]) }).parse(JSON.parse(Settings)).teams;
/** The team that is named, where the stack has teams; none may be named elsewhere. */
export function teamIn(stack: Stack, named: unknown): string | null {
  const teams = teamsOf(stack);
  if (typeof named !== 'string') {
    if (teams.length > 0) throw new BadInput(`this stack has teams: say whose drop it is (--team, one of ${teams.join(', ')})`);
    return null;
  }
  if (!teams.includes(named)) throw new BadInput(`--team: this stack has ${teams.length === 0 ? 'no teams' : `only ${teams.join(', ')}`}`);
  return named;
}
export const hasTeams = (stack: Stack): boolean => teamsOf(stack).length > 0;

export const s3Client = (): S3Client => new S3Client({});

const AUDIT_ID = /^[a-z0-9]{16,40}$/;

export function auditIdOf(text: string | undefined): string {
  if (text === undefined || !AUDIT_ID.test(text)) throw new BadInput('name an audit by the id that "unveil cloud submit" printed');
  return text;
}

/** A campaign's id begins with an x; no audit's does. */
export { isCampaignId as isCampaign } from '../../shared/pipeline/cloud/campaign.ts';

/** The machine of campaigns is named after the machine of audits. */
export const campaignMachine = ({ Machine }: Stack): string => Machine.replace(/-audit$/, '-campaign');
