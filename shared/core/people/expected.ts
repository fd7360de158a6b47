import type { Interval } from '../statistics/intervals.ts';
import { NORMAL_975 } from '../statistics/student.ts';

/** Expectation of the stated probabilities, for lack of the original. Integers, in millionths, so that the order of adding does not matter. */
export interface Expectation {
  count: number;
  /** Sums of p, of p(1 - p), and of p with its odds divided and multiplied by DOUBT. */
  p: number;
  variance: number;
  sparser: number;
  denser: number;
  /** Sum of the squares of the counts by unit. */
  squares: number;
}

const MILLION = 1_000_000;

export const noExpectation = (): Expectation => ({ count: 0, p: 0, variance: 0, sparser: 0, denser: 0, squares: 0 });

/** All odds may be off by this factor, as if the density of the release were misjudged by 0.1. */
export const DOUBT = 1.5;
/** By how much a probability is overstated if its odds are off by this factor. */
export const overstated = (p: number): number => p - p / (p + (1 - p) * DOUBT);
/** Correlation of the targets of a unit. */
const ALIKE = 0.2;

const millionths = (value: number): number => Math.round(value * MILLION);

/** The squares of units are added separately. */
export function expect(total: Expectation, p: number): void {
  total.count += 1;
  total.p += millionths(p);
  total.variance += millionths(p * (1 - p));
  total.sparser += millionths(p / (p + (1 - p) * DOUBT));
  total.denser += millionths((p * DOUBT) / (p * DOUBT + 1 - p));
}

export function addExpectation(total: Expectation, more: Expectation): void {
  for (const key of Object.keys(total) as (keyof Expectation)[]) total[key] += more[key];
}

export const expectedShare = ({ count, p }: Expectation): number | null => (count === 0 ? null : p / MILLION / count);

/** Interval of the share that is right: odds misjudged either way, and chance, with targets that are correlated within a unit. */
export function expectedInterval({ count, variance, sparser, denser, squares }: Expectation): Interval | null {
  if (count === 0) return null;
  const together = 1 + ALIKE * (squares / count - 1);
  const luck = (NORMAL_975 * Math.sqrt((variance / MILLION) * together)) / count;
  return { low: Math.max(0, sparser / MILLION / count - luck), high: Math.min(1, denser / MILLION / count + luck) };
}
