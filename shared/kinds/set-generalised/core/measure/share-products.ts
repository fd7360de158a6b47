import { type Random, seeded } from '../../../../core/random/random.ts';
import type { Clusters } from '../../../../core/statistics/clusters.ts';
import type { GroupShare } from '../../../../core/statistics/few-groups.ts';
import { type Lift, liftWithin, tooFew, twoWay } from '../../../../core/statistics/intervals.ts';
import {
  type Among,
  type Bearing,
  bearingOf,
  type Sample,
  type Squares,
  shareIn,
  type Term,
  type Totals,
} from '../../../../core/statistics/sample.ts';

export interface ShareRows {
  readonly clusters: Clusters;
  readonly shares: number;
  /** Writes a row's part and whole for each share: integers, so sums do not depend on the order of rows. False: the row does not count. */
  read(row: number, into: Float64Array): boolean;
}

export interface AskedShares {
  /** Pairs of shares to compare; a share with itself for its own interval. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Shares whose sums by lot are kept for resampling. */
  readonly lotted?: readonly number[];
}

/** Maximum number of random lots of clusters: same variance, bounded work. */
const LOTS = 1000;
const [GROUP, TRANSACTION, ROW] = [0, 1, 2] as const;
/** Sums for each pair: part x part, part x whole, whole x part, whole x whole, and the number of clusters. */
const SUMS = 5;
/** Clusters that are multiplied at once, and how far their columns lie apart: a power of two would put all columns in the same few lines of the cache. */
const LANES = 32;
const APART = LANES + 8;

interface Lots {
  /** Parts of a share by lot, then its wholes, then those of the next share. */
  readonly sums: Float64Array;
  readonly count: number;
}

/**
 * Sums of products over clusters, from which all variances of shares and their differences follow: two passes over the rows for any number of
 * differences, one step for each row, pair and kind of cluster.
 */
export class ShareProducts implements Sample<number> {
  readonly #rows: ShareRows;
  readonly #totals: Float64Array;
  /** The shares in pairs, and the place of each pair's first and second among them. */
  readonly #paired: Int32Array;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #places: ReadonlyMap<string, number>;
  readonly #sums: readonly Float64Array[];
  /** By kind of cluster: the parts and wholes of paired shares in the clusters that are not multiplied yet, column by column. */
  readonly #waiting: readonly { readonly columns: Float64Array; clusters: number }[];
  readonly #lotted: readonly number[];
  readonly #lots: readonly Float64Array[];
  readonly #clusters = [0, 0, 0];

  constructor(rows: ShareRows, { pairs, lotted = [] }: AskedShares) {
    // A difference needs each share by itself too.
    const all = [...pairs, ...[...pairs.flat(), ...lotted].map((share) => [share, share] as const)];
    const distinct = new Map(all.map((pair) => [pair.join(), pair]));
    const kinds = [GROUP, TRANSACTION, ROW];
    this.#rows = rows;
    this.#totals = new Float64Array(2 * rows.shares);
    this.#paired = Int32Array.from(new Set([...distinct.values()].flat()));
    this.#first = Int32Array.from(distinct.values(), ([one]) => this.#paired.indexOf(one));
    this.#second = Int32Array.from(distinct.values(), ([, other]) => this.#paired.indexOf(other));
    this.#places = new Map([...distinct.keys()].map((key, at) => [key, at]));
    this.#sums = kinds.map(() => new Float64Array(SUMS * distinct.size));
    this.#waiting = kinds.map(() => ({ columns: new Float64Array(2 * APART * this.#paired.length), clusters: 0 }));
    this.#lotted = lotted;
    this.#lots = kinds.map(() => new Float64Array(2 * LOTS * lotted.length));
    this.#walk(GROUP, rows.clusters.group);
    if (all.length > 0) this.#walk(TRANSACTION, rows.clusters.transaction);
    for (const kind of kinds) this.#multiply(kind);
  }

  totals(share: number): Totals {
    return { parts: this.#totals[2 * share], wholes: this.#totals[2 * share + 1] };
  }

  among(share: number, beside = share): Among {
    const [own, other] = [this.totals(share).wholes, this.totals(beside).wholes];
    // A share with an empty whole has weight 0.
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
      sums.part += own[2 * share];
      sums.whole += own[2 * share + 1];
    }
    return [...found.values()];
  }

