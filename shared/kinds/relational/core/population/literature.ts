import { exp, logGamma } from '../../../../core/numeric/numeric.ts';
import type { PitmanFit } from './pitman.ts';
import { pitmanUniques } from './pitman.ts';
import { classesOfSize, type SampleSizes } from './sample-sizes.ts';

/** Expected uniques of the population by each model; null: it does not converge, or gives no possible number. */
export interface Literature {
  readonly pitman: number | null;
  readonly zayatz: number | null;
  readonly snb: number | null;
  /** The one that the rule of Dankar et al. (2012) takes, as ARX does. */
  readonly chosen: 'pitman' | 'zayatz' | 'snb' | null;
}

/** At most this share of the population: Pitman first. Above: the lesser of SNB and Zayatz. */
const SMALL_FRACTION = 0.1;

export function literatureOf(sample: SampleSizes, population: number, fit: PitmanFit): Literature {
  const possible = (value: number | null): number | null => (value !== null && value > 0 && value <= population ? value : null);
  const pitman = possible(fit.converged ? pitmanUniques(fit, population) : null);
  const zayatz = possible(zayatzUniques(sample, population));
  const found = fitSnb(sample, population);
  const snb = possible(found === null ? null : found.classes * exp(found.alpha * Math.log(found.beta)));
  const lesser = snb === null || (zayatz !== null && zayatz < snb) ? 'zayatz' : 'snb';
  const chosen = sample.records / population <= SMALL_FRACTION && pitman !== null ? 'pitman' : lesser;
  return { pitman, zayatz, snb, chosen: { pitman, zayatz, snb }[chosen] === null ? null : chosen };
}

/** Zayatz (1991): the classes of the population are taken to have the sizes of those of the sample. */
export function zayatzUniques(sample: SampleSizes, population: number): number | null {
  const { sizes, counts, records } = sample;
  const ones = classesOfSize(sample, 1);
  if (ones === 0 || records === population) return ones;
  let all = 0;
  for (const [at, size] of sizes.entries()) all += counts[at] * oneDrawn(population, size, records);
  const share = (ones * oneDrawn(population, 1, records)) / all;
  return (ones * share * population) / records;
}

/** Probability that exactly one of `size` is among `drawn` of `population`. */
function oneDrawn(population: number, size: number, drawn: number): number {
  if (population - size < drawn - 1) return 0;
  const choose = (from: number, of: number): number => logGamma(from + 1) - logGamma(of + 1) - logGamma(from - of + 1);
  return size * exp(choose(population - size, drawn - 1) - choose(population, drawn));
}

interface SnbFit {
  /** Classes of the population, by Shlosser's estimator. */
  readonly classes: number;
  readonly alpha: number;
  readonly beta: number;
}

/** Shlosser's estimator in the form of Haas and Stokes (1998). */
export function shlosser(sample: SampleSizes, fraction: number): number {
  const { sizes, counts, classes } = sample;
  let [ofSquare, both, none, one] = [0, 0, 0, 0];
  const power = (base: number, to: number): number => (to === 0 ? 1 : exp(to * Math.log(base)));
  for (const [at, size] of sizes.entries()) {
    const missed = power(1 - fraction, size);
    ofSquare += size * fraction * fraction * power(1 - fraction * fraction, size - 1) * counts[at];
    both += missed * (power(1 + fraction, size) - 1) * counts[at];
    none += missed * counts[at];
    one += size * fraction * power(1 - fraction, size - 1) * counts[at];
  }
  return classes + classesOfSize(sample, 1) * (ofSquare / both) * (none / one) * (none / one);
}

const HALVINGS = 60;
const BETAS = 400;

/**
 * Slide negative binomial (Chen and Keller-McNulty, 1998): a class of the population has 1 + NB(alpha, beta) people. Alpha and beta give the expected
 * numbers of classes with one and with two records of the sample.
 */
export function fitSnb(sample: SampleSizes, population: number): SnbFit | null {
  const fraction = sample.records / population;
  const [ones, twos] = [classesOfSize(sample, 1), classesOfSize(sample, 2)];
  if (ones === 0 || twos === 0 || fraction >= 1) return null;
  const classes = shlosser(sample, fraction);
  if (!Number.isFinite(classes)) return null;
  const alphaAt = (beta: number): number | null => alphaOf(twos / ones, fraction, beta);
  const missing = (beta: number): number | null => {
    const alpha = alphaAt(beta);
    return alpha === null ? null : snbOnes(classes, fraction, alpha, beta) - ones;
  };
  let before: { readonly beta: number; readonly missing: number } | null = null;
  for (let step = 1; step < BETAS; step += 1) {
    const beta = step / BETAS;
    const here = missing(beta);
    if (here !== null && before !== null && here > 0 !== before.missing > 0) {
      let [low, high] = [before.beta, beta];
      for (let left = HALVINGS; left > 0; left -= 1) {
        const middle = (low + high) / 2;
        if ((missing(middle) ?? 0) > 0 === before.missing > 0) low = middle;
        else high = middle;
      }
      return { classes, alpha: alphaAt(low) ?? 0, beta: low };
    }
    before = here === null ? null : { beta, missing: here };
  }
  return null;
}

/** Expected classes with one record in the sample. */
function snbOnes(classes: number, fraction: number, alpha: number, beta: number): number {
  const left = (1 - fraction) * (1 - beta);
  return classes * fraction * exp(alpha * Math.log(beta / (1 - left))) * (1 + (alpha * left) / (1 - left));
}

/** Alpha at which twos / ones is as given; it rises with alpha. Null: at none. */
function alphaOf(ratio: number, fraction: number, beta: number): number | null {
  const left = (1 - fraction) * (1 - beta);
  const ratioAt = (alpha: number): number =>
    (fraction * alpha * (1 - beta) * (2 - (1 - alpha) * left)) / (2 * (1 - left) * (1 - left + alpha * left));
  let [low, high] = [0, 1];
  while (ratioAt(high) < ratio && high < 1e9) high *= 2;
  if (ratioAt(high) < ratio) return null;
  for (let halving = HALVINGS; halving > 0; halving -= 1) {
    const middle = (low + high) / 2;
    if (ratioAt(middle) < ratio) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
