import { AUDITS } from './audit-tables.ts';

export interface NamedQuery {
  readonly name: string;
  readonly about: string;
  /** Values of the `?`: day and audit, in this order; name of a dataset; id of a campaign; or none, for a query over all. */
  readonly asks: 'audit' | 'dataset' | 'campaign' | 'all';
  /** Athena's dialect. */
  readonly sql: string;
}

/** The audit of a row in tables that are partitioned by day only; at home it is a column. */
const AUDIT_IN_PATH = `regexp_extract("$path", 'audit_id=([0-9a-z]+)', 1)`;

/** The query for the laptop's engine, which reads the files of all audits as one table. */
export const atHome = ({ sql }: NamedQuery): string =>
  sql.replaceAll(AUDIT_IN_PATH, 'audit_id').replaceAll(/\ball_(?=audits|attacks)/g, '');

const AUDIT = 'dt = ? AND audit_id = ?';
const AUDIT_BY_DAY = `dt = ? AND ${AUDIT_IN_PATH} = ?`;

/** Broken guarantees first, then leaks, then undecided verdicts. */
const WORST_FIRST = `CASE verdict WHEN 'guarantee broken' THEN 0 WHEN 'leaks' THEN 1 WHEN 'cannot tell' THEN 2 WHEN 'no leak found' THEN 3 ELSE 4 END`;

