import type { Way } from '../../shared/core/verdict/finding.ts';
import type { KindName } from '../../shared/kinds/registry.ts';

/** A release as files, with the request that audits it: paths are names of these files. */
export interface MadeRelease {
  readonly files: Readonly<Record<string, string>>;
  readonly request: Readonly<Record<string, unknown>>;
}

/** A leak that one attack or check can use, and attacks outside its family cannot. */
export interface PlantedLeak {
  readonly attack: string;
  /** Tells the leaks of one attack apart. */
  readonly by?: string;
  readonly way: Way;
  /** Attacks that may lead as well, since they use the same leak. */
  readonly family?: readonly string[];
  /** Null: this attack needs the original. */
  make(seed: string, withOriginal: boolean): MadeRelease | null;
}

/** A release in which nothing is exposed in one way beyond guessing. */
export interface CleanRelease {
  readonly way: Way;
  make(seed: string): MadeRelease;
}

/** A leak of a wanted size: what a verdict of "no leak found" says that it would have noticed. */
export interface SizedLeak {
  readonly way: Way;
  /** The share of the people who are exposed. */
  make(seed: string, share: number): MadeRelease;
}

export interface VerdictTrials {
  readonly kind: KindName;
  readonly planted: readonly PlantedLeak[];
  readonly clean: readonly CleanRelease[];
  readonly sized: readonly SizedLeak[];
}
