import * as z from 'zod';
import { type AuditRequest, auditRequest } from './audit-request.ts';
import { droppedObject } from './execution.ts';
import { resultsRoot } from './result-tables.ts';
import { type WorkBlob, workBlob } from './work-blob.ts';

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
export const campaignAdmission = z.strictObject({
  admittedAt: z.iso.datetime(),
  team: z.string().nullable(),
  file: droppedObject,
  audits: z.int().min(0).optional(),
});
export type CampaignAdmission = z.output<typeof campaignAdmission>;

/**
 * How one audit of a campaign ended, or how far it is. `waiting`: the campaign has not come to it yet. `lost`: it was to admit it and did
 * not, or the audit was purged.
 */
const campaignAudit = z.strictObject({
  name: z.string(),
  auditId: z.string().nullable(),
  status: z.enum(['succeeded', 'rejected', 'failed', 'running', 'waiting', 'lost']),
  /** The message of a rejection, or the name of the error. */
  reason: z.string().nullable(),
});
export type CampaignAudit = Readonly<z.output<typeof campaignAudit>>;

/** `results/campaign_id=ID/campaign.json`: how each audit ended. */
export const campaignReport = z.strictObject({
  version: z.literal(CAMPAIGN_VERSION),
  campaign_id: z.string(),
  audits: z.array(campaignAudit),
});
export type CampaignReport = z.output<typeof campaignReport>;

// What the steps of a campaign leave for each other.

/** Where the file that made a campaign stands, as its audits' drops need to know. */
const campaignPlace = z.strictObject({
  /** When it was dropped: files that it names are waited for from then on. */
  dropped: z.iso.datetime(),
  name: z.string(),
  team: z.string().nullable(),
  folder: z.string(),
  file: z.string(),
});
export type CampaignPlace = z.output<typeof campaignPlace>;
export const CAMPAIGN_PLACE = workBlob('campaign', 1, z.strictObject({ version: z.literal(1), place: campaignPlace }));

/** One audit of a campaign, as a request would name it. */
export type CampaignRequest = AuditRequest & { readonly name: string };
export const CAMPAIGN_AUDITS: WorkBlob<CampaignRequest> = workBlob(
  'audits of a campaign',
  1,
  z.custom<CampaignRequest>((value) => {
    const { data } = auditRequest.safeParse(value);
    return data?.name !== undefined;
  }, 'is no request with a name'),
);

/** What became of an audit when it was admitted. */
const admitted = z.union([z.strictObject({ auditId: z.string() }), z.strictObject({ rejected: z.string() })]);
export type Admitted = z.output<typeof admitted>;
export const ADMITTED = workBlob('admitted', 1, admitted);

export const campaignReportKey = (team: string | null, campaignId: string): string =>
  `${resultsRoot(team)}campaign_id=${campaignId}/campaign.json`;