  lots(): { readonly shares: readonly number[]; readonly byKind: readonly Lots[] } {
    return { shares: this.#lotted, byKind: this.#lots.map((sums, kind) => ({ sums, count: Math.min(LOTS, this.#clusters[kind]) })) };
  }

  /** Covariance term: the sum over clusters of the product of two influences. */
  #product(kind: number, { share, scale }: Term<number>, other: Term<number>): number {
    const sum = (which: number): number => this.#sum(kind, share, other.share, which);
    const [own, theirs] = [this.totals(share), this.totals(other.share)];
    const [p, q] = [own.parts / own.wholes, theirs.parts / theirs.wholes];
    return ((sum(0) - q * sum(1) - p * sum(2) + p * q * sum(3)) / own.wholes / theirs.wholes) * scale * other.scale;
  }

  #sum(kind: number, share: number, beside: number, which: number): number {
    const place = this.#places.get(`${share},${beside}`);
    if (place === undefined) throw new Error(`the shares ${share} and ${beside} were not asked for together`);
    return this.#sums[kind][SUMS * place + which];
  }

  /** Adds up the clusters of one kind; with groups also the rows. */
  #walk(kind: typeof GROUP | typeof TRANSACTION, places: Int32Array): void {
    const rows = this.#rows;
    const own = new Float64Array(this.#totals.length);
    const sums = new Float64Array(own.length);
    const order = inOrder(places);
    let open = -1;
    const close = (): void => {
      if (open >= 0) this.#add(kind, open, sums);
      if (kind === GROUP) for (let at = 0; at < sums.length; at += 1) this.#totals[at] += sums[at];
    };
    for (let at = 0; at < places.length; at += 1) {
      const row = order === null ? at : order[at];
      if (!rows.read(row, own)) continue;
      const place = places[row];
      if (place !== open) {
        close();
        sums.fill(0);
        open = place;
      }
      for (let each = 0; each < own.length; each += 1) sums[each] += own[each];
      if (kind === GROUP) this.#add(ROW, row, own);
    }
    close();
  }

  #add(kind: number, place: number, values: Float64Array): void {
    this.#clusters[kind] = Math.max(this.#clusters[kind], place + 1);
    const lots = this.#lots[kind];
    for (let nth = 0, to = place % LOTS; nth < this.#lotted.length; nth += 1, to += 2 * LOTS) {
      const from = 2 * this.#lotted[nth];
      lots[to] += values[from];
      lots[to + LOTS] += values[from + 1];
    }
    const waiting = this.#waiting[kind];
    const { columns, clusters } = waiting;
    for (let nth = 0, to = clusters; nth < this.#paired.length; nth += 1, to += 2 * APART) {
      const from = 2 * this.#paired[nth];
      columns[to] = values[from];
      columns[to + APART] = values[from + 1];
    }
    waiting.clusters = clusters + 1;
    if (waiting.clusters === LANES) this.#multiply(kind);
  }

  /** Pair by pair over the waiting clusters, so that sums stay in registers. All are whole numbers: their order changes nothing. */
  #multiply(kind: number): void {
    const waiting = this.#waiting[kind];
    const { columns, clusters } = waiting;
    const sums = this.#sums[kind];
    for (let pair = 0, to = 0; pair < this.#first.length; pair += 1, to += SUMS) {
      const own = 2 * APART * this.#first[pair];
      const beside = 2 * APART * this.#second[pair];
      let [parts, ofPart, ofWhole, wholes, count] = [0, 0, 0, 0, 0];
      for (let lane = 0; lane < clusters; lane += 1) {
        const part = columns[own + lane];
        const whole = columns[own + APART + lane];
        const their = columns[beside + lane];
        const theirs = columns[beside + APART + lane];
        parts += part * their;
        ofPart += part * theirs;
        ofWhole += whole * their;
        wholes += whole * theirs;
        // Of anything at all: without a branch, since wholes are whole numbers.
        count += Math.min(1, whole + theirs);
      }
      sums[to] += parts;
      sums[to + 1] += ofPart;
      sums[to + 2] += ofWhole;
      sums[to + 3] += wholes;
      sums[to + 4] += count;
    }
    waiting.clusters = 0;
  }
}

