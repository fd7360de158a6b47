import { linkTables } from '../attack/linking.ts';
import { CellReader } from '../model/cell.ts';
import type { KnownTable } from './check-table.ts';

/** More classes than this are not compared with each other. */
const MOST_CLASSES = 20_000;

/** k where a missing quasi-identifier is any value, as sdcMicro counts it; null: none is missing, or there are too many classes. */
export function wildcardK(
  { table, quasi, roles, classes }: KnownTable,
  k: number,
): { readonly reached: number; readonly below: number } | null {
  const missing = new Set(roles.missing);
  const has = quasi.some(({ values }) => values.some((value) => missing.has(value)));
  if (!has || classes.count > MOST_CLASSES || table.rows === 0) return null;
  // Words: cells are equal or missing, and nothing else.
  const reader = new CellReader({ type: 'word', hierarchy: null, missing: roles.missing });
  const columns = quasi.map((column) => ({ left: column, right: column, reader }));
  const { leftSizes, rightSizes, partners } = linkTables(columns, table.rows, table.rows);
  let [reached, below] = [Infinity, 0];
  for (const [group, others] of partners.entries()) {
    const records = others.reduce((sum, other) => sum + (rightSizes[other] as number), 0);
    reached = Math.min(reached, records);
    if (records < k) below += leftSizes[group] as number;
  }
  return { reached, below };
}
