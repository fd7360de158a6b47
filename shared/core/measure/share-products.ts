import type { Clusters } from './clusters.ts';
import type { GroupShare } from './few-groups.ts';
import { type Among, type Bearing, bearingOf, type Sample, type Squares, type Term, type Totals } from './sample.ts';

/** What rows of tables add to shares that are named by their numbers. */
export interface ShareRows {
  readonly clusters: Clusters;
  readonly shares: number;
  /**
   * Writes what a row adds to each share, part and whole side by side: whole numbers, so that no sum depends on the order of its rows. False
   * where the row does not count.
   */
  read(row: number, into: Float64Array): boolean;
}

/** What is asked of them. */
export interface AskedShares {
  /** Shares that are held against each other; one against itself for its own interval. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Shares whose sums by lot are kept, for what is resampled. */
  readonly lotted?: readonly number[];
}

/** More clusters are drawn in so many random lots: the variance is the same, the work bounded. */
const LOTS = 1000;
/** Of groups, of transactions, of rows. */
const [GROUP, TRANSACTION, ROW] = [0, 1, 2] as const;
/** Sums of products of a pair: of both parts, of part and whole, of whole and part, of both wholes; and how many clusters bear on either. */
const SUMS = 5;

/** Sums by lot of one kind of cluster: of each share, part and whole side by side. */
export interface Lots {
  readonly sums: Float64Array;
  readonly count: number;
}

/**
 * Sums over clusters of the products of what they add to shares: every variance of shares and of their differences is made of them, so rows are
 * gone through twice, however many differences there are. A row takes one step a pair and kind of cluster.
 */
export class ShareProducts implements Sample<number> {
  readonly #rows: ShareRows;
  readonly #totals: Float64Array;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #places: ReadonlyMap<string, number>;
  /** By kind. */
  readonly #sums: readonly Float64Array[];
  readonly #lotted: readonly number[];
  readonly #lots: readonly Float64Array[];
  readonly #clusters = [0, 0, 0];

  constructor(rows: ShareRows, { pairs, lotted = [] }: AskedShares) {
    // Of a difference each share by itself is asked for too.
    const all = [...pairs, ...[...pairs.flat(), ...lotted].map((share) => [share, share] as const)];
    const distinct = new Map(all.map((pair) => [pair.join(), pair]));
    const kinds = [GROUP, TRANSACTION, ROW];
    this.#rows = rows;
    this.#totals = new Float64Array(2 * rows.shares);
    this.#first = Int32Array.from(distinct.values(), ([one]) => 2 * one);
    this.#second = Int32Array.from(distinct.values(), ([, other]) => 2 * other);
    this.#places = new Map([...distinct.keys()].map((key, at) => [key, at]));
    this.#sums = kinds.map(() => new Float64Array(SUMS * distinct.size));
    this.#lotted = lotted;
    this.#lots = kinds.map(() => new Float64Array(2 * LOTS * lotted.length));
    this.#walk(GROUP, rows.clusters.group);
    if (all.length > 0) this.#walk(TRANSACTION, rows.clusters.transaction);
  }

