import * as z from 'zod';
import { type AuditRequest, auditRequest } from './audit-request.ts';
import { droppedObject } from './execution.ts';
import { resultsRoot } from './result-tables.ts';
import { type WorkBlob, workBlob } from './work-blob.ts';

export const CAMPAIGN_VERSION = 1;

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
const setting = z.union([z.string(), z.number(), z.boolean()]);

/** Settings to try, by their path in the request: `{"ratio": [0.5, 1], "context.width": [1, 2]}` makes four audits. */
const grid = z.record(z.string().regex(/^[A-Za-z]+(\.[A-Za-z]+)*$/), z.array(setting).min(1).max(100));

/**
 * `campaigns/NAME.json`: many audits under one parent. An audit's own keys override `defaults`; all other keys belong to an audit request, and are checked
 * as one. Paths are relative to the file, and stay in its folder.
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

/** Row of a campaign in the ledger: the file that started it. Its name determines the place of its audits' files. */
export const campaignAdmission = z.strictObject({
  admittedAt: z.iso.datetime(),
  team: z.string().nullable(),
  file: droppedObject,
  audits: z.int().min(0).optional(),
});
export type CampaignAdmission = z.output<typeof campaignAdmission>;

/** State or end of an audit of a campaign. `waiting`: the campaign has not reached it. `lost`: the campaign failed to admit it, or it was purged. */
const campaignAudit = z.strictObject({
  name: z.string(),
  auditId: z.string().nullable(),
  status: z.enum(['succeeded', 'rejected', 'failed', 'running', 'waiting', 'lost']),
  /** Message of a rejection, or name of the error. */
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

// Intermediate results of a campaign.

/** Place of a campaign's file, which the drops of its audits need. */
const campaignPlace = z.strictObject({
  /** Time of the drop: the campaign waits for its files from then on. */
  dropped: z.iso.datetime(),
  name: z.string(),
  team: z.string().nullable(),
  folder: z.string(),
  file: z.string(),
});
export type CampaignPlace = z.output<typeof campaignPlace>;
export const CAMPAIGN_PLACE = workBlob('campaign', 1, z.strictObject({ version: z.literal(1), place: campaignPlace }));

export type CampaignRequest = AuditRequest & { readonly name: string };
export const CAMPAIGN_AUDITS: WorkBlob<CampaignRequest> = workBlob(
  'audits of a campaign',
  1,
  z.custom<CampaignRequest>((value) => {
    const { data } = auditRequest.safeParse(value);
    return data?.name !== undefined;
  }, 'is no request with a name'),
);

/** Result of an audit's admission. */
const admitted = z.union([z.strictObject({ auditId: z.string() }), z.strictObject({ rejected: z.string() })]);
export type Admitted = z.output<typeof admitted>;
export const ADMITTED = workBlob('admitted', 1, admitted);

const besideCampaign = (team: string | null, campaignId: string): string => `${resultsRoot(team)}campaign_id=${campaignId}/`;
export const campaignReportKey = (team: string | null, campaignId: string): string => `${besideCampaign(team, campaignId)}campaign.json`;
/** The same as a page, with the verdict of each audit. */
export const campaignPageKey = (team: string | null, campaignId: string): string => `${besideCampaign(team, campaignId)}campaign.html`;
