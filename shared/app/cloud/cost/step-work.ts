import type { AuditSize } from './audit-cost.ts';
import { childrenOf, plannedIn, sliceCount } from './units.ts';

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
  attack: 1.5e-5,
  decide: 4.5e-5,
  measure: 2e-5,
  /** A byte of the release. */
  finish: 4e-7,
  /** A cell of the tables. */
  publish: 1.5e-6,
  /** A row of the tables, where an original is given: docs/figures/publish.md. */
  statistics: 1.5e-5,
  /** A cell of those that are learned from. */
  learn: 8e-5,
};
/**
 * Practice and the fits on it take as long whatever is learned from; opening what large releases are decided by, in each function that decides;
 * finding people by a few known items, which publishing tries on up to 50,000 transactions.
 */
export const FIXED = { learn: 3, study: 2, score: 5 };
/** Pairs that a processor counts in a second (docs/figures/corpus-counts.md). */
const PAIRS_A_SECOND = 1e6;
/** A release of more characters is learned from so many of its generalised items and so many cells of them, as calibrated attacks study them. */
const WHOLE = 4_000_000;
const STUDIED = 2_048;
const STUDIED_CELLS = 300_000;
/** Start, connections, reading the folder of the audit. */
const START_SECONDS = 2;
/** Functions that stay warm between children of a map, in an account that runs so many at once. */
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

/** What every step of an audit of a set-generalised release takes, by measured slopes. */
export function stepWork(size: AuditSize): StepWork[] {
  const { bytes, cells, pairs, units, rows } = size;
  const children = childrenOf(size);
  const { parts, gathers } = plannedIn(size);
  const one = (step: string, work: number, mb = WHOLE_MB): StepWork => {
    const longest = START_SECONDS + work;
    return { step, isMap: false, calls: 1, work, seconds: longest, longest, mb };
  };
  const map = (step: string, calls: number, work: number, mb: number, opening = 0): StepWork => {
    const longest = START_SECONDS + opening + (calls === 0 ? 0 : work / calls);
    return { step, isMap: true, calls, work, seconds: calls * START_SECONDS + work + Math.min(calls, WARM) * opening, longest, mb };
  };
  const planned = parts === 0 ? bytes * (SLOPES.spread + SLOPES.gather) : 0;
  const isStudied = bytes > WHOLE || cells > STUDIED_CELLS;
  const learnedFrom = isStudied ? Math.min(STUDIED_CELLS, cells * Math.min(1, STUDIED / Math.max(1, units))) : cells;
  return [
    one('read', bytes * SLOPES.read),
    ...(parts === 0
      ? []
      : [map('spread', parts, bytes * SLOPES.spread, ONE_PROCESSOR_MB), map('gather', gathers, bytes * SLOPES.gather, WHOLE_MB)]),
    one('plan', planned + units * SLOPES.plan),
    map('count and attack', children, cells * SLOPES.attack + pairs / PAIRS_A_SECOND, ONE_PROCESSOR_MB),
    one('learn', FIXED.learn + learnedFrom * SLOPES.learn),
    map('decide', children, cells * SLOPES.decide, ONE_PROCESSOR_MB, isStudied ? FIXED.study : 0),
    map('measure', sliceCount(size), cells * SLOPES.measure, WHOLE_MB),
    ...(parts === 0 ? [] : [map('finish', parts, bytes * SLOPES.finish, ONE_PROCESSOR_MB)]),
    one(
      'publish',
      (units === 0 ? 0 : FIXED.score) + cells * SLOPES.publish + rows * SLOPES.statistics + (parts === 0 ? bytes * SLOPES.finish : 0),
    ),
  ];
}
