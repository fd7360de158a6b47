import type { Interval } from '../measure/intervals.ts';
import { NORMAL_975 } from '../measure/student.ts';
import { MILLION } from './exposure.ts';

/** Without the original: what the stated probabilities expect. Whole numbers, in millionths, so that they add up in any order. */
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

export const noExpectation = (): Expectation => ({ count: 0, p: 0, variance: 0, sparser: 0, denser: 0, squares: 0 });

/** The odds may all be off by so much, as if the density of the release were misjudged by 0.1. */
export const DOUBT = 1.5;
/** How much of what varies within a unit its targets share. */
const ALIKE = 0.2;

const millionths = (value: number): number => Math.round(value * MILLION);

/** One target; the squares of units are added apart. */
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

/** Where the share that is right lies: odds misjudged either way, and the luck of targets that stand and fall together by unit. */
export function expectedInterval({ count, variance, sparser, denser, squares }: Expectation): Interval | null {
  if (count === 0) return null;
  const together = 1 + ALIKE * (squares / count - 1);
  const luck = (NORMAL_975 * Math.sqrt((variance / MILLION) * together)) / count;
  return { low: Math.max(0, sparser / MILLION / count - luck), high: Math.min(1, denser / MILLION / count + luck) };
}
