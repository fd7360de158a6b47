import { seeded } from '../../random/random.ts';
import { numberOf } from '../model/number.ts';
import type { Column, ColumnType } from '../model/table.ts';
import { type Posterior, posteriorOf } from './posterior.ts';

/** Buckets with the exact quasi-identifiers of their records, and how often each value stands in them. */
export interface Buckets {
  /** The bucket of each record. */
  readonly of: Int32Array;
  /** The values of each bucket, as codes with repeats: as many as it has records. */
  readonly values: readonly (readonly number[])[];
  readonly distinct: number;
  /** For each quasi-identifier the category of each record, and how many categories there are. */
  readonly features: readonly { readonly of: Int32Array; readonly size: number }[];
}

interface BayesResult {
  readonly posteriors: readonly Posterior[];
  /** All deals were summed up; else drawn. */
  readonly exact: boolean;
}

const MOST_DEALS = 100_000;
/** And up to so many records: a deal is dealt by recursion. */
const MOST_RECORDS = 2_000;
const BURN_IN = 100;
const COUNTED = 400;
/** In buckets up to this size every pair is offered a swap in each sweep. */
const ALL_PAIRS = 8;
const BINS = 10;

/**
 * Naive Bayes over buckets: the columns are independent given the value, with Dirichlet weight 1 for each category of a column. A deal is
 * likely by the product of n! over its counts of value and category, since every other factor is the same for all deals. The posterior is
 * the mean over deals: all of them up to 100,000, else Gibbs sampling by swaps inside buckets. Odds are ratios of counts: no exp, no log.
 */
export function naiveBayes(buckets: Buckets, seed: string): BayesResult {
  const members = membersOf(buckets);
  let deals = 1;
  for (const values of buckets.values) deals *= dealsOf(values);
  return deals <= MOST_DEALS && buckets.of.length <= MOST_RECORDS
    ? { posteriors: exact(buckets, members), exact: true }
    : { posteriors: gibbs(buckets, members, seed), exact: false };
}

export function membersOf({ of, values }: Buckets): readonly number[][] {
  const members: number[][] = values.map(() => []);
  for (const [record, bucket] of of.entries()) members[bucket]?.push(record);
  return members;
}

/** n! / product of c!, as a product of binomials so that it stays a number. */
function dealsOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [deals, placed] = [1, 0];
  for (const count of counts.values()) {
    for (let each = 1; each <= count; each += 1) {
      placed += 1;
      deals = (deals * placed) / each;
    }
  }
  return deals;
}

/** Counts of value and category, and what a change of one record's value is worth. */
class Model {
  readonly #features: Buckets['features'];
  readonly #counts: readonly Float64Array[];

  constructor({ features, distinct }: Buckets) {
    this.#features = features;
    this.#counts = features.map(({ size }) => new Float64Array(distinct * size).fill(1));
  }

  /** The factor by which the deal's weight grows when the record is given the value. */
  give(record: number, value: number): number {
    let factor = 1;
    for (const [at, { of, size }] of this.#features.entries()) {
      const counts = this.#counts[at] as Float64Array;
      const place = value * size + (of[record] as number);
      factor *= counts[place] as number;
      counts[place] = (counts[place] as number) + 1;
    }
    return factor;
  }

  take(record: number, value: number): void {
    for (const [at, { of, size }] of this.#features.entries()) {
      const counts = this.#counts[at] as Float64Array;
      const place = value * size + (of[record] as number);
      counts[place] = (counts[place] as number) - 1;
    }
  }

  /** Weight of a deal with the values of two records exchanged, over its weight; the counts stay as they are. */
  swapped(a: number, valueA: number, b: number, valueB: number): number {
    let odds = 1;
    for (const [at, { of, size }] of this.#features.entries()) {
      const [ca, cb] = [of[a] as number, of[b] as number];
      if (ca === cb) continue;
      const counts = this.#counts[at] as Float64Array;
      const at1 = (counts[valueA * size + cb] as number) * (counts[valueB * size + ca] as number);
      const at0 = ((counts[valueA * size + ca] as number) - 1) * ((counts[valueB * size + cb] as number) - 1);
      odds *= at1 / at0;
    }
    return odds;
  }
}

