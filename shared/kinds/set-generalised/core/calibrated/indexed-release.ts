import { canonicalItems, canonicalRows, transactionKey } from '../../../../core/model/canonical-order.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { groupKey, isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';
import { placeIn } from '../../../../core/numeric/sorted.ts';

/** A release with items as numbers, in code-point order. Transactions and members are in canonical order, so the file's order has no influence. */
export interface IndexedRelease {
  readonly terms: readonly string[];
  readonly transactions: readonly IndexedTransaction[];
  readonly groups: readonly IndexedGroup[];
  /** Whether other generalised items of a row are used: not if there are few, nor for a part of a release, whose rows lack them. */
  readonly neighbours: boolean;
}

/**
 * A transaction's entries: an item's number, or `~` of a group's position. `items`: single items by number, with their places; independent of the
 * file's order apart from places.
 */
export interface IndexedTransaction {
  readonly entries: Int32Array;
  readonly items: Int32Array;
  readonly places: Int32Array;
}

export interface IndexedGroup {
  readonly key: string;
  readonly members: Int32Array;
  /** Transactions, and the generalised item's place in each. */
  readonly rows: Int32Array;
  readonly places: Int32Array;
}

/** An entry that only takes a place: it belongs to no examined group. */
export const ELSEWHERE = ~0x40000000;

interface IndexOptions {
  readonly seed: string;
  /** The order of items is meaningful. */
  readonly ordered: boolean;
  readonly neighbours?: boolean;
}

export function indexRelease(published: readonly Transaction[], { seed, ordered, neighbours }: IndexOptions): IndexedRelease {
  const keyed = published.map(({ id, items }) => ({ key: transactionKey(items, ordered, seed), id, items }));
  const release = canonicalRows(keyed, seed);
  const distinct = new Set<string>();
  for (const { items } of release) for (const entry of items) for (const item of isGeneralised(entry) ? entry : [entry]) distinct.add(item);
  const terms = [...distinct].sort(compareCodePoints);
  const numberOf = new Map(terms.map((term, at) => [term, at]));
  const groupOf = new Map<string, number>();
  const members: Int32Array[] = [];
  const entries = release.map(({ items }) =>
    items.map((entry) => {
      if (!isGeneralised(entry)) return numberOf.get(entry) as number;
      if (entry.length === 0) return ELSEWHERE;
      const key = groupKey(entry);
      const group = groupOf.get(key) ?? members.length;
      if (group === members.length) {
        groupOf.set(key, group);
        members.push(Int32Array.from(canonicalItems(entry, seed), (item) => numberOf.get(item) as number));
      }
      return ~group;
    }),
  );
  return indexEntries(terms, members, entries, neighbours);
}

/** Minimum share of generalised entries for neighbours to help: at 3 % they cost .002 of F1, at 30 % they gained .002 to .012. */
const MUCH = 0.1;

export function isMuchGeneralised(published: readonly Transaction[]): boolean {
  let [generalised, all] = [0, 0];
  for (const { items } of published) {
    all += items.length;
    for (const entry of items) if (isGeneralised(entry)) generalised += 1;
  }
  return generalised >= MUCH * all;
}

export function indexEntries(
  terms: readonly string[],
  members: readonly Int32Array[],
  entries: readonly (readonly number[])[],
  neighbours = true,
): IndexedRelease {
  const groups = members.map((each) => new GroupRows(terms, each));
  const transactions = entries.map((each, transaction) => {
    for (const [group, place] of firstPlaces(each)) groups[group]?.add(transaction, place);
    return indexTransaction(each);
  });
  return { terms, transactions, groups: groups.map((group) => group.end()), neighbours };
}

/**
 * A release with changed entries in some transactions and additional groups, for practice. Unchanged parts are shared, so the cost depends only on
 * the changed transactions.
 */
export function withEntries(
  { terms, transactions: published, groups, neighbours }: IndexedRelease,
  changed: ReadonlyMap<number, readonly number[]>,
  members: readonly Int32Array[],
): IndexedRelease {
  const own = members.map((each) => new GroupRows(terms, each));
  const transactions = [...published];
  const moved = new Map<number, Int32Array>();
  for (const transaction of [...changed.keys()].sort((a, b) => a - b)) {
    const entries = changed.get(transaction) as readonly number[];
    transactions[transaction] = indexTransaction(entries);
    for (const [group, place] of firstPlaces(entries)) {
      own[group - groups.length]?.add(transaction, place);
      const { rows, places } = groups[group] ?? { rows: new Int32Array(), places: new Int32Array() };
      if (rows.length === 0) continue;
      const after = moved.get(group) ?? places.slice();
      after[placeIn(rows, transaction)] = place;
      moved.set(group, after);
    }
  }
  const kept = groups.map((group, at) => (moved.has(at) ? { ...group, places: moved.get(at) as Int32Array } : group));
  return { terms, transactions, groups: [...kept, ...own.map((group) => group.end())], neighbours };
}

