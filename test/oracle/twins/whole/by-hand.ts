// Counting for twins.
import type { Random } from '../../../../shared/core/random/random.ts';

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;
export const some = <T>(random: Random, values: readonly T[], share: number): T[] => values.filter(() => random.unit() < share);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return mean([sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]);
};

/** How far an anchoring sub-record is from a piece, from the distances of its items. */
export const WORTH = {
  aba: mean,
  rga: (far: readonly number[]) => mean(far.filter((each) => each <= median(far) + 1e-12)),
  mra: (far: readonly number[]) => Math.min(...far),
};

export function* orders(members: readonly number[]): Generator<number[]> {
  if (members.length === 0) yield [];
  for (const first of members) for (const rest of orders(members.filter((each) => each !== first))) yield [first, ...rest];
}
