import type { AuditSize } from './audit-cost.ts';
import { childrenOf, measuredTogether, plannedIn } from './units.ts';

/** Lambda gives one processor at 1,769 MB; a step is one thread, and more memory makes it no faster. */
const ONE_PROCESSOR_MB = 1_769;
const WHOLE_MB = 3_008;

/** Processor seconds with the default attacks, rounded up: test/unit/cloud-cost.test.ts holds them against docs/figures/cloud-steps.md. */
export const SLOPES = {
  /** A byte of the release. */
  read: 1.5e-7,
  spread: 2e-7,
  gather: 3.5e-7,
  /** A generalised item: to number it, cut it into its slice and list it. */
  plan: 1e-5,
  /** A cell of the tables. */
  score: 1e-5,
  attack: 5e-5,
  measure: 3e-5,
  /** A byte of the release. */
  finish: 4e-7,
  /** A cell of the tables. */
  publish: 1.5e-6,
  /** A row of the tables, where an original is given: test/unit/cloud-cost.test.ts has what was measured. */
  statistics: 6e-6,
  /** A cell of those that are learned from. */
  learn: 8e-5,
};
/**
 * Practice and the fits on it take as long whatever is learned from; opening what attacks on large releases learned from, in each function that
 * attacks;
 * finding people by a few known items, which publishing tries on up to 50,000 transactions.
 */
export const FIXED = { learn: 3, study: 3, known: 5 };
/** Pairs that a processor counts in a second (2026-11-19). */
const PAIRS_A_SECOND = 1e6;
/** From this number of characters, calibrated attacks learn from at most this many generalised items and cells. */
const WHOLE = 4_000_000;
export const MOST_STUDIED = 2_048;
const STUDIED_CELLS = 300_000;
export const learnsFromPart = ({ characters, cells }: Pick<AuditSize, 'characters' | 'cells'>): boolean =>
  characters >= WHOLE || cells > STUDIED_CELLS;
/** Start, connections, reading the folder of the audit. */
const START_SECONDS = 2;
/** Functions that stay warm between children of a map: concurrent functions of the account. */
const WARM = 200;

interface StepWork {
  readonly step: string;
  readonly isMap: boolean;
  readonly calls: number;
  /** Processor seconds of the work alone, of all calls together: what a bench in one process measures. */
  readonly work: number;
  /** Of all calls together, and of the longest, with their start. */
  readonly seconds: number;
  readonly longest: number;
  readonly mb: number;
}

/** Work of every step of an audit of a set-generalised release, by measured slopes. */
export function stepWork(size: AuditSize): StepWork[] {
  const { bytes, cells, pairs, units, rows, learns } = size;
  const children = childrenOf(size);
  const { parts, gathers } = plannedIn(size);
  const isMapped = parts > 1;
  const one = (step: string, work: number): StepWork => {
    const longest = START_SECONDS + work;
    return { step, isMap: false, calls: 1, work, seconds: longest, longest, mb: WHOLE_MB };
  };
  const map = (step: string, calls: number, work: number, mb: number, opening = 0): StepWork => {
    const longest = START_SECONDS + opening + (calls === 0 ? 0 : work / calls);
    return { step, isMap: true, calls, work, seconds: calls * START_SECONDS + work + Math.min(calls, WARM) * opening, longest, mb };
  };
  const planned = isMapped ? 0 : bytes * (SLOPES.spread + SLOPES.gather);
  const studied = learnsFromPart(size);
  const learnedFrom = studied ? Math.min(STUDIED_CELLS, cells * Math.min(1, MOST_STUDIED / Math.max(1, units))) : cells;
  return [
    one('read', bytes * SLOPES.read),
    ...(isMapped
      ? [map('spread', parts, bytes * SLOPES.spread, ONE_PROCESSOR_MB), map('gather', gathers, bytes * SLOPES.gather, WHOLE_MB)]
      : []),
    one('plan', planned + units * SLOPES.plan),
    map('score', children, cells * SLOPES.score + pairs / PAIRS_A_SECOND, ONE_PROCESSOR_MB),
    ...(learns ? [one('learn', FIXED.learn + learnedFrom * SLOPES.learn)] : []),
    map('attack', children, cells * SLOPES.attack, ONE_PROCESSOR_MB, studied ? FIXED.study : 0),
    map('measure', measuredTogether(size), cells * SLOPES.measure, WHOLE_MB),
    ...(isMapped ? [map('finish', parts, bytes * SLOPES.finish, ONE_PROCESSOR_MB)] : []),
    one(
      'publish',
      (units === 0 ? 0 : FIXED.known) + cells * SLOPES.publish + rows * SLOPES.statistics + (isMapped ? 0 : bytes * SLOPES.finish),
    ),
  ];
}
