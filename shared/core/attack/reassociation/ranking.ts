import { CLOSENESS_TIE } from './closeness.ts';

/**
 * Anchoring sub-records from the closest to the furthest: the next is the first by position of those within a tie of the
 * greatest value left; those without a value come last, by position.
 */
export function ranking(values: readonly number[]): number[] {
  const scored = values.map((_, at) => at).filter((at) => !Number.isNaN(values[at] as number));
  scored.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
  for (let at = 0; at < scored.length; at += 1) {
    const greatest = values[scored[at] as number] as number;
    let first = at;
    for (let other = at + 1; other < scored.length && greatest - (values[scored[other] as number] as number) <= CLOSENESS_TIE; other += 1) {
      if ((scored[other] as number) < (scored[first] as number)) first = other;
    }
    if (first !== at) scored.splice(at, 0, ...scored.splice(first, 1));
  }
  return [...scored, ...values.map((_, at) => at).filter((at) => Number.isNaN(values[at] as number))];
}
