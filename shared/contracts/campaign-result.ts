import { claimsHold } from '../core/verdict/claim.ts';
import type { Way } from '../core/verdict/finding.ts';
import type { Level } from '../core/verdict/verdict.ts';
import type { CampaignAudit } from './campaign.ts';
import type { Estimate } from './report-data.ts';
import type { StoredConclusion } from './verdict.ts';

/** `campaign-result.json` of a campaign at home: raise with every change of meaning. */
export const CAMPAIGN_RESULT_VERSION = 2;

/** Exit code of a successful audit, in words. */
export type CampaignWord = 'guarantee broken' | 'above the limit' | null;

/** How one audit of a campaign ended, for its page. */
export interface CampaignRow extends CampaignAudit {
  readonly word: CampaignWord;
  /** For successful audits. */
  readonly figures: CampaignFigures | null;
}

/** At home an audit ends in one of three ways. */
export interface CampaignLine extends CampaignRow {
  readonly status: 'succeeded' | 'rejected' | 'failed';
}

/** Verdict of an audit, and its leading finding. */
export interface CampaignFigures {
  readonly kind: string;
  readonly people: number;
  readonly level: Level;
  readonly way: Way | null;
  readonly headline: string;
  /** The leading attack or check; null if the headline has no finding. */
  readonly attack: string | null;
  /** Share of people exposed beyond its baseline. */
  readonly exposed: Estimate;
}

/** Without times: the same campaign has the same result, however often it was interrupted. */
export interface CampaignResult {
  readonly version: typeof CAMPAIGN_RESULT_VERSION;
  readonly campaign: string;
  readonly unveilVersion: string;
  readonly totals: Readonly<Record<CampaignLine['status'], number>>;
  /** In the order of the file, with grids expanded. An audit's results are in the folder of its name. */
  readonly audits: readonly CampaignLine[];
}

/** The finding that leads is that of the way that the verdict names. */
export function figuresOf(
  { verdict, text }: StoredConclusion,
  { kind, people }: Pick<CampaignFigures, 'kind' | 'people'>,
): CampaignFigures {
  const lead = verdict.ways.find(({ way }) => way === verdict.way)?.lead ?? null;
  return {
    kind,
    people,
    level: verdict.level,
    way: verdict.way,
    headline: text.headline,
    attack: lead === null ? null : lead.about === null ? lead.attack : `${lead.attack} (${lead.about})`,
    exposed: { value: lead?.exposed ?? null, low: lead?.interval?.low ?? null, high: lead?.interval?.high ?? null },
  };
}

export const wordOf = ({ claims, gate }: StoredConclusion): CampaignWord =>
  claimsHold(claims) === false ? 'guarantee broken' : gate === null || gate.open ? null : 'above the limit';
