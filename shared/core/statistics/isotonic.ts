/** Monotone map from stated probabilities to observed shares: linear between its points, constant beyond them. */
export interface CalibrationMap {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Minimum size of an end pool, which also decides for everything beyond it. Smaller ones are joined to their neighbour. */
const LEAST_AT_ENDS = 20;

/**
 * Isotonic regression by pooling adjacent violators, in one pass over ascending `said`. Each pool is represented by its means. Half a success and
 * half a failure are added to the end pools, so that the map never states certainty. `weights` have mean 1.
 */
export function isotonic(said: ArrayLike<number>, was: ArrayLike<number>, weights?: ArrayLike<number>): CalibrationMap {
  const pools = new Pools(said.length);
  for (let at = 0; at < said.length; at += 1) pools.push(said[at], was[at], weights?.[at] ?? 1);
  const joined = joinEnds(pools.all());
  const from = joined.map((pool) => pool.said / pool.weight);
  const to = joined.map(
    (pool) => (pool.was + 0.5 * (pool.was / pool.weight === 0 ? 1 : 0) - 0.5 * (pool.was === pool.weight ? 1 : 0)) / pool.weight,
  );
  for (let at = 1; at < to.length; at += 1) to[at] = Math.max(to[at], to[at - 1]);
  return { from, to };
}

interface Pool {
  readonly weight: number;
  readonly said: number;
  readonly was: number;
}

/** Pools with ascending means. A new pool with a smaller mean joins the last one, and so on backwards. */
class Pools {
  readonly #weight: Float64Array;
  readonly #said: Float64Array;
  readonly #was: Float64Array;
  #length = 0;

  constructor(most: number) {
    this.#weight = new Float64Array(most);
    this.#said = new Float64Array(most);
    this.#was = new Float64Array(most);
  }

  push(said: number, was: number, own: number): void {
    const [weight, ofSaid, ofWas] = [this.#weight, this.#said, this.#was];
    let last = this.#length;
    weight[last] = own;
    ofSaid[last] = own * said;
    ofWas[last] = own * was;
    for (; last > 0; last -= 1) {
      const before = last - 1;
      if (ofWas[before] / weight[before] < ofWas[last] / weight[last]) break;
      weight[before] += weight[last];
      ofSaid[before] += ofSaid[last];
      ofWas[before] += ofWas[last];
    }
    this.#length = last + 1;
  }

  all(): Pool[] {
    return Array.from({ length: this.#length }, (_, at) => ({
      weight: this.#weight[at],
      said: this.#said[at],
      was: this.#was[at],
    }));
  }
}

function joinEnds(pools: Pool[]): Pool[] {
  const join = (at: number): void => {
    const [a, b] = pools.slice(at, at + 2) as [Pool, Pool];
    pools.splice(at, 2, { weight: a.weight + b.weight, said: a.said + b.said, was: a.was + b.was });
  };
  while (pools.length > 1 && pools[0].weight < LEAST_AT_ENDS) join(0);
  while (pools.length > 1 && (pools.at(-1) as Pool).weight < LEAST_AT_ENDS) join(pools.length - 2);
  return pools;
}

export function calibrated({ from, to }: CalibrationMap, said: number): number {
  if (from.length === 0) return said;
  // The first pool at or above the stated probability.
  let [at, end] = [0, from.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if (from[middle] < said) at = middle + 1;
    else end = middle;
  }
  if (at === 0) return to[0];
  if (at === from.length) return to[at - 1];
  const [left, right] = [from[at - 1], from[at]];
  const share = right > left ? (said - left) / (right - left) : 1;
  return to[at - 1] + share * (to[at] - to[at - 1]);
}
