import { linkWithOther } from '../assess/link-findings.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Sensitive } from '../model/classes.ts';
import { type Table, valueAt } from '../model/table.ts';

/** Weight of each value from another holder's rows that cover the person; assumes that holders draw independently. */
export function valuesOfHolder(
  known: KnownTable,
  sensitive: Sensitive,
  other: Table,
  persons: Table,
): ((person: number, code: number) => number) | null {
  const column = other.columns.find(({ name }) => name === sensitive.name);
  if (column === undefined) return null;
  const there = linkWithOther(known, persons, other);
  const counts = Array.from({ length: there.right.count }, () => new Map<string, number>());
  const all = new Map<string, number>();
  for (const [row, group] of there.right.of.entries()) {
    const value = valueAt(column, row);
    counts[group].set(value, (counts[group]?.get(value) ?? 0) + 1);
    all.set(value, (all.get(value) ?? 0) + 1);
  }
  return (person, code) => {
    const value = sensitive.values[code];
    const groups = there.partners[there.left.of[person]];
    // The other holder does not have this person.
    if (groups.length === 0) return 1;
    const count = groups.reduce((sum, group) => sum + (counts[group]?.get(value) ?? 0), 0);
    return count / ((all.get(value) ?? 0) + sensitive.totals[code]);
  };
}