  totals(share: number): Totals {
    return { parts: this.#totals[2 * share] as number, wholes: this.#totals[2 * share + 1] as number };
  }

  among(share: number, beside = share): Among {
    const [own, other] = [this.totals(share).wholes, this.totals(beside).wholes];
    // A share of nothing weighs nothing.
    const [a, b] = [own === 0 ? 0 : 1 / own, other === 0 || beside === share ? 0 : 1 / other];
    const bearing = (kind: number): Bearing => {
      const wholes = (one: number, two: number): number => this.#sum(kind, one, two, 3);
      const squares = a * a * wholes(share, share) + (b === 0 ? 0 : b * (2 * a * wholes(share, beside) + b * wholes(beside, beside)));
      return bearingOf(this.#sum(kind, share, beside, 4), Number(a > 0) + Number(b > 0), squares);
    };
    return { group: bearing(GROUP), transaction: bearing(TRANSACTION), row: bearing(ROW) };
  }

  squares(of: Term<number>, less?: Term<number>): Squares {
    const squares = (kind: number): number => {
      const own = this.#product(kind, of, of);
      if (less === undefined) return own;
      return Math.max(0, own - 2 * this.#product(kind, of, less) + this.#product(kind, less, less));
    };
    return { group: squares(GROUP), transaction: squares(TRANSACTION), row: squares(ROW) };
  }

  groups(share: number): GroupShare[] {
    const found = new Map<number, { part: number; whole: number }>();
    const own = new Float64Array(this.#totals.length);
    for (const [row, group] of this.#rows.clusters.group.entries()) {
      if (!this.#rows.read(row, own) || own[2 * share + 1] === 0) continue;
      const sums = found.get(group) ?? { part: 0, whole: 0 };
      found.set(group, sums);
      sums.part += own[2 * share] as number;
      sums.whole += own[2 * share + 1] as number;
    }
    return [...found.values()];
  }

  /** Of the shares whose lots are kept: by groups, by transactions and by rows. */
  lots(): { readonly shares: readonly number[]; readonly byKind: readonly Lots[] } {
    const width = 2 * this.#lotted.length;
    const byKind = this.#lots.map((sums, kind): Lots => {
      const count = Math.min(LOTS, this.#clusters[kind] as number);
      return { sums: sums.subarray(0, count * width), count };
    });
    return { shares: this.#lotted, byKind };
  }

  /** What two terms of a difference have in common: the sum over clusters of the product of their influences. */
  #product(kind: number, { share, scale }: Term<number>, other: Term<number>): number {
    const sum = (which: number): number => this.#sum(kind, share, other.share, which);
    const [own, theirs] = [this.totals(share), this.totals(other.share)];
    const [p, q] = [own.parts / own.wholes, theirs.parts / theirs.wholes];
    return ((sum(0) - q * sum(1) - p * sum(2) + p * q * sum(3)) / own.wholes / theirs.wholes) * scale * other.scale;
  }

  #sum(kind: number, share: number, beside: number, which: number): number {
    const place = this.#places.get(`${share},${beside}`);
    if (place === undefined) throw new Error(`the shares ${share} and ${beside} were not asked for together`);
    return (this.#sums[kind] as Float64Array)[SUMS * place + which] as number;
  }

  /** Adds up each cluster of a kind; with groups, rows too. */
  #walk(kind: typeof GROUP | typeof TRANSACTION, places: Int32Array): void {
    const rows = this.#rows;
    const own = new Float64Array(this.#totals.length);
    const sums = new Float64Array(own.length);
    const order = inOrder(places);
    let open = -1;
    const close = (): void => {
      if (open >= 0) this.#add(kind, open, sums);
      if (kind === GROUP)
        for (let at = 0; at < sums.length; at += 1) this.#totals[at] = (this.#totals[at] as number) + (sums[at] as number);
    };
    for (let at = 0; at < places.length; at += 1) {
      const row = order === null ? at : (order[at] as number);
      if (!rows.read(row, own)) continue;
      const place = places[row] as number;
      if (place !== open) {
        close();
        sums.fill(0);
        open = place;
      }
      for (let each = 0; each < own.length; each += 1) sums[each] = (sums[each] as number) + (own[each] as number);
      if (kind === GROUP) this.#add(ROW, row, own);
    }
    close();
  }

  #add(kind: number, place: number, values: Float64Array): void {
    this.#clusters[kind] = Math.max(this.#clusters[kind] as number, place + 1);
    const lots = this.#lots[kind] as Float64Array;
    for (let nth = 0, to = 2 * (place % LOTS) * this.#lotted.length; nth < this.#lotted.length; nth += 1, to += 2) {
      const from = 2 * (this.#lotted[nth] as number);
      lots[to] = (lots[to] as number) + (values[from] as number);
      lots[to + 1] = (lots[to + 1] as number) + (values[from + 1] as number);
    }
    const sums = this.#sums[kind] as Float64Array;
    const [first, second] = [this.#first, this.#second];
    for (let pair = 0, to = 0; pair < first.length; pair += 1, to += SUMS) {
      const [one, other] = [first[pair] as number, second[pair] as number];
      const [whole, theirs] = [values[one + 1] as number, values[other + 1] as number];
      if (whole === 0 && theirs === 0) continue;
      const [part, their] = [values[one] as number, values[other] as number];
      sums[to] = (sums[to] as number) + part * their;
      sums[to + 1] = (sums[to + 1] as number) + part * theirs;
      sums[to + 2] = (sums[to + 2] as number) + whole * their;
      sums[to + 3] = (sums[to + 3] as number) + whole * theirs;
      sums[to + 4] = (sums[to + 4] as number) + 1;
    }
  }
}

/** Rows by their cluster, as they come within one; null where they stand so. */
function inOrder(places: Int32Array): Int32Array | null {
  let [most, isOrdered] = [0, true];
  for (let row = 0; row < places.length; row += 1) {
    if ((places[row] as number) < most) isOrdered = false;
    else most = places[row] as number;
  }
  if (isOrdered) return null;
  const next = new Int32Array(most + 2);
  for (let row = 0; row < places.length; row += 1) next[(places[row] as number) + 1] = (next[(places[row] as number) + 1] as number) + 1;
  for (let place = 0; place < most; place += 1) next[place + 1] = (next[place + 1] as number) + (next[place] as number);
  const order = new Int32Array(places.length);
  for (let row = 0; row < places.length; row += 1) {
    const place = places[row] as number;
    order[next[place] as number] = row;
    next[place] = (next[place] as number) + 1;
  }
  return order;
}
