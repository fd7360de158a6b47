import type { DistanceTable } from '../attack/table.ts';
import { canonicalItems, compareKeys, contentKey } from '../model/canonical-order.ts';
import { mean } from '../numeric/numeric.ts';

/**
 * A generalised item where an item may lie in several of them, and where many publish the same: those who cannot be told apart share their
 * context, so they are one row, which stands for all of them.
 */
export interface PublishedSet {
  readonly members: readonly string[];
  readonly rows: readonly SetRow[];
}

export interface SetRow {
  /** Content of the whole row, which identifies it. */
  readonly key: string;
  /** Its number in the release: the same in every set that it publishes. */
  readonly number: number;
  readonly people: readonly number[];
  readonly context: readonly string[];
}

/** The distance of two items; NaN where no source knows both. */
export type Distance = (item: string, other: string) => number;

/** Members and rows by their content, so that neither the order of the file nor that of its lists decides a tie. */
export const inCanonicalOrder = ({ members, rows }: PublishedSet, seed: string): PublishedSet => ({
  members: canonicalItems(members, seed),
  rows: rows
    .map((row) => ({ row, key: contentKey(seed, row.key) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ row }) => row),
});

/** A cell is the mean of the distances to the context that are known, as of any generalised item. */
export function setDistanceTable({ members, rows }: PublishedSet, distance: Distance): DistanceTable {
  const cells = new Float64Array(rows.length * members.length);
  for (const [at, { context }] of rows.entries())
    for (const [column, member] of members.entries()) {
      const known = context.map((other) => distance(member, other)).filter((each) => !Number.isNaN(each));
      cells[at * members.length + column] = known.length === 0 ? Number.NaN : mean(known);
    }
  return { rows: rows.length, columns: members.length, cells };
}

/** Pairs needed for the tables: each member with the context of any row. */
export function* pairsOf(sets: Iterable<PublishedSet>): Generator<readonly [item: string, other: string]> {
  for (const { members, rows } of sets) {
    const beside = new Set(rows.flatMap(({ context }) => context));
    for (const member of members) for (const other of beside) yield [member, other];
  }
}
