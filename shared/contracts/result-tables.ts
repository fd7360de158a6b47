import type { ResultTable } from './table.ts';
import { ATTACKS } from './tables/attacks.ts';
import { AUDITS } from './tables/audits.ts';
import { BREACHES } from './tables/breaches.ts';
import { CAMPAIGNS } from './tables/campaigns.ts';
import { DECISIONS } from './tables/decisions.ts';
import { EXPOSURES } from './tables/exposures.ts';
import { FINDINGS } from './tables/findings.ts';
import { GROUPS } from './tables/groups.ts';
import { LIFTS } from './tables/lifts.ts';
import { PEOPLE } from './tables/people.ts';
import { PLACEMENTS } from './tables/placements.ts';
import { RELIABILITY } from './tables/reliability.ts';
import { SCORES } from './tables/scores.ts';

/** All result tables, as laptop and cloud write them: docs/results.md and the Glue tables are checked against this list. */
export const RESULT_TABLES: readonly ResultTable[] = [
  AUDITS,
  ATTACKS,
  LIFTS,
  RELIABILITY,
  PEOPLE,
  EXPOSURES,
  FINDINGS,
  GROUPS,
  DECISIONS,
  PLACEMENTS,
  BREACHES,
  SCORES,
];

/** All tables that can be asked: those of audits, and what campaigns tell of theirs. */
export const QUERY_TABLES: readonly ResultTable[] = [...RESULT_TABLES, CAMPAIGNS];

/**
 * Small ones, that are asked across audits: in the cloud their partition is the day alone, and a query reads all audits of its days. Which audit a
 * row is of stands in the path of its file.
 */
export const BY_DAY: readonly ResultTable[] = [AUDITS, ATTACKS, CAMPAIGNS];

/** Where a campaign's rows stand. */
export const campaignPrefix = (day: string, campaignId: string): string => `table=${CAMPAIGNS.name}/dt=${day}/campaign_id=${campaignId}`;

/** Where results stand in their bucket: a team's below a folder of its own, so that a role can be limited to it. */
export const resultsRoot = (team: string | null): string => (team === null ? 'results/' : `results/team=${team}/`);

/** What stands beside the tables of one audit: report, attacked dataset, _SUCCESS.json. */
export const resultsOfAudit = (team: string | null, auditId: string): string => `${resultsRoot(team)}audit_id=${auditId}/`;

/** Where the files of a table stand: a partition for each audit, by day. */
export const tablePrefix = (table: string, day: string, auditId: string): string => `table=${table}/dt=${day}/audit_id=${auditId}`;
export const partName = (part: number, extension: string): string => `part-${String(part).padStart(6, '0')}.${extension}`;
