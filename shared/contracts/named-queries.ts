export interface NamedQuery {
  readonly name: string;
  readonly about: string;
  /** Athena's dialect. `?` stands for the day and the audit, in this order. */
  readonly sql: string;
}

const AUDIT = 'dt = ? AND audit_id = ?';

/** The questions that people ask first. Each names day and audit, so that it reads one partition of each table. */
export const NAMED_QUERIES: readonly NamedQuery[] = [
  {
    name: 'attacks',
    about: 'What each attack undid, best first, beside what chance undoes.',
    sql: `SELECT attack, "precision", recall, f1, base_precision, blind_f1, matched_precision, coverage, status
FROM attacks
WHERE ${AUDIT}
ORDER BY f1 DESC NULLS LAST, attack`,
  },
  {
    name: 'groups_at_risk',
    about: 'The generalised items of which the attacks undo most.',
    sql: `SELECT group_number, attack, members, "rows", eliminated, correct, added, recall, "precision"
FROM groups
WHERE ${AUDIT} AND correct > 0
ORDER BY correct DESC, group_number, attack
LIMIT 100`,
  },
  {
    name: 'transactions_at_risk',
    about: 'The transactions that lost most added items to the attacks.',
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
    sql: `SELECT attack, status, reason, COUNT(*) AS number_of_groups
FROM groups
WHERE ${AUDIT} AND status <> 'decided'
GROUP BY attack, status, reason
ORDER BY number_of_groups DESC, attack, status, reason`,
  },
  {
    name: 'betraying_pairs',
    about: 'The context items that stand closest to a member: what betrays it.',
    sql: `SELECT group_number, item, context_item, source, distance, count_item, count_context, count_both
FROM scores
WHERE ${AUDIT} AND state = 'ok'
ORDER BY distance, group_number, item, context_item
LIMIT 100`,
  },
  {
    name: 'clusters_at_risk',
    about: 'Of a disassociated release: the clusters of which the attacks put most back.',
    sql: `SELECT cluster, attack, COUNT(*) AS places, SUM(CASE WHEN correct THEN 1 WHEN NOT correct THEN 0 END) AS correct
FROM placements
WHERE ${AUDIT}
GROUP BY cluster, attack
ORDER BY correct DESC NULLS LAST, places DESC, cluster, attack
LIMIT 100`,
  },
  {
    name: 'closest_placements',
    about: 'Of a disassociated release: the separated pieces with the place that an attack was surest of.',
    sql: `SELECT cluster, attack, piece, items, anchor, value, correct
FROM placements
WHERE ${AUDIT} AND "rank" = 0
ORDER BY value DESC NULLS LAST, cluster, piece, attack
LIMIT 100`,
  },
  {
    name: 'breaches',
    about: 'Of a disassociated release: the pairs of items that its structure gives away, and in how many transactions.',
    sql: `SELECT attacker, cluster, item, chunk, covered, against, least, most
FROM breaches
WHERE ${AUDIT}
ORDER BY least DESC, most DESC, attacker, cluster, item, covered
LIMIT 100`,
  },
  {
    name: 'audit',
    about: 'What was audited, how and with what.',
    sql: `SELECT *
FROM audits
WHERE ${AUDIT}`,
  },
];
