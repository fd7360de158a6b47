import { ATTACKS, AUDITS, CAMPAIGNS, FINDINGS, LIFTS, RELIABILITY } from './audit-tables.ts';
import { BREACHES, DECISIONS, EXPOSURES, GROUPS, PEOPLE, PLACEMENTS, SCORES } from './detail-tables.ts';
import type { ResultTable } from './table.ts';

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
 * row is of follows from the path of its file.
 */
export const BY_DAY: readonly ResultTable[] = [AUDITS, ATTACKS, CAMPAIGNS];

/** Prefix of the copies of small tables: one file a day in the place of one an audit. */
export const copiesRoot = (team: string | null): string => (team === null ? 'compact/' : `compact/team=${team}/`);

/** A table and its copy across audits, which names the audit of each row. Rows of earlier versions may lack columns, so all may be empty. */
const acrossAudits = (of: ResultTable): { readonly of: ResultTable; readonly copy: ResultTable } => ({
  of,
  copy: {
    ...of,
    name: `all_${of.name}`,
    about: `All audits: ${of.about}`,
    columns: [
      { name: 'audit_id', type: 'string', nullable: false, about: 'Id of the admission.' },
      ...of.columns.map((column) => ({ ...column, nullable: true })),
    ],
  },
});
export const ACROSS_AUDITS = [AUDITS, ATTACKS].map(acrossAudits);

/** Where a campaign's rows stand. */
export const campaignPrefix = (day: string, campaignId: string): string => `table=${CAMPAIGNS.name}/dt=${day}/campaign_id=${campaignId}`;

/** Keys of results in their bucket: each team has its own folder, so a role can be limited to it. */
export const resultsRoot = (team: string | null): string => (team === null ? 'results/' : `results/team=${team}/`);

/** Files next to the tables of an audit: report, attacked dataset, _SUCCESS.json. */
export const resultsOfAudit = (team: string | null, auditId: string): string => `${resultsRoot(team)}audit_id=${auditId}/`;

/** Where a file of an audit's results is in the bucket: tables in the admission's partition, for Athena, all others next to each other. */
export const resultKey = (team: string | null, auditId: string, key: string): string =>
  key.startsWith('table=')
    ? `${resultsRoot(team)}${key.replace(/(?<=\/audit_id=)[^/]+/, auditId)}`
    : `${resultsOfAudit(team, auditId)}${key}`;

/** Where the files of a table stand: a partition for each audit, by day. */
export const tablePrefix = (table: string, day: string, auditId: string): string => `table=${table}/dt=${day}/audit_id=${auditId}`;
export const partName = (part: number, extension: string): string => `part-${String(part).padStart(6, '0')}.${extension}`;
