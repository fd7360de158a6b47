import { numberIn, type Shares, sharesOf } from './clusters.ts';
import { type Lift, liftInterval, shareOf } from './intervals.ts';

/** Contribution of a row to a share in one of two audits. Both audits share the names. */
export interface NamedRow {
  readonly group: string;
  readonly transaction: string;
  readonly part: number;
  readonly whole: number;
}

/** One side of a difference: its rows, and the factor with which their share is quoted. */
export interface Side {
  readonly rows: readonly NamedRow[];
  readonly scale: number;
}

/**
 * Difference of two shares whose rows need not be the same: a row of one side has weight 0 on the other, and groups and transactions with one name
 * are one cluster. Releases of one original are thus paired person by person even if their groups differ, and audits of one release row by row.
 */
export function pairedDifference(a: Side, b: Side, comparisons: number): Lift | null {
  const rows = new Map<string, { group: number; transaction: number; parts: [number, number]; wholes: [number, number] }>();
  const [groups, transactions] = [new Map<string, number>(), new Map<string, number>()];
  for (const [side, { rows: own }] of [a, b].entries()) {
    for (const { group, transaction, part, whole } of own) {
      const [g, t] = [numberIn(groups, group), numberIn(transactions, transaction)];
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

/** The quoted share; null without a whole. */
export function quotedShare({ rows, scale }: Side): number | null {
  const share = shareOf(sharesOf(rows.map(({ part, whole }) => ({ group: 0, transaction: 0, part, whole }))));
  return share === null ? null : share * scale;
}

/** With fewer, each side keeps its own groups. */
const FEWEST_SHARED = 30;

/**
 * For sides whose groups are not known to be the same: groups that have a transaction in common become one, so that both sides have the same and no
 * two of them depend on each other. Groups of one release that lie within those of the other are paired as well as equal ones.
 */
export function inSharedGroups([a, b]: readonly [Side, Side]): [Side, Side] {
  const parents = new Map<string, string>();
  const rootOf = (group: string): string => {
    let root = group;
    for (let above = parents.get(root); above !== undefined; above = parents.get(root)) root = above;
    for (let at = group; at !== root; ) {
      const above = parents.get(at) ?? root;
      parents.set(at, root);
      at = above;
    }
    return root;
  };
  const firstOf = new Map<string, string>();
  for (const { group, transaction } of [...a.rows, ...b.rows]) {
    const [own, first] = [rootOf(group), rootOf(firstOf.get(transaction) ?? group)];
    if (own !== first) parents.set(own, first);
    firstOf.set(transaction, first);
  }
  if (new Set(a.rows.map(({ group }) => rootOf(group))).size < FEWEST_SHARED) return [a, b];
  const shared = ({ rows, scale }: Side): Side => ({ scale, rows: rows.map((row) => ({ ...row, group: rootOf(row.group) })) });
  return [shared(a), shared(b)];
}
