import { exp } from '../../../../core/numeric/numeric.ts';
import type { Interval } from '../../../../core/statistics/intervals.ts';
import { type Literature, literatureOf } from './literature.ts';
import { lognormalStaying } from './lognormal.ts';
import { fitPitman, type PitmanFit } from './pitman.ts';
import { classesOfSize, rarefied, type SampleSizes, type Staying } from './sample-sizes.ts';

export interface CountWithin extends Interval {
  readonly value: number;
}

export interface PopulationEstimate {
  /** Sample uniques, those of them that are unique in the population, and all uniques of the population. */
  readonly ones: number;
  readonly staying: CountWithin;
  readonly population: CountWithin;
  readonly literature: Literature;
  readonly pitman: PitmanFit | null;
}

const exactly = (value: number): CountWithin => ({ value, low: value, high: value });

/**
 * People of a sample who are unique in a population of this size. The interval covers the 95 % intervals of two models that disagree in how uniques
 * go on growing: Pitman's levels off at a power of the size, the lognormal mixture never does. Each is widened by its error in practice: how far it is
 * off when it predicts, from a part of the sample, the uniques of the sample itself.
 */
export function estimatePopulation(sample: SampleSizes, size: number): PopulationEstimate {
  const ones = classesOfSize(sample, 1);
  const none = { pitman: null, zayatz: null, snb: null, chosen: null };
  if (ones === 0 || size <= sample.records)
    return { ones, staying: exactly(ones), population: exactly(ones), literature: none, pitman: null };
  const fraction = sample.records / size;
  const pitman = fitPitman(sample, size);
  const errors = practiceErrors(sample, fraction);
  const both = [pitman.staying, lognormalStaying(sample, fraction)].map((staying) => sharesOf(staying));
  const within = (low: number, value: number, high: number, least: number, most: number): CountWithin => ({
    value: Math.min(most, Math.max(least, value)),
    low: Math.min(most, Math.max(least, low)),
    high: Math.min(most, Math.max(least, high)),
  });
  const hull = (spread: (share: number) => number, scale: number, most: number): CountWithin => {
    const each = both.map((shares, model) => {
      const own = quantiles(shares, (share) => ones * share * scale, spread);
      const moved = (count: number, by: number): number => ones * scale * oddsMoved(count / (ones * scale), by);
      return { value: own.value, low: moved(own.low, -errors[model]), high: moved(own.high, errors[model]) };
    });
    const low = Math.min(...each.map((own) => own.low));
    const high = Math.max(...each.map((own) => own.high));
    return within(low, each.reduce((sum, own) => sum + own.value, 0) / each.length, high, 0, most);
  };
  const varies = (share: number): number => Math.max(0.25, ones * share * (1 - share));
  const staying = hull((share) => Math.sqrt(varies(share)), 1, ones);
  // Uniques that were not drawn vary as the failures before so many draws.
  const all = hull((share) => Math.sqrt(varies(share) + ones * share * (1 - fraction)) / fraction, 1 / fraction, size);
  return { ones, staying, population: all, literature: literatureOf(sample, size, pitman), pitman };
}

/** Share of the sample to practise on, unless the sample is a greater share of the population; and the fewest records for it. */
const PRACTICE = 0.2;
const FEWEST_PRACTISED = 200;

/** Log-odds by which each model is off in practice, more if it has to look further ahead than practice did. */
function practiceErrors(sample: SampleSizes, fraction: number): readonly [pitman: number, lognormal: number] {
  const share = Math.max(PRACTICE, fraction);
  if (share * sample.records < FEWEST_PRACTISED) return [0, 0];
  const part = rarefied(sample, share);
  const truth = Math.min(1 - 1e-6, (share * classesOfSize(sample, 1)) / classesOfSize(part, 1));
  const further = Math.log(fraction) / Math.log(share);
  const errorOf = (staying: Staying): number => {
    const shares = sharesOf(staying);
    const all = shares.reduce((sum, { weight }) => sum + weight, 0);
    const said = shares.reduce((sum, each) => sum + each.weight * each.share, 0) / all;
    return further * Math.abs(logOdds(Math.min(1 - 1e-6, Math.max(1e-6, said))) - logOdds(truth));
  };
  return [errorOf(fitPitman(part, sample.records).staying), errorOf(lognormalStaying(part, share))];
}

const logOdds = (share: number): number => Math.log(share / (1 - share));

/** Moves a share by log-odds; 0 and 1 stay. */
function oddsMoved(share: number, by: number): number {
  if (share <= 0 || share >= 1) return share;
  const odds = (share / (1 - share)) * exp(by);
  return odds / (1 + odds);
}

const BINS = 500;

/** Posterior weights of shares in bins, under a flat prior on the grid. */
function sharesOf({ log, share }: Staying): readonly { readonly share: number; readonly weight: number }[] {
  const best = log.reduce((most, each) => Math.max(most, each), -Infinity);
  const [weights, sums] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
  for (const [at, own] of log.entries()) {
    if (own < best - 30) continue;
    const weight = exp(own - best);
    const bin = Math.floor(share[at] * BINS);
    weights[bin] += weight;
    sums[bin] += weight * share[at];
  }
  return [...weights.keys()].flatMap((bin) => (weights[bin] > 0 ? [{ share: sums[bin] / weights[bin], weight: weights[bin] }] : []));
}

/** Quantiles of the normal distribution at 0.0125, 0.0375, .. 0.9875: their halves. */
const NORMAL = [
  0.031338, 0.0941374, 0.1573107, 0.2211187, 0.2858409, 0.3517843, 0.4192958, 0.4887764, 0.560703, 0.635657, 0.7143674, 0.7977768,
  0.8871466, 0.984235, 1.0916204, 1.2133396, 1.3563117, 1.5341205, 1.7804643, 2.2414027,
];
const DEVIATES = [...NORMAL.map((each) => -each), ...NORMAL];

/** Mean and 95 % interval of a mixture of normal distributions. */
function quantiles(
  shares: ReturnType<typeof sharesOf>,
  meanOf: (share: number) => number,
  spreadOf: (share: number) => number,
): CountWithin {
  const points = shares.flatMap(({ share, weight }) =>
    DEVIATES.map((deviate) => ({ value: meanOf(share) + deviate * spreadOf(share), weight: weight / DEVIATES.length })),
  );
  points.sort((a, b) => a.value - b.value);
  const all = points.reduce((sum, { weight }) => sum + weight, 0);
  const at = (below: number): number => {
    let sum = 0;
    for (const { value, weight } of points) {
      sum += weight;
      if (sum >= below * all) return value;
    }
    return points.at(-1)?.value ?? 0;
  };
  const value = points.reduce((sum, each) => sum + each.value * each.weight, 0) / all;
  return { value, low: at(0.025), high: at(0.975) };
}
