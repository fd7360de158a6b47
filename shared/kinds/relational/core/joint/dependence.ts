import { minimise } from '../../../../core/numeric/minimise.ts';
import { exp } from '../../../../core/numeric/numeric.ts';
import { Deals } from './deals.ts';

/** Members of a class or bucket, and its distinct value codes with their counts, which sum to the members. */
export interface DealtGroup {
  readonly members: ArrayLike<number>;
  readonly codes: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** Classes or buckets with known members and value counts: which member has which value is hidden. */
export interface DealtGroups {
  readonly groups: readonly DealtGroup[];
  /** Number of value codes. */
  readonly distinct: number;
  /** Category of each person and number of categories, by column. */
  readonly features: readonly { readonly of: Int32Array; readonly size: number }[];
}

const ROUNDS = 5;
const STEPS = 6;
/** Weight of the column's distribution in its distribution given a value, in persons. */
const SMOOTHING = 10;
/** Persons from whom the ratios are learned, and on whom exponents are fitted. */
const MOST_LEARNED = 100_000;
const MOST_FITTED = 10_000;
/** Limit on persons x features x values of the fit, for memory. */
const MOST_RATIOS = 10_000_000;

/**
 * How columns go with values, learned from groups whose deals are hidden (expectation maximisation, in two halves that do not see each other). Each
 * column has a log-ratio for each value and category, and an exponent fitted to the likelihood of the other half's groups as published. Naive Bayes
 * has the exponent 1 for each column and counts evidence twice where columns depend on each other. No truth is needed.
 */
export class Dependence {
  readonly #given: DealtGroups;
  readonly #deals = new Deals();
  /** Learned groups in turn, and the place of a group among them; -1: not learned from. */
  readonly #learned: readonly number[];
  readonly #placeOf: Int32Array;
  readonly #gamma: readonly Float64Array[];
  /** Expected persons by value and category, by half and column; persons by value, by half. */
  readonly #counts: readonly (readonly Float64Array[])[];
  readonly #totals: readonly Float64Array[];
  readonly #shares: readonly Float64Array[];
  #exponents: Float64Array;

