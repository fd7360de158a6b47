import { exp, logGamma } from '../../../../core/numeric/numeric.ts';
import type { SampleSizes, Staying } from './sample-sizes.ts';

/** Points on each side of the grid of parameters. */
const STEPS = 60;
/** Parameters this far below the greatest log-likelihood count for nothing. */
const NEAR = 14;
const MOST_ZOOMS = 12;
const ALPHA = [1e-4, 0.999] as const;
/** Logarithm of theta. */
const THETA = [-4, 18] as const;

export interface PitmanFit {
  readonly alpha: number;
  readonly theta: number;
  /** False: the greatest likelihood lies at the edge of what the model allows, so it does not fit. */
  readonly converged: boolean;
  readonly staying: Staying;
}

/** Log-likelihood of class sizes in Pitman's sampling formula, up to a constant. Without `sizesTerm`: computed here. */
export function pitmanLog(sample: SampleSizes, alpha: number, theta: number, sizesTerm = sizesLog(sample, alpha)): number {
  const { records, classes } = sample;
  const per = theta / alpha;
  return (
    (classes - 1) * Math.log(alpha) +
    logGamma(classes + per) -
    logGamma(1 + per) -
    logGamma(theta + records) +
    logGamma(theta + 1) +
    sizesTerm
  );
}

function sizesLog({ sizes, counts }: SampleSizes, alpha: number): number {
  const none = logGamma(1 - alpha);
  let total = 0;
  for (const [at, size] of sizes.entries()) total += counts[at] * (logGamma(size - alpha) - none);
  return total;
}

/** Probability that a unique record of the sample is unique among `population`. */
export const pitmanStays = (alpha: number, theta: number, records: number, population: number): number =>
  exp(
    logGamma(population + theta - 1 + alpha) -
      logGamma(records + theta - 1 + alpha) +
      logGamma(records + theta) -
      logGamma(population + theta),
  );

/** Expected uniques of the population, as Hoshino (2001) approximates them: what ARX reports. */
export const pitmanUniques = ({ alpha, theta }: Pick<PitmanFit, 'alpha' | 'theta'>, population: number): number =>
  exp(logGamma(theta + 1) - logGamma(theta + alpha) + alpha * Math.log(population));

/** Greatest likelihood, and the likelihood around it, on a grid that zooms in. */
export function fitPitman(sample: SampleSizes, population: number): PitmanFit {
  let [alphas, thetas]: [readonly [number, number], readonly [number, number]] = [ALPHA, THETA];
  for (let zoom = 0; ; zoom += 1) {
    const { log, best } = gridOf(sample, alphas, thetas);
    const near = { alpha: [Infinity, -Infinity] as [number, number], theta: [Infinity, -Infinity] as [number, number] };
    for (const [at, own] of log.entries()) {
      if (own < log[best] - NEAR) continue;
      const [alpha, theta] = [stepOf(alphas, Math.floor(at / STEPS)), stepOf(thetas, at % STEPS)];
      near.alpha = [Math.min(near.alpha[0], alpha), Math.max(near.alpha[1], alpha)];
      near.theta = [Math.min(near.theta[0], theta), Math.max(near.theta[1], theta)];
    }
    const [a, t] = [around(near.alpha, alphas, ALPHA), around(near.theta, thetas, THETA)];
    const shrinks = widthOf(a) < 0.7 * widthOf(alphas) || widthOf(t) < 0.7 * widthOf(thetas);
    if (!shrinks || zoom === MOST_ZOOMS) {
      const [alpha, theta] = [stepOf(alphas, Math.floor(best / STEPS)), exp(stepOf(thetas, best % STEPS))];
      const share = Float64Array.from(log.keys(), (at) =>
        log[at] < log[best] - NEAR
          ? 0
          : pitmanStays(stepOf(alphas, Math.floor(at / STEPS)), exp(stepOf(thetas, at % STEPS)), sample.records, population),
      );
      const inside = alpha > ALPHA[0] * 2 && alpha < ALPHA[1] && theta < exp(THETA[1] - 0.5);
      return { alpha, theta, converged: inside, staying: { log, share } };
    }
    [alphas, thetas] = [a, t];
  }
}

function gridOf(sample: SampleSizes, alphas: readonly [number, number], thetas: readonly [number, number]) {
  const log = new Float64Array(STEPS * STEPS);
  let best = 0;
  for (let a = 0; a < STEPS; a += 1) {
    const alpha = stepOf(alphas, a);
    const term = sizesLog(sample, alpha);
    for (let t = 0; t < STEPS; t += 1) {
      const at = a * STEPS + t;
      log[at] = pitmanLog(sample, alpha, exp(stepOf(thetas, t)), term);
      if (log[at] > log[best]) best = at;
    }
  }
  return { log, best };
}

const widthOf = ([low, high]: readonly [number, number]): number => high - low;
const stepOf = ([low, high]: readonly [number, number], step: number): number => low + ((high - low) * step) / (STEPS - 1);

/** One step more on both sides, within what is allowed. */
function around(
  near: readonly [number, number],
  grid: readonly [number, number],
  most: readonly [number, number],
): readonly [number, number] {
  const step = widthOf(grid) / (STEPS - 1);
  return [Math.max(most[0], near[0] - step), Math.min(most[1], near[1] + step)];
}
