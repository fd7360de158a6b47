import { seeded } from '../../../../core/random/random.ts';
import { type Column, type ColumnType, numberOf } from '../model/table.ts';
import { type Posterior, posteriorOf } from './posterior.ts';

/** Buckets with the exact quasi-identifiers of their records and their value counts. */
export interface Buckets {
  readonly of: Int32Array;
  /** Value codes of each bucket, with repeats. */
  readonly values: readonly (readonly number[])[];
  readonly distinct: number;
  /** Category of each record and number of categories, by quasi-identifier. */
  readonly features: readonly { readonly of: Int32Array; readonly size: number }[];
}

interface BayesResult {
  readonly posteriors: readonly Posterior[];
  /** True: all deals were enumerated; else sampled. */
  readonly exact: boolean;
}

const MOST_DEALS = 100_000;
/** Record limit for enumeration, which recurses. */
const MOST_RECORDS = 2_000;
const BURN_IN = 100;
const COUNTED = 400;
/** Up to this bucket size every pair is proposed in each sweep. */
const ALL_PAIRS = 8;
const BINS = 10;

/**
 * Naive Bayes over buckets: columns are independent given the value, with Dirichlet weight 1 for each category. The likelihood of a deal is the
 * product of n! over its value-category counts; all other factors are constant. The posterior is the mean over all deals up to 100,000, else by
 * Gibbs sampling with swaps inside buckets. Odds are ratios of counts: no exp, no log.
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

/** n! / product of c!, as a product of binomials to avoid overflow. */
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

/** Value-category counts, and the weight ratio of changing a record's value. */
class Model {
  readonly #features: Buckets['features'];
  readonly #counts: readonly Float64Array[];

  constructor({ features, distinct }: Buckets) {
    this.#features = features;
    this.#counts = features.map(({ size }) => new Float64Array(distinct * size).fill(1));
  }

  /** Gives the record the value; returns the factor on the deal's weight. */
  give(record: number, value: number): number {
    let factor = 1;
    for (const [at, { of, size }] of this.#features.entries()) {
      const counts = this.#counts[at];
      const place = value * size + of[record];
      factor *= counts[place];
      counts[place] += 1;
    }
    return factor;
  }

  take(record: number, value: number): void {
    for (const [at, { of, size }] of this.#features.entries()) {
      const counts = this.#counts[at];
      const place = value * size + of[record];
      counts[place] -= 1;
    }
  }

  /** Weight ratio of swapping the values of two records; counts stay unchanged. */
  swapped(a: number, valueA: number, b: number, valueB: number): number {
    let odds = 1;
    for (const [at, { of, size }] of this.#features.entries()) {
      const [ca, cb] = [of[a], of[b]];
      if (ca === cb) continue;
      const counts = this.#counts[at];
      const at1 = counts[valueA * size + cb] * counts[valueB * size + ca];
      const at0 = (counts[valueA * size + ca] - 1) * (counts[valueB * size + cb] - 1);
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
    for (const code of codes) counts[code] += 1;
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
        sum[given[record]] += weight;
      }
      return;
    }
    const record = records[at];
    const rest = left[of[record]] as Int32Array;
    for (let value = 0; value < distinct; value += 1) {
      if (rest[value] === 0) continue;
      rest[value] -= 1;
      given[record] = value;
      // Relative to the first deal, so long products do not overflow; shares are unchanged.
      const factor = model.give(record, value);
      first[at] ??= factor;
      deal(at + 1, (weight * factor) / first[at]);
      model.take(record, value);
      rest[value] += 1;
    }
  };
  deal(0, 1);
  return sums.map((sum) => posteriorOf([...sum.entries()].map(([code, weight]) => [code, weight / total] as const)) as Posterior);
}

/** Exported for the oracle, which compares it with enumeration. */
export function gibbs(buckets: Buckets, members: readonly (readonly number[])[], seed: string): Posterior[] {
  const { of, values } = buckets;
  const random = seeded(seed, 'naive-bayes', of.length, values.length);
  const model = new Model(buckets);
  const given = new Int32Array(of.length);
  for (const [bucket, records] of members.entries())
    for (const [at, record] of records.entries()) {
      given[record] = values[bucket]?.[at] as number;
      model.give(record, given[record]);
    }
  const sums = Array.from({ length: of.length }, () => new Map<number, number>());
  const swap = (a: number, b: number): void => {
    const [valueA, valueB] = [given[a], given[b]];
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
        for (let one = 0; one < size; one += 1) for (let other = one + 1; other < size; other += 1) swap(records[one], records[other]);
      } else {
        for (let time = 0; time < size; time += 1) swap(records[random.below(size)], records[random.below(size)]);
      }
    }
    if (sweep < BURN_IN) continue;
    for (const [record, value] of given.entries()) {
      const sum = sums[record];
      sum.set(value, (sum.get(value) ?? 0) + 1);
    }
  }
  return sums.map((sum) => posteriorOf(sum) as Posterior);
}

/** A column as categories: its values, or ten equal-count bins of numbers. */
export function featureOf({ codes, values }: Column, type: ColumnType): { of: Int32Array; size: number } {
  const numbers = values.map(numberOf);
  if (type !== 'number' || values.length <= BINS || numbers.includes(null)) return { of: codes, size: values.length };
  const counts = new Int32Array(values.length);
  for (const code of codes) counts[code] += 1;
  const order = [...values.keys()].sort((a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b);
  const bin = new Int32Array(values.length);
  let below = 0;
  for (const code of order) {
    // By the midpoint of the value's records, so equal numbers share a bin.
    const middle = below + counts[code] / 2;
    bin[code] = Math.min(BINS - 1, Math.floor((BINS * middle) / codes.length));
    below += counts[code];
  }
  return { of: codes.map((code) => bin[code]), size: BINS };
}
