import type { Level } from '../core/verdict/verdict.ts';
import type { Estimate } from './report-data.ts';

/** `comparison.json`: raise with every change of meaning. */
export const COMPARISON_VERSION = 3;

/**
 * Compared figures. `named_80`: share of people for whom a hidden value is named with at least 80 % confidence. `surest`: mean, over all people, of the
 * probability of each person's most probable value.
 */
export const COMPARED = ['named_80', 'named_90', 'named_95', 'surest', 'precision', 'recall', 'f1'] as const;
export type ComparedMeasure = (typeof COMPARED)[number];

/** Utility lost in a release; `from` is the source of the figures. */
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
  /** Attack with its parameters, seed and sources: equal ones are the same attacker. */
  readonly attacker: string;
  /** With 95 % intervals of their own. */
  readonly figures: Readonly<Record<ComparedMeasure, Estimate>>;
  readonly utility: ComparedUtility | null;
  /** Verdict of the audit, from any of its attacks. */
  readonly level: Level;
  readonly headline: string;
}

/**
 * `above`: the first figure is above the second beyond chance. `apart above`: the two are not paired, but their intervals do not overlap. Likewise `below`.
 * `undecided`: may be chance. `not comparable`: one of the figures is missing.
 */
export type PairFinding = 'above' | 'below' | 'apart above' | 'apart below' | 'undecided' | 'not comparable';

/** One figure of two audits: `difference` is `first` minus `second`. */
export interface Difference {
  readonly measure: ComparedMeasure;
  readonly first: string;
  readonly second: string;
  readonly difference: number | null;
  /** 95 % for all differences of this measure together; null if the rows are not paired or are too few. */
  readonly low: number | null;
  readonly high: number | null;
  /** Pairing: the same rows of the same release, the same people of the same original, or none. */
  readonly paired: 'rows' | 'people' | null;
  readonly finding: PairFinding;
  /** Why there is no interval. */
  readonly reason: string | null;
}

export interface AuditComparison {
  readonly version: typeof COMPARISON_VERSION;
  /** Several attackers on one release, or several releases. */
  readonly of: 'attackers' | 'releases';
  /** Measure of the verdict; null if no measure is available for all. */
  readonly judgedBy: ComparedMeasure | null;
  readonly verdict: string;
  readonly notices: readonly string[];
  readonly audits: readonly ComparedAudit[];
  readonly differences: readonly Difference[];
}
