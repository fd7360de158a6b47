import { exp } from '../../numeric/numeric.ts';
import { commonShapes, differenceByShape, type EstimateWithError } from './by-shape.ts';
import { denserThan, type KnownScores, meanScores, shareOriginal } from './density.ts';
import type { ScoredTable } from './marginals.ts';

/** A share of partners from one transaction, and how much denser practice is where it is 1 than where it is 0. */
interface SharingByDensity extends EstimateWithError {
  readonly range: number;
}

/**
 * The share of partners that come from one transaction, by density: how much denser the release is than practice with partners at random (`apart`), of
 * how much denser practice is whose partners come from one transaction (`beside`). Not held to 0 and 1: an estimate beyond them says how sure it is.
 * Null where no shape is common, or nothing tells original cells from added ones.
 */
export function sharingByDensity(
  release: readonly ScoredTable[],
  apart: readonly KnownScores[],
  beside: readonly KnownScores[],
): SharingByDensity | null {
  const common = commonShapes(meanScores(apart), meanScores(beside));
  const denser = denserThan(apart, release, common);
  const releaseCells = meanScores(release);
  const least = differenceByShape(releaseCells, shareOriginal(apart), common);
  const most = differenceByShape(releaseCells, shareOriginal(beside), common);
  if (denser === null || least === null || most === null) return null;
  // Both less the same figure of the release, shape by shape.
  const range = least.value - most.value;
  return range > 0 ? { value: denser.value / range, error: denser.error / range, range } : null;
}

/** This witness cannot tell the kinds of practice apart: nothing is known of how dense the release is, and another witness alone may be surely wrong. */
export const isDensityUntold = (witness: SharingByDensity | null): boolean => witness === null || witness.error >= 1;

const STEPS = 200;

/**
 * What the estimates together make of the share, each as sure as its error: the mean of the posterior when partners are as likely to be all at random,
 * all from one transaction, or anything between. So an estimate near an end is taken for that end, by as much as its error lets it.
 */
export function likelyShare(estimates: readonly EstimateWithError[]): number | null {
  const known = estimates.filter(({ error }) => error > 0);
  if (known.length === 0) return null;
  const logLikelihood = (share: number): number =>
    known.reduce((total, { value, error }) => total - ((value - share) / error) * ((value - share) / error), 0) / 2;
  const at = Float64Array.from({ length: STEPS + 1 }, (_, step) => logLikelihood(step / STEPS));
  const greatest = at.reduce((a, b) => Math.max(a, b));
  let [weighed, total] = [0, 0];
  for (const [step, each] of at.entries()) {
    const end = step === 0 || step === STEPS;
    // Half a step of what lies between, and an end by itself.
    const weight = exp(each - greatest) * (end ? 1 + 0.5 / STEPS : 1 / STEPS);
    weighed += (weight * step) / STEPS;
    total += weight;
  }
  return weighed / total;
}