/** Row order by cluster (stable); null if already sorted. */
function inOrder(places: Int32Array): Int32Array | null {
  let [most, isOrdered] = [0, true];
  for (let row = 0; row < places.length; row += 1) {
    if (places[row] < most) isOrdered = false;
    else most = places[row];
  }
  if (isOrdered) return null;
  const next = new Int32Array(most + 2);
  for (let row = 0; row < places.length; row += 1) next[places[row] + 1] += 1;
  for (let place = 0; place < most; place += 1) next[place + 1] += next[place];
  const order = new Int32Array(places.length);
  for (let row = 0; row < places.length; row += 1) {
    const place = places[row];
    order[next[place]] = row;
    next[place] += 1;
  }
  return order;
}

/** Bootstrap resamples for the best of several shares, which has no influence function. */
const DRAWS = 400;

export interface AgainstBest {
  readonly of: number;
  readonly over: readonly number[];
}

/**
 * Lifts of shares over the best of others. The best is chosen anew in each resample of groups, transactions and rows, from shared draws of the kept
 * lots: at most 3 x 400 x 1000 steps for each share. Null: too few clusters.
 */
export function bestLifts(products: ShareProducts, wanted: readonly AgainstBest[], seed: string): (Lift | null)[] {
  const { shares, byKind } = products.lots();
  if (shares.length === 0) return wanted.map(() => null);
  const placeOf = new Map(shares.map((share, at) => [share, at]));
  const liftsAt = (values: Float64Array): number[] => {
    const drawn = (share: number): number => values[placeOf.get(share) as number];
    return wanted.map(({ of, over }) => drawn(of) - Math.max(...over.map(drawn).filter((value) => !Number.isNaN(value))));
  };
  const variances = byKind.map((lots, kind) => {
    const random = seeded(seed, 'resample', kind);
    const draws = Array.from({ length: DRAWS }, () => liftsAt(drawnShares(lots, shares.length, random)));
    // A bootstrap of n has (n - 1) / n of the sampling variance.
    return wanted.map((_, at) => (varianceOf(draws.map((lifts) => lifts[at])) * lots.count) / Math.max(1, lots.count - 1));
  }) as [number[], number[], number[]];
  const lifts = liftsAt(Float64Array.from(shares, (share) => shareIn(products, share) ?? Number.NaN));
  return lifts.map((lift, at) => {
    const among = products.among(wanted[at].of);
    if (tooFew(among) || !Number.isFinite(lift)) return null;
    const [byGroup, byTransaction, byRow] = variances.map((each) => each[at]) as [number, number, number];
    return liftWithin(lift, twoWay(byGroup, byTransaction, byRow), among);
  });
}

/** Share by share over all lots, two at a time, each as often as it was drawn. All are whole numbers: their order changes nothing. */
function drawnShares({ sums, count }: Lots, shares: number, random: Random): Float64Array {
  const times = new Float64Array(LOTS);
  for (let left = count; left > 0; left -= 1) times[random.below(count)] += 1;
  const drawn = new Float64Array(shares);
  for (let share = 0, from = 0; share < shares; share += 1, from += 2 * LOTS) {
    let [part, whole, parts, wholes] = [0, 0, 0, 0];
    for (let lot = 0, at = from; lot < count; lot += 2, at += 2) {
      const [one, other] = [times[lot], times[lot + 1]];
      part += one * sums[at];
      whole += one * sums[at + LOTS];
      parts += other * sums[at + 1];
      wholes += other * sums[at + LOTS + 1];
    }
    drawn[share] = (part + parts) / (whole + wholes);
  }
  return drawn;
}

function varianceOf(values: readonly number[]): number {
  const known = values.filter(Number.isFinite);
  const centre = known.reduce((total, value) => total + value, 0) / known.length;
  return known.reduce((total, value) => total + (value - centre) * (value - centre), 0) / Math.max(1, known.length - 1);
}