/** The usual questions. Those of one audit name its day and id, so that they read one partition of each table. */
export const NAMED_QUERIES: readonly NamedQuery[] = [
  {
    name: 'attacks',
    about: 'What each attack undid, best first, beside what chance undoes.',
    asks: 'audit',
    sql: `SELECT attack, "precision", recall, f1, base_precision, blind_f1, matched_precision, coverage, status
FROM attacks
WHERE ${AUDIT_BY_DAY}
ORDER BY f1 DESC NULLS LAST, attack`,
  },
  {
    name: 'groups_at_risk',
    about: 'The generalised items of which the attacks undo most.',
    asks: 'audit',
    sql: `SELECT group_number, attack, members, "rows", eliminated, correct, added, recall, "precision"
FROM groups
WHERE ${AUDIT} AND correct > 0
ORDER BY correct DESC, group_number, attack
LIMIT 100`,
  },
  {
    name: 'transactions_at_risk',
    about: 'The transactions that lost most added items to the attacks.',
    asks: 'audit',
    sql: `SELECT "transaction", attack, COUNT(*) AS removed, SUM(CASE WHEN correct THEN 1 WHEN NOT correct THEN 0 END) AS correct
FROM decisions
WHERE ${AUDIT} AND decided
GROUP BY "transaction", attack
ORDER BY removed DESC, "transaction", attack
LIMIT 100`,
  },
  {
    name: 'not_decided',
    about: 'Groups on which an attack was not computable or failed: no sign of safety.',
    asks: 'audit',
    sql: `SELECT attack, status, reason, COUNT(*) AS number_of_groups
FROM groups
WHERE ${AUDIT} AND status <> 'decided'
GROUP BY attack, status, reason
ORDER BY number_of_groups DESC, attack, status, reason`,
  },
  {
    name: 'betraying_pairs',
    about: 'The context items that stand closest to a member: what betrays it.',
    asks: 'audit',
    sql: `SELECT group_number, item, context_item, source, distance, count_item, count_context, count_both
FROM scores
WHERE ${AUDIT} AND state = 'ok'
ORDER BY distance, group_number, item, context_item
LIMIT 100`,
  },
  {
    name: 'clusters_at_risk',
    about: 'Of a release in clusters: the clusters of which the attacks put most back.',
    asks: 'audit',
    sql: `SELECT cluster, attack, COUNT(*) AS places, SUM(CASE WHEN correct THEN 1 WHEN NOT correct THEN 0 END) AS correct
FROM placements
WHERE ${AUDIT}
GROUP BY cluster, attack
ORDER BY correct DESC NULLS LAST, places DESC, cluster, attack
LIMIT 100`,
  },
  {
    name: 'closest_placements',
    about: 'Of a release in clusters: the separated pieces with the place that an attack was surest of.',
    asks: 'audit',
    sql: `SELECT cluster, attack, piece, items, anchor, value, correct
FROM placements
WHERE ${AUDIT} AND "rank" = 0
ORDER BY value DESC NULLS LAST, cluster, piece, attack
LIMIT 100`,
  },
  {
    name: 'breaches',
    about: 'Of a release in clusters: the pairs of items that its structure gives away, and in how many transactions.',
    asks: 'audit',
    sql: `SELECT attacker, cluster, item, chunk, covered, against, least, most
FROM breaches
WHERE ${AUDIT}
ORDER BY least DESC, most DESC, attacker, cluster, item, covered
LIMIT 100`,
  },
  {
    name: 'findings',
    about: 'Who is exposed, in which way and by which attack, compared with its baseline: the greatest lower bound first.',
    asks: 'audit',
    sql: `SELECT way, attack, about, confidence, people, "of", "right", expected_right, baseline, baseline_right, exposed, exposed_low, exposed_high, state, reason
FROM findings
WHERE ${AUDIT}
ORDER BY exposed_low DESC NULLS LAST, exposed DESC NULLS LAST, way, attack, about, confidence`,
  },
  {
    name: 'not_found_out',
    about: 'Attacks and checks that failed, lacked an input or were not tried: no sign of safety.',
    asks: 'audit',
    sql: `SELECT way, attack, about, state, reason, lost
FROM findings
WHERE ${AUDIT} AND (state IN ('errored', 'not computable', 'not tried') OR lost > 0)
ORDER BY state, way, attack, about`,
  },
  {
    name: 'people_at_risk',
    about: 'The people of whom something hidden is named most surely, and what betrays them.',
    asks: 'audit',
    sql: `SELECT person, person_id, attack, surest, surest_probability, surest_right, betrayed_by, without_probability
FROM people
WHERE ${AUDIT} AND surest_probability IS NOT NULL
ORDER BY surest_probability DESC, person, attack
LIMIT 100`,
  },
  {
    name: 'audit',
    about: 'What was audited, how and with what.',
    asks: 'audit',
    sql: `SELECT ${AUDITS.columns.map(({ name }) => `"${name}"`).join(', ')}
FROM audits
WHERE ${AUDIT_BY_DAY}`,
  },
  {
    name: 'riskiest_datasets',
    about: 'The datasets audited this month, by the verdict on the last audit of each: the worst first.',
    asks: 'all',
    sql: `WITH this_month AS (
  SELECT name, dt, audit_id AS audit, verdict, verdict_way, lead_attack, lead_people, lead_of, exposed, exposed_low,
    row_number() OVER (PARTITION BY name ORDER BY finished DESC) AS age
  FROM all_audits
  WHERE dt >= substr(CAST(current_date AS varchar), 1, 7) || '-01'
)
SELECT name, dt, audit, verdict, verdict_way, lead_attack, lead_people, lead_of, exposed, exposed_low
FROM this_month
WHERE age = 1
ORDER BY ${WORST_FIRST}, exposed_low DESC NULLS LAST, name
LIMIT 100`,
  },
  {
    name: 'dataset_trend',
    about: 'All audits of one dataset, the first one first: the verdict on each.',
    asks: 'dataset',
    sql: `SELECT dt, finished, audit_id AS audit, transactions, "groups", verdict, verdict_way, lead_attack, exposed, exposed_low, exposed_high, gate_open
FROM all_audits
WHERE name = ?
ORDER BY finished, audit`,
  },
  {
    name: 'worst_attack_by_source',
    about: 'For each choice of sources the attack that undid most, on average over all audits with an original.',
    asks: 'all',
    sql: `WITH undone AS (
  SELECT audited.sources, attacked.attack, COUNT(*) AS audits, AVG(attacked.f1) AS mean_f1, MAX(attacked.f1) AS greatest_f1
  FROM (SELECT dt, audit_id AS audit, sources FROM all_audits) audited
  JOIN (SELECT dt, audit_id AS audit, attack, f1 FROM all_attacks WHERE NOT baseline AND f1 IS NOT NULL) attacked
    ON attacked.dt = audited.dt AND attacked.audit = audited.audit
  GROUP BY audited.sources, attacked.attack
), ranked AS (
  SELECT sources, attack, audits, mean_f1, greatest_f1, row_number() OVER (PARTITION BY sources ORDER BY mean_f1 DESC, attack) AS place
  FROM undone
)
SELECT sources, attack, audits, mean_f1, greatest_f1
FROM ranked
WHERE place = 1
ORDER BY mean_f1 DESC, sources`,
  },
  {
    name: 'campaign_findings',
    about: 'The audits of one campaign, the worst verdict first, then those that did not succeed, and why.',
    asks: 'campaign',
    sql: `SELECT campaigns.name, campaigns.status, campaigns.audit_id, found.verdict, found.verdict_way, found.lead_attack, found.exposed,
  found.exposed_low, found.gate_open, campaigns.reason
FROM campaigns
LEFT JOIN (SELECT audit_id AS audit, verdict, verdict_way, lead_attack, exposed, exposed_low, gate_open FROM all_audits) found
  ON found.audit IN (campaigns.audit_id, substr(campaigns.audit_id, 1, 32))
WHERE campaigns.campaign_id = ?
ORDER BY ${WORST_FIRST.replace('CASE verdict', 'CASE found.verdict')}, found.exposed_low DESC NULLS LAST, campaigns.status, campaigns.name`,
  },
];
