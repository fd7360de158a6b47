import { minimise } from '../../../../core/numeric/minimise.ts';
import { exp } from '../../../../core/numeric/numeric.ts';
import { seeded, shuffle } from '../../../../core/random/random.ts';
import { precisionsOf } from './alike-values.ts';
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

/** Steps of the first and second fit of all log-ratios, and of the exponents. */
const FIRST_STEPS = 25;
const STEPS = 12;
const EXPONENT_STEPS = 6;
/** Standard deviation of a log-ratio, and of an exponent, before anything is learned. */
const SPREAD = 0.5;
const EXPONENT_SPREAD = 1;
/** Persons from whom the ratios are learned, and on whom exponents are fitted. */
const MOST_LEARNED = 100_000;
const MOST_FITTED = 10_000;
/** With more values, what the halves agree on is not asked: it takes the cube of their number. */
const MOST_VALUES = 200;

/**
 * How columns go with values, learned from groups whose deals are hidden, in two halves that do not see each other. Each column has a log-ratio for
 * each value and category, fitted to the likelihood of the groups' values given their members, fitted again with what both halves agree on known, and an
 * exponent fitted to that of the other half. What the groups do not tell stays at 0: a model of the members themselves would explain their columns by values that are alike. No truth is needed.
 */
export class Dependence {
  readonly #given: DealtGroups;
  readonly #deals = new Deals();
  /** Learned groups, and the place of a group among them in a random order; -1: not learned from. */
  readonly #learned: readonly number[];
  readonly #placeOf: Int32Array;
  readonly #shares: Float64Array;
  /** First ratio of each column; a category's ratios are by value. */
  readonly #starts: Int32Array;
  /** By half. */
  readonly #ratios: readonly Float64Array[];
  readonly #exponents: Float64Array;
  /** Of the person that is looked at. */
  readonly #own: Float64Array;

