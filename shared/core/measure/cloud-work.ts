import type { AuditSize } from './cloud-cost.ts';
import { childrenOf, sliceCount } from './cloud-units.ts';

/** Lambda gives one processor at 1,769 MB; a step is one thread, and more memory makes it no faster. */
const ONE_PROCESSOR_MB = 1_769;
const WHOLE_MB = 3_008;

/**
 * Processor seconds with the default attacks, rounded up, which `npm run bench -- cloud-scale` measures step by step: test/unit/cloud-cost.test.ts
 * holds the page and the table of costs against them.
 */
export const SLOPES = {
  /** A byte of the release. */
  read: 3e-7,
  plan: 7e-7,
  /** A cell of the tables. */
  attack: 2e-5,
  decide: 3e-6,
  measure: 1e-5,
  publish: 2e-6,
  /** A cell of those that are learned from. */
  learn: 2e-5,
};
/** Pairs that a processor counts in a second (docs/figures/corpus-counts.md). */
const PAIRS_A_SECOND = 1e6;
/** Generalised items that a large release is learned from (shared/kinds/set-generalised/learn/calibrated/study). */
const STUDIED = 8_192;
/** Start, connections, reading the folder of the audit. */
const START_SECONDS = 2;

export interface StepWork {
  readonly step: string;
  readonly calls: number;
  /** Of all calls together, and of the longest. */
  readonly seconds: number;
  readonly longest: number;
  readonly mb: number;
}

/** What every step of an audit of a set-generalised release takes, by measured slopes. */
export function stepWork(size: AuditSize): StepWork[] {
  const { bytes, cells, pairs } = size;
  const children = childrenOf(size);
  const slices = sliceCount(size);
  const one = (step: string, seconds: number): StepWork => {
    const longest = START_SECONDS + seconds;
    return { step, calls: 1, seconds: longest, longest, mb: WHOLE_MB };
  };
  const many = (step: string, calls: number, seconds: number, mb: number): StepWork => {
    const longest = START_SECONDS + (calls === 0 ? 0 : seconds / calls);
    return { step, calls, seconds: calls * longest, longest, mb };
  };
  return [
    one('read', bytes * SLOPES.read),
    one('plan', bytes * SLOPES.plan),
    many('count and attack', children, cells * SLOPES.attack + pairs / PAIRS_A_SECOND, ONE_PROCESSOR_MB),
    one('learn', (size.units === 0 ? 0 : cells * Math.min(1, STUDIED / size.units)) * SLOPES.learn),
    many('decide', children, cells * SLOPES.decide, ONE_PROCESSOR_MB),
    many('measure', slices, cells * SLOPES.measure, WHOLE_MB),
    { ...one('publish', cells * SLOPES.publish), mb: ONE_PROCESSOR_MB },
  ];
}