  constructor(given: DealtGroups) {
    this.#given = given;
    const { groups, distinct, features } = given;
    const persons = groups.reduce((sum, { members }) => sum + members.length, 0);
    const step = Math.max(1, Math.ceil(persons / MOST_LEARNED));
    this.#learned = [...groups.keys()].filter((group) => group % step === 0);
    this.#placeOf = new Int32Array(groups.length).fill(-1);
    for (const [place, group] of this.#learned.entries()) this.#placeOf[group] = place;
    this.#totals = [0, 1].map(() => new Float64Array(distinct));
    this.#gamma = this.#learned.map((group, place) => {
      const { members, codes, counts } = groups[group];
      for (let value = 0; value < codes.length; value += 1) this.#totals[place % 2][codes[value]] += counts[value];
      return Float64Array.from({ length: members.length * codes.length }, (_, at) => counts[at % codes.length] / members.length);
    });
    this.#counts = [0, 1].map(() => features.map(({ size }) => new Float64Array(distinct * size)));
    this.#shares = features.map(({ of, size }) => {
      const shares = new Float64Array(size);
      for (const { members } of groups) for (let at = 0; at < members.length; at += 1) shares[of[members[at]]] += 1 / persons;
      return shares;
    });
    this.#exponents = new Float64Array(features.length).fill(0.5);
    for (const group of this.#learned) this.#put(group, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      this.#fit();
      this.#expect();
    }
  }

  /** Weight of each of a group's values for each of its members, row by row, by the half that the group is not in. */
  weights(group: number): Float64Array {
    return this.#weigh(group, this.#ratios(group, this.#given.groups[group].codes, 1 - this.#halfOf(group)));
  }

  #halfOf(group: number): number {
    return Math.max(0, this.#placeOf[group]) % 2;
  }

  #weigh(group: number, ratios: Float64Array): Float64Array {
    const { groups, features } = this.#given;
    const { members, codes } = groups[group];
    const width = codes.length;
    const weight = new Float64Array(members.length * width);
    for (let member = 0; member < members.length; member += 1) {
      let most = -Infinity;
      for (let value = 0; value < width; value += 1) {
        let sum = 0;
        for (let at = 0; at < features.length; at += 1)
          sum += this.#exponents[at] * ratios[(member * features.length + at) * width + value];
        weight[member * width + value] = sum;
        most = Math.max(most, sum);
      }
      for (let value = 0; value < width; value += 1) weight[member * width + value] = exp(weight[member * width + value] - most);
    }
    return weight;
  }

  /** Adds a group's expected counts to the sums, or takes them out. Totals follow. */
  #put(group: number, sign: number, withTotals = false): void {
    const { groups, features } = this.#given;
    const { members, codes, counts: own } = groups[group];
    const gamma = this.#gamma[this.#placeOf[group]];
    const half = this.#halfOf(group);
    if (withTotals) for (let value = 0; value < codes.length; value += 1) this.#totals[half][codes[value]] += sign * own[value];
    for (const [at, { of, size }] of features.entries()) {
      const counts = this.#counts[half][at];
      for (let member = 0; member < members.length; member += 1) {
        const category = of[members[member]];
        for (let value = 0; value < codes.length; value += 1)
          counts[codes[value] * size + category] += sign * gamma[member * codes.length + value];
      }
    }
  }

  /** Log-ratios of a group's members, by feature and value, learned from one half without the group itself. */
  #ratios(group: number, values: ArrayLike<number>, half: number): Float64Array {
    const { groups, features } = this.#given;
    const { members } = groups[group];
    const ratios = new Float64Array(members.length * features.length * values.length);
    const [sums, totals] = [this.#counts[half], this.#totals[half]];
    const isLearned = this.#placeOf[group] >= 0 && this.#halfOf(group) === half;
    if (isLearned) this.#put(group, -1, true);
    for (const [at, { of, size }] of features.entries())
      for (let member = 0; member < members.length; member += 1) {
        const category = of[members[member]];
        const share = this.#shares[at][category];
        const from = (member * features.length + at) * values.length;
        for (let value = 0; value < values.length; value += 1) {
          // Rounding may leave a sum just below 0.
          const count = Math.max(0, sums[at][values[value] * size + category]);
          ratios[from + value] = Math.log((count + SMOOTHING * share) / (share * (totals[values[value]] + SMOOTHING)));
        }
      }
    if (isLearned) this.#put(group, 1, true);
    return ratios;
  }

  /** Fits the exponents to the likelihood of the groups: who shares a group with which values. */
  #fit(): void {
    const { groups, features, distinct } = this.#given;
    const informative = this.#learned.filter((group) => groups[group].codes.length > 1);
    const persons = informative.reduce((sum, group) => sum + groups[group].members.length, 0);
    const step = Math.max(1, Math.ceil(persons / Math.min(MOST_FITTED, MOST_RATIOS / (features.length * distinct))));
    const all = Int32Array.from({ length: distinct }, (_, code) => code);
    const fitted = informative
      .filter((_, at) => at % step === 0)
      .map((group) => ({ group: groups[group], ratios: this.#ratios(group, all, 1 - this.#halfOf(group)) }));
    const totals = this.#totals[0].map((each, code) => each + this.#totals[1][code]);
    const known = totals.reduce((sum, each) => sum + each, 0);
    const shares = totals.map((each) => each / known);
    const objective = (exponents: Float64Array, gradient: Float64Array): number => {
      gradient.fill(0);
      return fitted.reduce((sum, { group, ratios }) => sum - this.#likelihood(group, ratios, shares, exponents, gradient), 0);
    };
    this.#exponents = minimise(objective, this.#exponents, STEPS);
  }

  /** Log-likelihood of a group's values; its gradient is taken from `gradient`. */
  #likelihood(group: DealtGroup, ratios: Float64Array, shares: Float64Array, exponents: Float64Array, gradient: Float64Array): number {
    const { members, codes, counts } = group;
    const [wide, width, features] = [shares.length, codes.length, exponents.length];
    const weight = new Float64Array(members.length * width);
    const gamma = new Float64Array(members.length * width);
    const odds = new Float64Array(wide);
    let log = 0;
    for (let member = 0; member < members.length; member += 1) {
      let most = -Infinity;
      for (let value = 0; value < wide; value += 1) {
        let sum = 0;
        for (let at = 0; at < features; at += 1) sum += exponents[at] * ratios[(member * features + at) * wide + value];
        odds[value] = sum;
        most = Math.max(most, sum);
      }
      let total = 0;
      for (let value = 0; value < wide; value += 1) {
        odds[value] = exp(odds[value] - most);
        total += shares[value] * odds[value];
      }
      log -= Math.log(total);
      for (let value = 0; value < width; value += 1) weight[member * width + value] = odds[codes[value]];
      for (let at = 0; at < features; at += 1) {
        let sum = 0;
        for (let value = 0; value < wide; value += 1) sum += shares[value] * odds[value] * ratios[(member * features + at) * wide + value];
        gradient[at] += sum / total;
      }
    }
    log += this.#deals.deal(counts, members.length, weight, gamma);
    for (let member = 0; member < members.length; member += 1)
      for (let at = 0; at < features; at += 1) {
        const from = (member * features + at) * wide;
        for (let value = 0; value < width; value += 1) gradient[at] -= gamma[member * width + value] * ratios[from + codes[value]];
      }
    return log;
  }

  #expect(): void {
    const { groups } = this.#given;
    const next = this.#learned.map((group) => {
      const { members, counts } = groups[group];
      const gamma = new Float64Array(members.length * counts.length);
      const weight = this.#weigh(group, this.#ratios(group, groups[group].codes, this.#halfOf(group)));
      this.#deals.deal(counts, members.length, weight, gamma);
      return gamma;
    });
    for (const counts of this.#counts.flat()) counts.fill(0);
    for (const [place, group] of this.#learned.entries()) {
      this.#gamma[place].set(next[place]);
      this.#put(group, 1);
    }
  }
}
