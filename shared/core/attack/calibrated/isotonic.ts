/** A map that never falls: from what the model said to how often it was so. Between its points it is straight, beyond them constant. */
export interface CalibrationMap {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** An end pool of fewer says little, and speaks for all that lies beyond it: it is joined to its neighbour. */
const LEAST_AT_ENDS = 20;

/**
 * Isotonic regression by pooling neighbours that fall: O(n log n). Each pool is told by its mean on both axes; half a success and
 * half a failure are shared by the two end pools, so that practice never states certainty. `weights` are 1 in the mean.
 */
export function isotonic(said: readonly number[], was: readonly number[], weights?: readonly number[]): CalibrationMap {
  const order = said.map((_, at) => at).sort((a, b) => (said[a] as number) - (said[b] as number) || a - b);
  const pools: Pool[] = [];
  for (const at of order) {
    const weight = weights?.[at] ?? 1;
    pools.push({ weight, said: weight * (said[at] as number), was: weight * (was[at] as number) });
    for (;;) {
      const [last, before] = [pools.at(-1), pools.at(-2)];
      if (last === undefined || before === undefined || before.was / before.weight < last.was / last.weight) break;
      pools.length -= 2;
      pools.push({ weight: before.weight + last.weight, said: before.said + last.said, was: before.was + last.was });
    }
  }
  joinEnds(pools);
  const from = pools.map((pool) => pool.said / pool.weight);
  const to = pools.map(
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

function joinEnds(pools: Pool[]): void {
  const join = (at: number): void => {
    const [a, b] = pools.slice(at, at + 2) as [Pool, Pool];
    pools.splice(at, 2, { weight: a.weight + b.weight, said: a.said + b.said, was: a.was + b.was });
  };
  while (pools.length > 1 && (pools[0] as Pool).weight < LEAST_AT_ENDS) join(0);
  while (pools.length > 1 && (pools.at(-1) as Pool).weight < LEAST_AT_ENDS) join(pools.length - 2);
}

export function calibrated({ from, to }: CalibrationMap, said: number): number {
  if (from.length === 0) return said;
  let at = 0;
  while (at < from.length && (from[at] as number) < said) at += 1;
  if (at === 0) return to[0] as number;
  if (at === from.length) return to[at - 1] as number;
  const [left, right] = [from[at - 1] as number, from[at] as number];
  const share = right > left ? (said - left) / (right - left) : 1;
  return (to[at - 1] as number) + share * ((to[at] as number) - (to[at - 1] as number));
}
