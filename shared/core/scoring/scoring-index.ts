import { isGeneralised, type Transaction } from '../model/transaction.ts';
import { exp, sum } from '../numeric/numeric.ts';
import { standsIn } from '../numeric/sorted.ts';

/** Likelihood of a record's items: 1 for a single item, 1/|g| for a member of a generalised item, or a probability. */
export type Likeness = ReadonlyMap<string, number>;

/** Scores closer than this are equal. */
const TIE = 1e-9;

interface ScoringFinding {
  /** The record of the greatest score: the one that is claimed when it stands out enough, else the first of them. */
  readonly best: number;
  /** By how many standard deviations of all scores the best stands above the second; 0 when all are alike. */
  readonly eccentricity: number;
  readonly probabilityOfBest: number;
  /** Of the posterior over all records, in nats. */
  readonly entropy: number;
}

/** Likelihoods without an attack: members of a generalised item are equally likely. */
export function plainLikeness({ items }: Transaction): Likeness {
  const likeness = new Map<string, number>();
  for (const entry of items) {
    const share = isGeneralised(entry) ? 1 / entry.length : 1;
    for (const item of isGeneralised(entry) ? entry : [entry]) likeness.set(item, Math.max(likeness.get(item) ?? 0, share));
  }
  return likeness;
}

/** Likelihoods of all records in flat arrays: a map for each record of a large release takes a gigabyte. */
export class ScoringRecords {
  /** Number of each item, by first occurrence. */
  readonly places = new Map<string, number>();
  /** Of each record, where its items begin; then where the last one's end. */
  readonly starts: number[] = [0];
  #items = new Int32Array(1 << 10);
  #shares = new Float64Array(1 << 10);

  static of(records: Iterable<Likeness>): ScoringRecords {
    const all = new ScoringRecords();
    for (const record of records) all.add(record);
    return all;
  }

  get size(): number {
    return this.starts.length - 1;
  }