  constructor(given: DealtGroups) {
    this.#given = given;
    this.#own = new Float64Array(given.distinct);
    const { groups, distinct, features } = given;
    const persons = groups.reduce((sum, { members }) => sum + members.length, 0);
    const step = Math.max(1, Math.ceil(persons / MOST_LEARNED));
    this.#learned = [...groups.keys()].filter((group) => group % step === 0);
    this.#placeOf = new Int32Array(groups.length).fill(-1);
    // Groups come in the order of their content: halves in turns would have their chance in common.
    for (const [place, group] of shuffle([...this.#learned], seeded('halves')).entries()) this.#placeOf[group] = place;
    const totals = new Float64Array(distinct);
    for (const group of this.#learned)
      for (let value = 0; value < groups[group].codes.length; value += 1) totals[groups[group].codes[value]] += groups[group].counts[value];
    const known = totals.reduce((sum, each) => sum + each, 0);
    this.#shares = totals.map((each) => each / known);
    this.#starts = new Int32Array(features.length + 1);
    for (const [at, { size }] of features.entries()) this.#starts[at + 1] = this.#starts[at] + size * distinct;
    const informative = this.#learned.filter((group) => groups[group].codes.length > 1);
    const ones = new Float64Array(features.length).fill(1);
    const learn = (half: number, precisions: readonly Float64Array[], start: Float64Array, steps: number): Float64Array => {
      const own = informative.filter((group) => this.#halfOf(group) === half);
      const objective = (ratios: Float64Array, gradient: Float64Array): number => {
        let cost = this.#pull(ratios, precisions, gradient);
        for (const group of own)
          cost -= this.#likelihood(groups[group], ratios, ones, (from, _, slopes, start) => {
            for (let value = 0; value < distinct; value += 1) gradient[from + value] -= slopes[start + value];
          });
        return cost;
      };
      return minimise(objective, start, steps);
    };
    const alone = new Float64Array(distinct * distinct);
    for (let value = 0; value < distinct; value += 1) alone[value * distinct + value] = 1 / (SPREAD * SPREAD);
    const unknown = features.map(() => alone);
    const none = new Float64Array(this.#starts[features.length]);
    const [one, other] = [learn(0, unknown, none, FIRST_STEPS), learn(1, unknown, none, FIRST_STEPS)];
    const columns = features.map((feature, at) => ({ from: this.#starts[at], people: peopleOf(groups, feature) }));
    const agreed = distinct > MOST_VALUES ? unknown : precisionsOf([one, other], columns, distinct);
    this.#ratios = [learn(0, agreed, one, STEPS), learn(1, agreed, other, STEPS)];
    const fitted = informative.filter((_, at) => at % Math.max(1, Math.ceil(persons / step / MOST_FITTED)) === 0);
    const cross = (exponents: Float64Array, gradient: Float64Array): number => {
      let cost = 0;
      for (const [at, each] of exponents.entries()) {
        gradient[at] = (each - 1) / (EXPONENT_SPREAD * EXPONENT_SPREAD);
        cost += (gradient[at] * (each - 1)) / 2;
      }
      for (const group of fitted) {
        const ratios = this.#ratios[1 - this.#halfOf(group)];
        cost -= this.#likelihood(groups[group], ratios, exponents, (from, at, slopes, start) => {
          for (let value = 0; value < distinct; value += 1) gradient[at] -= slopes[start + value] * ratios[from + value];
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

  /** What the ratios cost before any group is looked at; writes its gradient. */
  #pull(ratios: Float64Array, precisions: readonly Float64Array[], gradient: Float64Array): number {
    const { distinct } = this.#given;
    let cost = 0;
    for (const [column, precision] of precisions.entries())
      for (let from = this.#starts[column]; from < this.#starts[column + 1]; from += distinct)
        for (let value = 0; value < distinct; value += 1) {
          let pull = 0;
          for (let other = 0; other < distinct; other += 1) pull += precision[value * distinct + other] * ratios[from + other];
          gradient[from + value] = pull;
          cost += (pull * ratios[from + value]) / 2;
        }
    return cost;
  }

  #halfOf(group: number): number {
    return Math.max(0, this.#placeOf[group]) % 2;
  }

  /** Writes the odds of all values for a person; the greatest is 1. */
  #odds(person: number, ratios: Float64Array, exponents: Float64Array): Float64Array {
    const { distinct, features } = this.#given;
    const odds = this.#own.fill(0);
    for (let at = 0; at < features.length; at += 1) {
      const from = this.#starts[at] + features[at].of[person] * distinct;
      const exponent = exponents[at];
      for (let value = 0; value < distinct; value += 1) odds[value] += exponent * ratios[from + value];
    }
    let most = -Infinity;
    for (let value = 0; value < distinct; value += 1) most = Math.max(most, odds[value]);
    for (let value = 0; value < distinct; value += 1) odds[value] = Math.max(LEAST, exp(odds[value] - most));
    return odds;
  }

  /** Log-likelihood of a group's values given its members. `each`: of a member's category in a column, the derivatives by the sum of her ratios. */
  #likelihood(
    { members, codes, counts }: DealtGroup,
    ratios: Float64Array,
    exponents: Float64Array,
    each: (from: number, column: number, slopes: Float64Array, start: number) => void,
  ): number {
    const { distinct, features } = this.#given;
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
      for (let at = 0; at < features.length; at += 1) each(this.#starts[at] + features[at].of[members[member]] * distinct, at, slopes, own);
    }
    return log;
  }
}

function peopleOf(groups: readonly DealtGroup[], { of, size }: { readonly of: Int32Array; readonly size: number }): Float64Array {
  const people = new Float64Array(size);
  for (const { members } of groups) for (let at = 0; at < members.length; at += 1) people[of[members[at]]] += 1;
  return people;
}

/** Odds are never 0: columns make no value impossible. */
const LEAST = 1e-12;
