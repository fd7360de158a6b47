import type { ValueTally } from '../model/classes.ts';

/** What an attacker then believes of a record's sensitive value: codes with a probability above 0, the greatest first. */
export interface Posterior {
  readonly codes: readonly number[];
  readonly shares: readonly number[];
}

/** Weights made shares; null where none is above 0: a contradiction. */
export function posteriorOf(weights: Iterable<readonly [code: number, weight: number]>): Posterior | null {
  const entries = [...weights].filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  // Summed in one order, whatever order they came in.
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return total > 0 ? { codes: entries.map(([code]) => code), shares: entries.map(([, weight]) => weight / total) } : null;
}

/** Homogeneity: what stands in the class, as often as it stands there. */
export const homogeneity = ({ counts, present }: ValueTally): Posterior | null =>
  posteriorOf(present.map((code) => [code, counts[code] as number] as const));

export const probabilityOf = ({ codes, shares }: Posterior, code: number): number => shares[codes.indexOf(code)] ?? 0;

/** How closely two probabilities tie. */
const TIE = 1e-12;

/** The chance that the best guess is `code`: guesses that tie are equally likely. */
export function hit({ codes, shares }: Posterior, code: number): number {
  const greatest = shares[0] ?? 0;
  let ties = 0;
  let among = false;
  for (let at = 0; at < codes.length && (shares[at] as number) >= greatest - TIE; at += 1) {
    ties += 1;
    among ||= codes[at] === code;
  }
  return among ? 1 / ties : 0;
}