  add(likeness: Likeness): void {
    let at = this.starts.at(-1) as number;
    if (at + likeness.size > this.#items.length) this.#grow(at + likeness.size);
    for (const [item, share] of likeness) {
      let place = this.places.get(item);
      if (place === undefined) {
        place = this.places.size;
        this.places.set(item, place);
      }
      // One that has no share in the record is an item all the same: a wrong one may be drawn.
      if (!(share > 0)) continue;
      this.#items[at] = place;
      this.#shares[at] = share;
      at += 1;
    }
    this.starts.push(at);
  }

  #grow(least: number): void {
    const [items, shares] = [new Int32Array(2 * least), new Float64Array(2 * least)];
    items.set(this.#items);
    shares.set(this.#shares);
    [this.#items, this.#shares] = [items, shares];
  }

  /** The holders of each item, in the order of records: those of item `at` begin at `starts[at]`. */
  byItem(): { readonly starts: Uint32Array; readonly records: Uint32Array; readonly shares: Float64Array } {
    const end = this.starts.at(-1) as number;
    const starts = new Uint32Array(this.places.size + 1);
    for (let at = 0; at < end; at += 1) {
      const next = this.#items[at] + 1;
      starts[next] += 1;
    }
    for (let item = 0; item < this.places.size; item += 1) starts[item + 1] += starts[item];
    const free = starts.slice();
    const [records, shares] = [new Uint32Array(end), new Float64Array(end)];
    for (let record = 0; record < this.size; record += 1) {
      for (let at = this.starts[record]; at < this.starts[record + 1]; at += 1) {
        const item = this.#items[at];
        const to = free[item];
        free[item] = to + 1;
        records[to] = record;
        shares[to] = this.#shares[at];
      }
    }
    return { starts, records, shares };
  }
}

interface Holders {
  readonly records: Uint32Array;
  readonly shares: Float64Array;
}

/**
 * The scoring attack of Narayanan and Shmatikov (2008) on sets: records that hold rare known items score high. An inverted index: a target
 * costs the holders of the items that are known of it. Weight 1 / ln(1 + support); the paper's 1 / ln(support) has none for an item of one record.
 */
export class ScoringIndex {
  readonly #places: ReadonlyMap<string, number>;
  readonly #byItem: ReturnType<ScoringRecords['byItem']>;
  readonly #scores: Float64Array;
  readonly size: number;

  constructor(records: ScoringRecords) {
    this.size = records.size;
    this.#scores = new Float64Array(records.size);
    this.#places = records.places;
    this.#byItem = records.byItem();
  }

  #holders(item: string): Holders | undefined {
    const place = this.#places.get(item);
    if (place === undefined) return undefined;
    const { starts, records, shares } = this.#byItem;
    const [from, to] = [starts[place], starts[place + 1]];
    return { records: records.subarray(from, to), shares: shares.subarray(from, to) };
  }

  support(item: string): number {
    return this.#holders(item)?.records.length ?? 0;
  }

  /** How many records may hold all of the known items: 1 names a person by exact matching. */
  exactMatches(known: readonly string[]): number {
    const [rarest = new Uint32Array(), ...others] = known
      .map((item) => this.#holders(item)?.records ?? new Uint32Array())
      .sort((a, b) => a.length - b.length);
    return rarest.filter((record) => others.every((holders) => standsIn(holders, record))).length;
  }

  /** Scores all records by the items that are known of a target. `without` leaves one record out, as if it had not been published. */
  find(known: readonly string[], without?: number): ScoringFinding {
    const touched: number[] = [];
    for (const item of new Set(known)) {
      const list = this.#holders(item);
      if (list === undefined) continue;
      const support = list.records.length - (without !== undefined && standsIn(list.records, without) ? 1 : 0);
      if (support === 0) continue;
      const weight = 1 / Math.log(1 + support);
      for (const [at, record] of list.records.entries()) {
        if (record === without) continue;
        if (this.#scores[record] === 0) touched.push(record);
        this.#scores[record] += weight * list.shares[at];
      }
    }
    const scores = Float64Array.from(touched, (record) => this.#scores[record]);
    for (const record of touched) this.#scores[record] = 0;
    return findingOf(touched, scores, this.size - (without === undefined ? 0 : 1), without === 0 ? 1 : 0);
  }
}

/** Of equal scores how many there are, and the first place of one: scores of records of thousands that hold a frequent item take few values. */
interface Times {
  times: number;
  readonly first: number;
}

function distinctOf(scores: Float64Array): ReadonlyMap<number, Times> {
  const found = new Map<number, Times>();
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at];
    const known = found.get(score);
    if (known === undefined) found.set(score, { times: 1, first: at });
    else known.times += 1;
  }
  return found;
}

/** 2^27 + 1 splits a number into two of 26 bits, so that each times a count below 2^26 is exact (Veltkamp, 1968). */
const SPLIT = 134_217_729;

/** The sum of as many of each value as there are scores of it, rounded once, as if they were added one after the other. */
function sumOver(scores: ReadonlyMap<number, Times>, of: (score: number) => number): number {
  const parts: number[] = [];
  for (const [score, { times }] of scores) {
    const value = of(score);
    const much = SPLIT * value;
    const high = much - (much - value);
    parts.push(high * times, (value - high) * times);
  }
  return sum(parts);
}

/** Evaluates the positive scores; all other records score 0. Sums are exact, so the order of records changes no bit. */
function findingOf(touched: readonly number[], all: Float64Array, records: number, first: number): ScoringFinding {
  const untouched = records - touched.length;
  const scores = distinctOf(all);
  const mean = sumOver(scores, (score) => score) / records;
  const variance = (sumOver(scores, (score) => (score - mean) * (score - mean)) + untouched * mean * mean) / records;
  const sigma = Math.sqrt(Math.max(0, variance));
  let best = -1;
  let [greatest, second] = [untouched > 0 ? 0 : -Infinity, -Infinity];
  // The second is the greatest of all the others: 0 where two records hold nothing that is known.
  if (untouched > 1) second = 0;
  for (const [score, { times, first: at }] of scores) {
    if (score > greatest) {
      second = times > 1 ? score : greatest;
      greatest = score;
      best = at;
    } else if (score > second) second = score;
  }
  const record = best === -1 ? first : touched[best];
  // A spread below the tie is none: all records are alike.
  if (sigma <= TIE) return { best: record, eccentricity: 0, probabilityOfBest: 1 / records, entropy: Math.log(records) };
  const gap = greatest - second;
  const oddsOf = (score: number): number => exp((score - greatest) / sigma);
  const rest = untouched === 0 ? 0 : exp(-greatest / sigma);
  const total = sumOver(scores, oddsOf) + untouched * rest;
  const weighted = sumOver(scores, (score) => oddsOf(score) * ((score - greatest) / sigma)) - untouched * rest * (greatest / sigma);
  return {
    best: record,
    eccentricity: gap <= TIE ? 0 : gap / sigma,
    probabilityOfBest: 1 / total,
    entropy: Math.max(0, Math.log(total) - weighted / total),
  };
}
