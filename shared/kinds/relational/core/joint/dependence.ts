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

/** Steps of the fit of all log-ratios, and of the exponents. */
const STEPS = 25;
const EXPONENT_STEPS = 6;
/** Standard deviation of a log-ratio before anything is learned. */
const SPREAD = 0.5;
/** Persons from whom the ratios are learned, and on whom exponents are fitted. */
const MOST_LEARNED = 100_000;
const MOST_FITTED = 10_000;

/**
 * How columns go with values, learned from groups whose deals are hidden, in two halves that do not see each other. Each column has a log-ratio for
 * each value and category, fitted to the likelihood of the groups' values given their members, and an exponent fitted to that of the other half. What
 * the groups do not tell stays at 0: a model of the members themselves would explain their columns by values that are alike. No truth is needed.
 */
export class Dependence {
  readonly #given: DealtGroups;
  readonly #deals = new Deals();
  /** Learned groups in turn, and the place of a group among them; -1: not learned from. */
  readonly #learned: readonly number[];
  readonly #placeOf: Int32Array;
  readonly #shares: Float64Array;
  /** First ratio of each column; a category's ratios are by value. */
  readonly #starts: Int32Array;
  /** By half. */
  readonly #ratios: readonly Float64Array[];
  readonly #exponents: Float64Array;

  constructor(given: DealtGroups) {
    this.#given = given;
    const { groups, distinct, features } = given;
    const persons = groups.reduce((sum, { members }) => sum + members.length, 0);
    const step = Math.max(1, Math.ceil(persons / MOST_LEARNED));
    this.#learned = [...groups.keys()].filter((group) => group % step === 0);
    this.#placeOf = new Int32Array(groups.length).fill(-1);
    for (const [place, group] of this.#learned.entries()) this.#placeOf[group] = place;
    const totals = new Float64Array(distinct);
    for (const group of this.#learned)
      for (let value = 0; value < groups[group].codes.length; value += 1) totals[groups[group].codes[value]] += groups[group].counts[value];
    const known = totals.reduce((sum, each) => sum + each, 0);
    this.#shares = totals.map((each) => each / known);
    this.#starts = new Int32Array(features.length + 1);
    for (const [at, { size }] of features.entries()) this.#starts[at + 1] = this.#starts[at] + size * distinct;
    const informative = this.#learned.filter((group) => groups[group].codes.length > 1);
    const ones = new Float64Array(features.length).fill(1);
    this.#ratios = [0, 1].map((half) => {
      const own = informative.filter((group) => this.#halfOf(group) === half);
      const objective = (ratios: Float64Array, gradient: Float64Array): number => {
        let cost = 0;
        for (const [at, ratio] of ratios.entries()) {
          cost += (ratio * ratio) / (2 * SPREAD * SPREAD);
          gradient[at] = ratio / (SPREAD * SPREAD);
        }
        for (const group of own)
          cost -= this.#likelihood(groups[group], ratios, ones, (_, place, slope) => {
            gradient[place] -= slope;
          });
        return cost;
      };
      return minimise(objective, new Float64Array(this.#starts[features.length]), STEPS);
    });
    const fitted = informative.filter((_, at) => at % Math.max(1, Math.ceil(persons / step / MOST_FITTED)) === 0);
    const cross = (exponents: Float64Array, gradient: Float64Array): number => {
      gradient.fill(0);
      let cost = 0;
      for (const group of fitted) {
        const ratios = this.#ratios[1 - this.#halfOf(group)];
        cost -= this.#likelihood(groups[group], ratios, exponents, (at, place, slope) => {
          gradient[at] -= slope * ratios[place];
        });
      }
      return cost;
    };
    this.#exponents = minimise(cross, ones, EXPONENT_STEPS);
  }

  /** Weight of each of a group's values for each of its members, row by row, by the half that the group is not in, or by its own. */
  weights(group: number, byOwn = false): Float64Array {
    const { members, codes } = this.#given.groups[group];
    const half = this.#halfOf(group);
    const ratios = this.#ratios[byOwn ? half : 1 - half];
    const width = codes.length;
    const weight = new Float64Array(members.length * width);
    for (let member = 0; member < members.length; member += 1) {
      const odds = this.#odds(members[member], ratios, this.#exponents);
      let most = 0;
      for (let value = 0; value < width; value += 1) most = Math.max(most, odds[codes[value]]);
      for (let value = 0; value < width; value += 1) weight[member * width + value] = odds[codes[value]] / most;
    }
    return weight;
  }

  #halfOf(group: number): number {
    return Math.max(0, this.#placeOf[group]) % 2;
  }

  /** Odds of all values for a person; the greatest is 1. */
  #odds(person: number, ratios: Float64Array, exponents: Float64Array): Float64Array {
    const { distinct, features } = this.#given;
    const odds = new Float64Array(distinct);
    for (const [at, { of }] of features.entries()) {
      const from = this.#starts[at] + of[person] * distinct;
      for (let value = 0; value < distinct; value += 1) odds[value] += exponents[at] * ratios[from + value];
    }
    const most = odds.reduce((a, b) => Math.max(a, b), -Infinity);
    return odds.map((each) => Math.max(LEAST, exp(each - most)));
  }

  /** Log-likelihood of a group's values given its members; `slope`: its derivative by the sum of a person's ratios, for each column and ratio. */
  #likelihood(
    group: DealtGroup,
    ratios: Float64Array,
    exponents: Float64Array,
    each: (column: number, place: number, slope: number) => void,
  ): number {
    const { distinct, features } = this.#given;
    const { members, codes, counts } = group;
    const width = codes.length;
    const weight = new Float64Array(members.length * width);
    const gamma = new Float64Array(members.length * width);
    const slopes = new Float64Array(members.length * distinct);
    let log = 0;
    for (let member = 0; member < members.length; member += 1) {
      const odds = this.#odds(members[member], ratios, exponents);
      let total = 0;
      for (let value = 0; value < distinct; value += 1) total += this.#shares[value] * odds[value];
      log -= Math.log(total);
      for (let value = 0; value < distinct; value += 1) slopes[member * distinct + value] = (-this.#shares[value] * odds[value]) / total;
      for (let value = 0; value < width; value += 1) weight[member * width + value] = odds[codes[value]];
    }
    log += this.#deals.deal(counts, members.length, weight, gamma);
    for (let member = 0; member < members.length; member += 1) {
      const own = member * distinct;
      for (let value = 0; value < width; value += 1) slopes[own + codes[value]] += gamma[member * width + value];
      for (let at = 0; at < features.length; at += 1) {
        const from = this.#starts[at] + features[at].of[members[member]] * distinct;
        for (let value = 0; value < distinct; value += 1) each(at, from + value, slopes[own + value]);
      }
    }
    return log;
  }
}

/** Odds are never 0: columns make no value impossible. */
const LEAST = 1e-12;
