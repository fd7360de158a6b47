import type { PracticeDistance } from './practice-distance.ts';

/** Beyond it hardly a table of practice is like one of the release: what was kept on practice promises nothing. */
export const FURTHEST_PRACTICE = 0.9;

/** A standard error of log-odds at a classifier that never errs: what trials with shifts of many kinds needed. */
const WHERE_TOLD_APART = 0.5;

/** What practice is worth for this release. No items. */
export interface PracticeVerdict {
  readonly tables: number;
  readonly draws: number;
  /** How often a held-out classifier takes a table of the release for one rather than a practice table: 0.5 is alike, 1 told apart. Null: too few. */
  readonly area: number | null;
  readonly areaError: number | null;
  /** From this area on nothing is promised. */
  readonly limit: number;
  /** Practice items are not as frequent as the members: none are. */
  readonly otherFrequencies: boolean;
  /** The standard error of log-odds that the bound of the asked precision bears for it. */
  readonly widened: number;
  /** Why the asked precision cannot be promised; null where it can. */
  readonly cannotPromise: 'unlike' | 'other frequencies' | 'too few' | null;
}

export function practiceVerdict(
  tables: number,
  draws: number,
  distance: PracticeDistance | null,
  otherFrequencies: boolean,
): PracticeVerdict {
  const cannotPromise = otherFrequencies
    ? 'other frequencies'
    : distance === null
      ? 'too few'
      : distance.area >= FURTHEST_PRACTICE
        ? 'unlike'
        : null;
  return {
    tables,
    draws,
    area: distance?.area ?? null,
    areaError: distance?.error ?? null,
    limit: FURTHEST_PRACTICE,
    otherFrequencies,
    // What may well be chance widens nothing.
    widened: distance === null ? WHERE_TOLD_APART : WHERE_TOLD_APART * Math.max(0, 2 * (distance.area - distance.error) - 1),
    cannotPromise,
  };
}
