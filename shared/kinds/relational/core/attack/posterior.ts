import { type Classes, type Sensitive, tallyClasses, type ValueTally } from '../model/classes.ts';

/** Posterior of a record's sensitive value: codes with positive probability, greatest first. */
export interface Posterior {
  readonly codes: readonly number[];
  readonly shares: readonly number[];
}

/** Normalises weights; null if all are 0, a contradiction. */
export function posteriorOf(weights: Iterable<readonly [code: number, weight: number]>): Posterior | null {
  const entries = [...weights].filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  // Summed in sorted order, so the input order has no influence.
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return total > 0 ? { codes: entries.map(([code]) => code), shares: entries.map(([, weight]) => weight / total) } : null;
}

/** Homogeneity: the value distribution of the class. */
export const homogeneity = ({ counts, present }: ValueTally): Posterior | null =>
  posteriorOf(present.map((code) => [code, counts[code]] as const));

/** Homogeneity for each class. */
export function homogeneities(classes: Classes, sensitive: Sensitive): readonly (Posterior | null)[] {
  const found: (Posterior | null)[] = [];
  tallyClasses(classes, sensitive, (tally) => found.push(homogeneity(tally)));
  return found;
}

/** Leave-one-out: the class's other records, seen from a record with the value `own`. Null: there are none. */
export const homogeneityWithout = ({ counts, present }: ValueTally, own: number): Posterior | null =>
  posteriorOf(present.map((code) => [code, counts[code] - (code === own ? 1 : 0)] as const));

export const probabilityOf = ({ codes, shares }: Posterior, code: number): number => shares[codes.indexOf(code)] ?? 0;

/** Tolerance for tied probabilities. */
const TIE = 1e-12;

export const reaches = (posterior: Posterior | null | undefined, confidence: number): boolean =>
  posterior != null && posterior.shares[0] >= confidence - TIE;

/** Probability that the best guess is `code`; ties are broken at random. */
export function hit({ codes, shares }: Posterior, code: number): number {
  const greatest = shares[0] ?? 0;
  let ties = 0;
  let among = false;
  for (let at = 0; at < codes.length && shares[at] >= greatest - TIE; at += 1) {
    ties += 1;
    among ||= codes[at] === code;
  }
  return among ? 1 / ties : 0;
}
