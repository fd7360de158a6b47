/** A map that never falls: from what the model said to how often it was so. Between its points it is straight, beyond them constant. */
export interface CalibrationMap {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** An end pool of fewer says little, and speaks for all that lies beyond it: it is joined to its neighbour. */
const LEAST_AT_ENDS = 20;

/**
 * Isotonic regression by pooling neighbours that fall: one pass over what was said, which ascends. Each pool is told by its mean on both axes; half a
 * success and half a failure are shared by the two end pools, so that practice never states certainty. `weights` are 1 in the mean.
 */
export function isotonic(said: ArrayLike<number>, was: ArrayLike<number>, weights?: ArrayLike<number>): CalibrationMap {
  const pools = new Pools(said.length);
  for (let at = 0; at < said.length; at += 1) pools.push(said[at] as number, was[at] as number, weights?.[at] ?? 1);
  const joined = joinEnds(pools.all());
  const from = joined.map((pool) => pool.said / pool.weight);
  const to = joined.map(
    (pool) => (pool.was + 0.5 * (pool.was / pool.weight === 0 ? 1 : 0) - 0.5 * (pool.was === pool.weight ? 1 : 0)) / pool.weight,
  );
  for (let at = 1; at < to.length; at += 1) to[at] = Math.max(to[at] as number, to[at - 1] as number);
  return { from, to };
}

interface Pool {
  readonly weight: number;
  readonly said: number;
  readonly was: number;
}

/** Pools of ever greater means: what comes behind them and is less joins the last of them, and that the one before. */
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
      if ((ofWas[before] as number) / (weight[before] as number) < (ofWas[last] as number) / (weight[last] as number)) break;
      weight[before] = (weight[before] as number) + (weight[last] as number);
      ofSaid[before] = (ofSaid[before] as number) + (ofSaid[last] as number);
      ofWas[before] = (ofWas[before] as number) + (ofWas[last] as number);
    }
    this.#length = last + 1;
  }

  all(): Pool[] {
    return Array.from({ length: this.#length }, (_, at) => ({
      weight: this.#weight[at] as number,
      said: this.#said[at] as number,
      was: this.#was[at] as number,
    }));
  }
}

function joinEnds(pools: Pool[]): Pool[] {
  const join = (at: number): void => {
    const [a, b] = pools.slice(at, at + 2) as [Pool, Pool];
    pools.splice(at, 2, { weight: a.weight + b.weight, said: a.said + b.said, was: a.was + b.was });
  };
  while (pools.length > 1 && (pools[0] as Pool).weight < LEAST_AT_ENDS) join(0);
  while (pools.length > 1 && (pools.at(-1) as Pool).weight < LEAST_AT_ENDS) join(pools.length - 2);
  return pools;
}

export function calibrated({ from, to }: CalibrationMap, said: number): number {
  if (from.length === 0) return said;
  // The first pool that is not below what was said.
  let [at, end] = [0, from.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if ((from[middle] as number) < said) at = middle + 1;
    else end = middle;
  }
  if (at === 0) return to[0] as number;
  if (at === from.length) return to[at - 1] as number;
  const [left, right] = [from[at - 1] as number, from[at] as number];
  const share = right > left ? (said - left) / (right - left) : 1;
  return (to[at - 1] as number) + share * ((to[at] as number) - (to[at - 1] as number));
}
