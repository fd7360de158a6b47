import { standsIn } from '../../../../core/numeric/sorted.ts';
import { linkWithOther, type OtherRelease, rowsOfBoth } from '../assess/link-findings.ts';
import type { Linked } from '../attack/linking.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import { groupRows } from '../model/grouping.ts';
import type { Table } from '../model/table.ts';
import { pairKey } from './component.ts';
import type { RowTypes } from './row-types.ts';

/** A person is known to have joined or left between the releases, or to be in both. */
export type Move = 'moved' | 'stayed' | 'contradicted' | null;

/** A second release of the same people, or an earlier or later one. */
export interface Second {
  /** The rows of both are in one order: each row has one partner, and no two rows compete for it. */
  readonly isOrdered: boolean;
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
  chance(person: number, group: number, move: Move): number;
}

/** Pairs of rows that are in one place; null: some pair cannot be of one person, so the order is another one. */
export function inOrder(known: KnownTable, persons: Table, table: Table): Second | null {
  const { linked } = rowsOfBoth(known, table, true);
  const { left, right, partners } = linked;
  if (left.of.length !== right.of.length || left.of.some((group, row) => !standsIn(partners[group], right.of[row]))) return null;
  const { of, count, first } = groupRows(left.of.length, [
    { codes: right.of, size: right.count },
    { codes: left.of, size: left.count },
  ]);
  const there = linkWithOther(known, persons, table);
  const covered = there.partners.map((groups) => new Set(groups));
  const covers = (person: number, pair: number): boolean => covered[there.left.of[person]].has(there.right.of[first[pair]]);
  return {
    isOrdered: true,
    others: 0,
    sizes: new Int32Array(0),
    groups: count,
    groupOf: of,
    partners: Array.from(first, () => []),
    leftOver: new Float64Array(0),
    rightOver: new Float64Array(count),
    leftFree: new Uint8Array(0),
    rightFree: new Uint8Array(count),
    covers,
    chance: (person, pair, move) => (covers(person, pair) && (move === null || move === 'stayed') ? 1 : 0),
  };
}

/** Rows of the second release that the rows of a part compete for. */
export interface Rivals {
  /** Of each group; last the new rows, which have none. */
  readonly sizes: readonly number[];
  /** Rows there that have no partner here. */
  readonly gone: number;
  /** Row types and groups of which a pair may be left to nobody of the register. */
  readonly pairs: ReadonlySet<string>;
  /** Places in `sizes` of the partners that cover a person. */
  of(person: number, group: number, move: Move): number[];
}

export function rivalsOf(second: Second, { sizes, groups }: RowTypes, types: Int32Array, others: Int32Array, isComplete: boolean): Rivals {
  const place = new Map(Array.from(others, (other, at) => [other, at]));
  const placeOf = (other: number): number => place.get(other) as number;
  const none = others.length;
  const pairs = new Set<string>();
  // Rows of one group without a partner may be in several parts: all of them are new.
  const isPaired = (type: number): boolean => second.partners[groups[type]].length > 0;
  const withPartners = new Set(Array.from(types.filter(isPaired), (type) => groups[type]));
  const alone = types.reduce((sum, type) => sum + (isPaired(type) ? 0 : sizes[type]), 0);
  const fresh = [...withPartners].reduce((sum, group) => sum + second.rightOver[group], alone);
  for (const other of others) if (second.leftFree[other] === 1) pairs.add(pairKey(types.length, placeOf(other)));
  if (!isComplete)
    for (const [at, type] of types.entries()) {
      for (const other of second.partners[groups[type]]) pairs.add(pairKey(at, placeOf(other)));
      if (second.rightFree[groups[type]] === 1) pairs.add(pairKey(at, none));
    }
  return {
    sizes: [...Array.from(others, (other) => second.sizes[other]), fresh],
    gone: others.reduce((sum, other) => sum + second.leftOver[other], 0),
    pairs,
    of(person, group, move) {
      if (move === 'contradicted') return [];
      const there = move === 'moved' ? [] : second.partners[group].filter((other) => second.covers(person, other)).map(placeOf);
      return second.rightFree[group] === 1 && move !== 'stayed' ? [...there, none] : there;
    },
  };
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
    isOrdered: false,
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
    chance(person, group, move) {
      if (move === 'contradicted') return 0;
      shares ??= sharesOf(linked, found, partners);
      const own = shares.pairs[group];
      const free = move === 'stayed' ? 0 : shares.free[group];
      if (move === 'moved') return free;
      return partners[group].reduce((sum, other, at) => (covers(person, other) ? sum + own[at] : sum), free);
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
