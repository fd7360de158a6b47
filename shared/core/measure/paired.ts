import { type Shares, sharesOf } from './clusters.ts';
import { type Lift, liftInterval, shareOf } from './intervals.ts';

/** What one row of one of two audits adds to a share, by names that mean the same in both. */
export interface NamedRow {
  readonly group: string;
  readonly transaction: string;
  readonly part: number;
  readonly whole: number;
}

/** One side of a difference: its rows, and what their share is multiplied by to be quoted. */
export interface Side {
  readonly rows: readonly NamedRow[];
  readonly scale: number;
}

/**
 * The difference of two shares whose rows need not be the same: a row that only one has weighs nothing in the other, a group or a transaction
 * that both have is one cluster of both. So releases of one original are paired person by person even where their groups are others, and
 * audits of one release row by row.
 */
export function pairedDifference(a: Side, b: Side, comparisons: number): Lift | null {
  const rows = new Map<string, { group: number; transaction: number; parts: [number, number]; wholes: [number, number] }>();
  const [groups, transactions] = [new Map<string, number>(), new Map<string, number>()];
  for (const [side, { rows: own }] of [a, b].entries()) {
    for (const { group, transaction, part, whole } of own) {
      const [g, t] = [numberOf(groups, group), numberOf(transactions, transaction)];
      const key = `${g} ${t}`;
      const row = rows.get(key) ?? { group: g, transaction: t, parts: [0, 0], wholes: [0, 0] };
      row.parts[side as 0 | 1] += part;
      row.wholes[side as 0 | 1] += whole;
      rows.set(key, row);
    }
  }
  const sideOf = (side: 0 | 1): Shares =>
    sharesOf(
      rows
        .values()
        .map(({ group, transaction, parts, wholes }) => ({ group, transaction, part: parts[side], whole: wholes[side] }))
        .toArray(),
    );
  return liftInterval(sideOf(0), sideOf(1), { scales: [a.scale, b.scale], comparisons });
}

/** The figure itself; null where nothing is to be shared. */
export function quotedShare({ rows, scale }: Side): number | null {
  const share = shareOf(sharesOf(rows.map(({ part, whole }) => ({ group: 0, transaction: 0, part, whole }))));
  return share === null ? null : share * scale;
}

function numberOf(known: Map<string, number>, name: string): number {
  const found = known.get(name) ?? known.size;
  if (found === known.size) known.set(name, found);
  return found;
}
