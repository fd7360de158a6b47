import { linkWithOther, type OtherRelease, rowsOfBoth } from '../assess/link-findings.ts';
import type { Linked } from '../attack/linking.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Table } from '../model/table.ts';

/** A second release of the same people, or an earlier or later one. */
export interface Second {
  /** Groups of equal rows there, and their sizes. */
  readonly others: number;
  readonly sizes: Int32Array;
  /** Groups of this release's rows, and for each the groups of the other release that some largest matching gives it. */
  readonly groups: number;
  readonly groupOf: Int32Array;
  readonly partners: readonly (readonly number[])[];
  /** Rows that a largest matching leaves: gone ones there, new ones here. */
  readonly leftOver: Float64Array;
  readonly rightOver: Float64Array;
  readonly leftFree: Uint8Array;
  readonly rightFree: Uint8Array;
  covers(person: number, other: number): boolean;
  /** Probability that the partner of a row of this group covers the person, or that the row is new; close where partners are many. */
  chance(person: number, group: number): number;
}

/** Null: the releases are not of the same people. */
export function secondOf(known: KnownTable, persons: Table, { table, relation }: OtherRelease): Second | null {
  const { linked } = rowsOfBoth(known, table, true);
  const found = matchRows(linked);
  if (relation === 'same-people' && !found.perfect) return null;
  const partners = Array.from({ length: linked.right.count }, () => [] as number[]);
  for (const [other, groups] of found.possible.entries()) for (const group of groups) partners[group].push(other);
  const there = linkWithOther(known, persons, table);
  const covered = there.partners.map((groups) => new Set(groups));
  const covers = (person: number, other: number): boolean => covered[there.left.of[person]].has(there.right.of[linked.left.first[other]]);
  let shares: Shares | null = null;
  return {
    others: linked.left.count,
    sizes: linked.leftSizes,
    groups: linked.right.count,
    groupOf: linked.right.of,
    partners,
    leftOver: found.leftOver,
    rightOver: found.rightOver,
    leftFree: found.leftFree,
    rightFree: found.rightFree,
    covers,
    chance(person, group) {
      shares ??= sharesOf(linked, found, partners);
      const own = shares.pairs[group];
      return partners[group].reduce((sum, other, at) => (covers(person, other) ? sum + own[at] : sum), shares.free[group]);
    },
  };
}

interface Shares {
  /** By group and partner; they sum to 1 with the share of new rows. */
  readonly pairs: readonly Float64Array[];
  readonly free: Float64Array;
}

const SCALINGS = 50;

/** How the partners of a group's rows are spread over all matchings, as the saddle point: row x column, with the sizes as sums. */
function sharesOf({ leftSizes, rightSizes }: Linked, found: ReturnType<typeof matchRows>, partners: Second['partners']): Shares {
  const gone = found.leftOver.reduce((sum, each) => sum + each, 0);
  const fresh = found.rightOver.reduce((sum, each) => sum + each, 0);
  const column = Float64Array.from(leftSizes);
  let [ofFresh, ofGone] = [fresh, gone];
  const row = new Float64Array(rightSizes.length);
  for (let time = 0; time < SCALINGS; time += 1) {
    const sums = new Float64Array(column.length);
    let freshSum = 0;
    for (const [group, own] of partners.entries()) {
      const free = found.rightFree[group] === 1 ? ofFresh : 0;
      const total = own.reduce((sum, other) => sum + column[other], free);
      row[group] = total > 0 ? rightSizes[group] / total : 0;
      for (const other of own) sums[other] += row[group] * column[other];
      freshSum += row[group] * free;
    }
    const goneSum = found.leftFree.reduce((sum, free, other) => sum + (free === 1 ? column[other] : 0), 0);
    const goneRow = goneSum > 0 ? ofGone / goneSum : 0;
    for (const other of column.keys()) {
      const sum = sums[other] + (found.leftFree[other] === 1 ? goneRow * column[other] : 0);
      if (sum > 0) column[other] *= leftSizes[other] / sum;
    }
    if (freshSum > 0) ofFresh *= fresh / freshSum;
    ofGone = gone;
  }
  const free = row.map((each, group) => (found.rightFree[group] === 1 ? (each * ofFresh) / rightSizes[group] : 0));
  return { pairs: partners.map((own, group) => Float64Array.from(own, (other) => (row[group] * column[other]) / rightSizes[group])), free };
}