function firstPlaces(entries: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const [place, entry] of entries.entries()) if (entry < 0 && !places.has(~entry)) places.set(~entry, place);
  return places;
}

export function indexTransaction(entries: readonly number[]): IndexedTransaction {
  const alone: number[] = [];
  // Item and place packed into one number for sorting.
  for (let place = 0; place < entries.length; place += 1) {
    const entry = entries[place];
    if (entry >= 0) alone.push(entry * entries.length + place);
  }
  const keys = new Float64Array(alone).sort();
  const [items, places] = [new Int32Array(keys.length), new Int32Array(keys.length)];
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at];
    places[at] = key % entries.length;
    items[at] = Math.floor(key / entries.length);
  }
  return { entries: new Int32Array(entries), items, places };
}

class GroupRows {
  readonly #key: string;
  readonly #members: Int32Array;
  readonly #rows: number[] = [];
  readonly #places: number[] = [];

  constructor(terms: readonly string[], members: Int32Array) {
    this.#key = groupKey(Array.from(members, (term) => terms[term]));
    this.#members = members;
  }

  add(transaction: number, place: number): void {
    this.#rows.push(transaction);
    this.#places.push(place);
  }

  end(): IndexedGroup {
    return { key: this.#key, members: this.#members, rows: Int32Array.from(this.#rows), places: Int32Array.from(this.#places) };
  }
}

/** By term. */
export function holdersOf({ terms, transactions }: IndexedRelease): number[][] {
  const holders: number[][] = Array.from(terms, () => []);
  for (const [at, { items }] of transactions.entries()) for (const item of items) holders[item]?.push(at);
  return holders;
}

/** Context items of one row, nearest first; ties: the earlier one. */
export function nearestFirst({ transactions }: IndexedRelease, group: IndexedGroup, row: number): Int32Array {
  const { entries, items } = transactions[group.rows[row]];
  const from = group.places[row];
  const nearest = new Int32Array(items.length);
  for (let distance = 1, found = 0; found < nearest.length; distance += 1) {
    for (let place = from - distance; place <= from + distance; place += 2 * distance) {
      const entry = entries[place];
      if (entry === undefined || entry < 0) continue;
      nearest[found] = entry;
      found += 1;
    }
  }
  return nearest;
}

export interface Surroundings {
  /** Compared items: context items, members of neighbouring generalised items, then the group's own members. */
  readonly items: Int32Array;
  /** The other generalised items of each row. */
  readonly neighbours: readonly (readonly IndexedGroup[])[];
}

export function surroundingsOf(release: IndexedRelease, group: IndexedGroup): Surroundings {
  const found = new Set<number>();
  for (const row of group.rows) {
    const { items } = release.transactions[row];
    for (let at = 0; at < items.length; at += 1) found.add(items[at]);
  }
  const neighbours = Array.from(group.rows.keys(), (row) => neighboursOf(release, group, row));
  for (const others of neighbours) for (const { members } of others) for (const item of members) found.add(item);
  const items = new Int32Array(found.size + group.members.length);
  let count = 0;
  for (const item of found) items[count++] = item;
  items.set(group.members, count);
  return { items, neighbours };
}

/** Distinct other generalised items of one row, in an order independent of the file. */
export function neighboursOf(release: IndexedRelease, group: IndexedGroup, row: number): readonly IndexedGroup[] {
  if (!release.neighbours) return NO_NEIGHBOURS;
  const { entries } = release.transactions[group.rows[row]];
  const found = new Set<IndexedGroup>();
  for (const entry of entries) {
    const other = entry < 0 ? release.groups[~entry] : undefined;
    // A part of a group differs from the group in the release: compare keys.
    if (other !== undefined && other.key !== group.key) found.add(other);
  }
  return [...found].sort((a, b) => compareCodePoints(a.key, b.key));
}

const NO_NEIGHBOURS: readonly IndexedGroup[] = [];
