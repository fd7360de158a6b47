import type { CampaignAudit } from './campaign.ts';
import type { Estimate } from './report-data.ts';

/** `campaign-result.json` of a campaign at home: raise with every change of meaning. */
export const CAMPAIGN_RESULT_VERSION = 1;

/** What an audit that succeeded says besides: nothing, that its claim is false, or that its gate says no. */
export type CampaignWord = 'claim is false' | 'gate says no' | null;

export interface CampaignLine extends CampaignAudit {
  readonly status: 'succeeded' | 'rejected' | 'failed';
  readonly word: CampaignWord;
  /** Of the audits that succeeded: what the leading attack does, with 95 % intervals, and the share of people named at 80 %. */
  readonly figures: CampaignFigures | null;
}

export interface CampaignFigures {
  readonly kind: string;
  readonly transactions: number;
  readonly attack: string | null;
  /** Of a release that is attacked by its structure: the finding furthest above what knows less. */
  readonly found: CampaignFinding | null;
  readonly named80: number | null;
  readonly precision: Estimate;
  readonly recall: Estimate;
  readonly f1: Estimate;
}

export interface CampaignFinding {
  readonly attack: string;
  readonly figure: string;
  readonly share: Estimate;
  readonly less: { readonly name: string; readonly value: number };
}

/** It holds no times: the same campaign has the same result, however often it was interrupted. */
export interface CampaignResult {
  readonly version: typeof CAMPAIGN_RESULT_VERSION;
  readonly campaign: string;
  readonly unveilVersion: string;
  readonly totals: Readonly<Record<CampaignLine['status'], number>>;
  /** In the order of the file, grids expanded. The results of an audit are in the folder of its name. */
  readonly audits: readonly CampaignLine[];
}
