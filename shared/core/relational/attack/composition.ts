import { type Posterior, posteriorOf } from './posterior.ts';

/**
 * Two holders publish about one person: her classes' counts of each value, and its share at large. Independent draws given her value:
 * P ~ n1 n2 / q. Null: no value is in both, a contradiction.
 */
export function compose(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
  shareAtLarge: (value: string) => number,
  codeOf: (value: string) => number,
): Posterior | null {
  const weights: [number, number][] = [];
  for (const [value, count] of first) {
    const other = second.get(value);
    if (other !== undefined) weights.push([codeOf(value), (count * other) / shareAtLarge(value)]);
  }
  return posteriorOf(weights);
}
