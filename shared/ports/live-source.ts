import type { HostLimits } from '../core/pacing/pacing.ts';
import type { SourceVersion } from './hit-counter.ts';

/** One call: how many documents hold the term, or both; `size` asks how many documents there are. */
export type Question =
  | { readonly kind: 'one'; readonly term: string }
  | { readonly kind: 'pair'; readonly first: string; readonly second: string }
  | { readonly kind: 'size' };

export type SourceAnswer =
  | { readonly kind: 'count'; readonly count: number; readonly flags: number }
  /** The source has no way to ask this, now or later. */
  | { readonly kind: 'not expressible'; readonly reason: string }
  /** No answer this time. `parkFor`: the host asked all of us to stay away that long (milliseconds). */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly parkFor?: number; readonly final?: boolean };

/** A service on the network that counts. Whoever asks it goes through the pacer and the score cache. */
export interface LiveSource {
  /** The version names the epoch, so that counts of different epochs never meet in one distance. */
  readonly source: SourceVersion;
  readonly host: string;
  readonly limits: HostLimits;
  /** The longest a call can take: leases last three times as long. */
  readonly timeout: number;
  /** Whether the question can be put to the source at all; `ask` is not called for one that cannot. */
  accepts(question: Question): boolean;
  ask(question: Question): Promise<SourceAnswer>;
}
