import type { Way } from '../core/verdict/finding.ts';
import type { Level } from '../core/verdict/verdict.ts';
import type { CampaignAudit } from './campaign.ts';
import type { Estimate } from './report-data.ts';

/** `campaign-result.json` of a campaign at home: raise with every change of meaning. */
export const CAMPAIGN_RESULT_VERSION = 2;

/** The exit code of an audit that succeeded, in words. */
export type CampaignWord = 'guarantee broken' | 'above the limit' | null;

export interface CampaignLine extends CampaignAudit {
  readonly status: 'succeeded' | 'rejected' | 'failed';
  readonly word: CampaignWord;
  /** Of the audits that succeeded. */
  readonly figures: CampaignFigures | null;
}

/** The verdict of an audit and the finding that leads it. */
export interface CampaignFigures {
  readonly kind: string;
  readonly people: number;
  readonly level: Level;
  readonly way: Way | null;
  readonly headline: string;
  /** The attack or check that leads; null where the headline is no finding's. */
  readonly attack: string | null;
  /** Share of the people whom it exposes beyond its baseline. */
  readonly exposed: Estimate;
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
