import type { HostLimits } from '../core/pacing/pacing.ts';
import type { SourceVersion } from './hit-counter.ts';

/** One call: the number of documents with the term, with both terms, or of all documents. */
export type Question =
  | { readonly kind: 'one'; readonly term: string }
  | { readonly kind: 'pair'; readonly first: string; readonly second: string }
  | { readonly kind: 'size' };

export type SourceAnswer =
  | { readonly kind: 'count'; readonly count: number; readonly flags: number }
  /** The source can never answer this. */
  | { readonly kind: 'not expressible'; readonly reason: string }
  /** No answer this time. `parkFor`: milliseconds for which the host wants no calls. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly parkFor?: number; readonly final?: boolean };

/** A network service that counts. Callers go through the pacer and the score cache. */
export interface LiveSource {
  /** The version names the epoch: counts of different epochs never meet in one distance. */
  readonly source: SourceVersion;
  readonly host: string;
  readonly limits: HostLimits;
  /** Longest duration of a call; leases last three times as long. */
  readonly timeout: number;
  /** False for a question that the source cannot express; `ask` is not called for it. */
  accepts(question: Question): boolean;
  ask(question: Question): Promise<SourceAnswer>;
}
