import { exp, logGamma } from '../../../../core/numeric/numeric.ts';
import { classesOfSize, type SampleSizes, type Staying } from './sample-sizes.ts';

/** Sizes that are counted one by one; larger classes are counted together, since they tell little of uniques. */
const SIZES = 12;
/** Logarithms of the expected number of records in the sample. */
const [LOW, HIGH, STEP] = [-16, 7, 0.1] as const;
const POINTS = Math.floor((HIGH - LOW) / STEP + 1.5);
/** Spreads of the main part; means of both parts are tried on a grid. */
const SPREADS = [0.1, 0.3, 0.6, 1, 1.5, 2, 2.5, 3, 3.5];
const NARROW = 0.3;
/** Share of the second part among the classes of the sample. */
const SHARES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Quasi-likelihood: log-likelihoods are divided by the deviance per degree of freedom, but never sharpened. */
const LEAST_DOUBT = 1;
/** Cells of the fit less its parameters. */
const DEGREES = SIZES + 1 - 5;

interface Part {
  /** Of a class that is in the sample: probability of each size, then of all greater ones. */
  readonly sizes: Float64Array;
  /** Of the same: probability that it is unique in the sample and in the population. */
  readonly stays: number;
}

/**
 * Sizes of classes are Poisson, their expectations a mixture of two lognormal distributions, one of them narrow: a population of common and of rare
 * combinations. Unlike Pitman's model, it lets uniques grow ever slower.
 */
export function lognormalStaying(sample: SampleSizes, fraction: number): Staying {
  const counts = Float64Array.from({ length: SIZES + 1 }, (_, at) => (at < SIZES ? classesOfSize(sample, at + 1) : 0));
  counts[SIZES] = sample.classes - counts.reduce((sum, count) => sum + count, 0);
  const kernel = kernelOf(fraction);
  const main = grid(-10, 3, 0.25).flatMap((mean) => SPREADS.map((spread) => partOf(kernel, mean, spread)));
  const second = grid(-9, 2, 0.5).map((mean) => partOf(kernel, mean, NARROW));
  const [log, share]: [number[], number[]] = [[], []];
  for (const one of main) {
    for (const [at, two] of second.entries()) {
      for (const weight of SHARES) {
        if (weight === 0 && at > 0) continue;
        let total = 0;
        for (let size = 0; size <= SIZES; size += 1)
          if (counts[size] > 0)
            total += counts[size] * Math.log(Math.max(1e-300, (1 - weight) * one.sizes[size] + weight * two.sizes[size]));
        log.push(total);
        const unique = (1 - weight) * one.sizes[0] + weight * two.sizes[0];
        share.push(unique === 0 ? 0 : Math.min(1, ((1 - weight) * one.stays + weight * two.stays) / unique));
      }
    }
  }
  let perfect = 0;
  for (const count of counts) if (count > 0) perfect += count * Math.log(count / sample.classes);
  const best = log.reduce((most, each) => Math.max(most, each), -Infinity);
  const doubt = Math.max(LEAST_DOUBT, (2 * (perfect - best)) / DEGREES);
  return { log: Float64Array.from(log, (each) => each / doubt), share: Float64Array.from(share) };
}

const grid = (low: number, high: number, step: number): number[] =>
  Array.from({ length: Math.floor((high - low) / step + 1.5) }, (_, at) => low + at * step);

type Kernel = readonly { readonly log: number; readonly sizes: Float64Array; readonly seen: number; readonly stays: number }[];

function kernelOf(fraction: number): Kernel {
  return Array.from({ length: POINTS }, (_, at) => {
    const log = LOW + at * STEP;
    const expected = exp(log);
    const none = exp(-expected);
    const sizes = new Float64Array(SIZES + 1);
    let left = 1 - none;
    for (let size = 1; size <= SIZES; size += 1) {
      sizes[size - 1] = exp(size * log - expected - logGamma(size + 1));
      left -= sizes[size - 1];
    }
    sizes[SIZES] = Math.max(0, left);
    return { log, sizes, seen: 1 - none, stays: expected * exp(-expected / fraction) };
  });
}

function partOf(kernel: Kernel, mean: number, spread: number): Part {
  const sizes = new Float64Array(SIZES + 1);
  let [seen, stays] = [0, 0];
  for (const point of kernel) {
    const away = (point.log - mean) / spread;
    if (away * away > 60) continue;
    const weight = exp(-(away * away) / 2);
    seen += weight * point.seen;
    stays += weight * point.stays;
    for (let at = 0; at <= SIZES; at += 1) sizes[at] += weight * point.sizes[at];
  }
  return { sizes: sizes.map((each) => each / seen), stays: stays / seen };
}
