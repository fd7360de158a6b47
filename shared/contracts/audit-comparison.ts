import type { Level } from '../core/verdict/verdict.ts';
import type { Estimate } from './report-data.ts';

/** `comparison.json`: raise with every change of meaning. */
export const COMPARISON_VERSION = 3;

/**
 * What is held against each other. `named_80`: of how many people something hidden is named with at least 80 % certainty. `surest`: the mean, over all
 * people, of the probability with which what is named most surely of a person is theirs.
 */
export const COMPARED = ['named_80', 'named_90', 'named_95', 'surest', 'precision', 'recall', 'f1'] as const;
export type ComparedMeasure = (typeof COMPARED)[number];

/** What a release costs its readers; `from` is where the figures come from. */
export interface ComparedUtility {
  readonly from: 'measures.json' | 'recomputed';
  /** Mean relative error of the counts of pairs of items, and normalised certainty penalty; null: not computable. */
  readonly pairCountError: number | null;
  readonly ncp: number | null;
}

export interface ComparedAudit {
  readonly name: string;
  readonly auditId: string;
  readonly kind: string;
  readonly transactions: number;
  readonly releaseSha256: string;
  readonly originalSha256: string | null;
  readonly sources: readonly string[];
  readonly unveilVersion: string;
  readonly attack: string;
  /** Of the attack with its parameters, seed and sources: the same is the same attacker. */
  readonly attacker: string;
  /** With 95 % intervals of their own. */
  readonly figures: Readonly<Record<ComparedMeasure, Estimate>>;
  readonly utility: ComparedUtility | null;
  /** The verdict of the audit, from whichever of its attacks. */
  readonly level: Level;
  readonly headline: string;
}

/**
 * `above`: the first one's figure is beyond chance above the second's; `apart above`: nothing pairs the two, but their intervals do not meet.
 * The same for `below`. `undecided`: chance may do it. `not comparable`: one of the figures is not there.
 */
export type PairFinding = 'above' | 'below' | 'apart above' | 'apart below' | 'undecided' | 'not comparable';

/** One figure of two audits: `difference` is that of `first` less that of `second`. */
export interface Difference {
  readonly measure: ComparedMeasure;
  readonly first: string;
  readonly second: string;
  readonly difference: number | null;
  /** 95 % for all differences of this measure together; null where nothing pairs the rows or there is too little to say. */
  readonly low: number | null;
  readonly high: number | null;
  /** By what the two are paired: the same rows of the same release, the same people of the same original, or nothing. */
  readonly paired: 'rows' | 'people' | null;
  readonly finding: PairFinding;
  /** Why there is no interval. */
  readonly reason: string | null;
}

export interface AuditComparison {
  readonly version: typeof COMPARISON_VERSION;
  /** Several attackers on one release, or several releases. */
  readonly of: 'attackers' | 'releases';
  /** The measure that the verdict goes by; null where none is there for all. */
  readonly judgedBy: ComparedMeasure | null;
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly audits: readonly ComparedAudit[];
  readonly differences: readonly Difference[];
}
