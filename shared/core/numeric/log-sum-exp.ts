import { exp, log1p } from './exp.ts';
import { sum } from './sum.ts';

/** log(e^a + e^b + ...), without overflow, in whatever order; -Infinity of none. */
export function logSumExp(values: readonly number[] | Float64Array): number {
  let greatest = Number.NEGATIVE_INFINITY;
  let at = -1;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number;
    if (Number.isNaN(value)) return value;
    if (value > greatest) {
      greatest = value;
      at = index;
    }
  }
  if (!Number.isFinite(greatest)) return greatest;
  const others: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    if (index !== at) others.push(exp((values[index] as number) - greatest));
  }
  return greatest + log1p(sum(others));
}
