import * as z from 'zod';
import { droppedObject } from './execution.ts';
import { resultsRoot } from './result-tables.ts';

export const CAMPAIGN_VERSION = 1;

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
const setting = z.union([z.string(), z.number(), z.boolean()]);

/** Settings to try, by their place in the request: `{"ratio": [0.5, 1], "context.width": [1, 2]}` makes four audits of one. */
const grid = z.record(z.string().regex(/^[A-Za-z]+(\.[A-Za-z]+)*$/), z.array(setting).min(1).max(100));

/**
 * `campaigns/NAME.json`: many audits under one parent. What an audit says wins over `defaults`; all else in both is of an audit request, and
 * checked as one. Paths are relative to the file, and stay below its folder.
 */
export const campaign = z.strictObject({
  /** For editors. */
  $schema: z.string().max(4096).optional(),
  version: z.literal(CAMPAIGN_VERSION).default(CAMPAIGN_VERSION),
  defaults: z.record(z.string(), z.unknown()).default({}),
  grid: grid.default({}),
  audits: z
    .array(z.looseObject({ name, release: z.string().min(1), grid: grid.optional() }))
    .min(1)
    .max(10_000),
});
export type Campaign = z.output<typeof campaign>;

/** What the ledger keeps of a campaign: the file that made it, as it was. Its name says where the files of its audits are. */
export const campaignAdmission = z.strictObject({ admittedAt: z.iso.datetime(), team: z.string().nullable(), file: droppedObject });
export type CampaignAdmission = z.output<typeof campaignAdmission>;

/**
 * How one audit of a campaign ended, or how far it is. `waiting`: the campaign has not come to it yet. `lost`: it was to admit it and did
 * not, or the audit was purged.
 */
export interface CampaignAudit {
  readonly name: string;
  readonly auditId: string | null;
  readonly status: 'succeeded' | 'rejected' | 'failed' | 'running' | 'waiting' | 'lost';
  /** The message of a rejection, or the name of the error. */
  readonly reason: string | null;
}

/** `results/campaign_id=ID/campaign.json`: how each audit ended. */
export interface CampaignReport {
  readonly version: typeof CAMPAIGN_VERSION;
  readonly campaign_id: string;
  readonly audits: readonly CampaignAudit[];
}

export const campaignReportKey = (team: string | null, campaignId: string): string =>
  `${resultsRoot(team)}campaign_id=${campaignId}/campaign.json`;
