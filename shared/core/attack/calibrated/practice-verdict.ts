import type { PracticeDistance } from './practice-distance.ts';

/** Beyond it hardly a table of practice is like one of the release: what was kept on practice promises nothing. */
const FURTHEST_PRACTICE = 0.9;

/** A standard error of log-odds at a classifier that never errs: what trials with shifts of many kinds needed. */
const WHERE_TOLD_APART = 0.5;

/** The same where members of some supports are missing from practice: with 30 % of all items protected it brought .82 and .85 of an asked .90 to .84 and .89, and no further. */
const WHERE_SUPPORTS_ARE_MISSING = 0.75;

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
  readonly cannotPromise: 'unlike' | 'other frequencies' | 'other supports' | 'density untold' | 'too few' | null;
}

export function practiceVerdict(
  tables: number,
  draws: number,
  distance: PracticeDistance | null,
  otherFrequencies: boolean,
  supportsMissing: boolean,
  densityUntold: boolean,
): PracticeVerdict {
  const unlike = distance === null ? WHERE_TOLD_APART : WHERE_TOLD_APART * Math.max(0, 2 * (distance.area - distance.error) - 1);
  const cannotPromise = otherFrequencies
    ? 'other frequencies'
    : distance === null
      ? 'too few'
      : distance.area >= FURTHEST_PRACTICE
        ? 'unlike'
        : supportsMissing
          ? 'other supports'
          : densityUntold
            ? 'density untold'
            : null;
  return {
    tables,
    draws,
    area: distance?.area ?? null,
    areaError: distance?.error ?? null,
    limit: FURTHEST_PRACTICE,
    otherFrequencies,
    // What may well be chance widens nothing.
    widened: supportsMissing ? Math.max(unlike, WHERE_SUPPORTS_ARE_MISSING) : unlike,
    cannotPromise,
  };
}