function exact(buckets: Buckets, members: readonly (readonly number[])[]): Posterior[] {
  const { of, values, distinct } = buckets;
  const model = new Model(buckets);
  const records = members.flat();
  const left = values.map((codes) => {
    const counts = new Int32Array(distinct);
    for (const code of codes) counts[code] = (counts[code] as number) + 1;
    return counts;
  });
  const sums = Array.from({ length: of.length }, () => new Float64Array(distinct));
  const given = new Int32Array(of.length);
  const first: number[] = [];
  let total = 0;
  const deal = (at: number, weight: number): void => {
    if (at === records.length) {
      total += weight;
      for (const record of records) {
        const sum = sums[record] as Float64Array;
        sum[given[record] as number] = (sum[given[record] as number] as number) + weight;
      }
      return;
    }
    const record = records[at] as number;
    const rest = left[of[record] as number] as Int32Array;
    for (let value = 0; value < distinct; value += 1) {
      if (rest[value] === 0) continue;
      rest[value] = (rest[value] as number) - 1;
      given[record] = value;
      // Held against the first deal, step by step: long products stay numbers, and shares do not change.
      const factor = model.give(record, value);
      first[at] ??= factor;
      deal(at + 1, (weight * factor) / first[at]);
      model.take(record, value);
      rest[value] = (rest[value] as number) + 1;
    }
  };
  deal(0, 1);
  return sums.map((sum) => posteriorOf([...sum.entries()].map(([code, weight]) => [code, weight / total] as const)) as Posterior);
}

/** Exported for the oracle, which holds it against all deals. */
export function gibbs(buckets: Buckets, members: readonly (readonly number[])[], seed: string): Posterior[] {
  const { of, values } = buckets;
  const random = seeded(seed, 'naive-bayes', of.length, values.length);
  const model = new Model(buckets);
  const given = new Int32Array(of.length);
  for (const [bucket, records] of members.entries())
    for (const [at, record] of records.entries()) {
      given[record] = values[bucket]?.[at] as number;
      model.give(record, given[record] as number);
    }
  const sums = Array.from({ length: of.length }, () => new Map<number, number>());
  const swap = (a: number, b: number): void => {
    const [valueA, valueB] = [given[a] as number, given[b] as number];
    if (valueA === valueB) return;
    const odds = model.swapped(a, valueA, b, valueB);
    if (random.unit() * (1 + odds) >= odds) return;
    model.take(a, valueA);
    model.take(b, valueB);
    model.give(a, valueB);
    model.give(b, valueA);
    [given[a], given[b]] = [valueB, valueA];
  };
  for (let sweep = 0; sweep < BURN_IN + COUNTED; sweep += 1) {
    for (const records of members) {
      const size = records.length;
      if (size <= ALL_PAIRS) {
        for (let one = 0; one < size; one += 1)
          for (let other = one + 1; other < size; other += 1) swap(records[one] as number, records[other] as number);
      } else {
        for (let time = 0; time < size; time += 1) swap(records[random.below(size)] as number, records[random.below(size)] as number);
      }
    }
    if (sweep < BURN_IN) continue;
    for (const [record, value] of given.entries()) {
      const sum = sums[record] as Map<number, number>;
      sum.set(value, (sum.get(value) ?? 0) + 1);
    }
  }
  return sums.map((sum) => posteriorOf(sum) as Posterior);
}

/** A column as categories: its values, or of numbers ten bins of equal count. */
export function featureOf({ codes, values }: Column, type: ColumnType): { of: Int32Array; size: number } {
  const numbers = values.map(numberOf);
  if (type !== 'number' || values.length <= BINS || numbers.includes(null)) return { of: codes, size: values.length };
  const counts = new Int32Array(values.length);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  const order = [...values.keys()].sort((a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b);
  const bin = new Int32Array(values.length);
  let below = 0;
  for (const code of order) {
    // By the middle of the value's records, so that equal numbers share a bin.
    const middle = below + (counts[code] as number) / 2;
    bin[code] = Math.min(BINS - 1, Math.floor((BINS * middle) / codes.length));
    below += counts[code] as number;
  }
  return { of: codes.map((code) => bin[code] as number), size: BINS };
}
