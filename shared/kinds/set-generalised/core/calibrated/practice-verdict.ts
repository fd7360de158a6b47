import { exp } from '../../../../core/numeric/numeric.ts';
import type { EvidenceColumn, EvidenceKind, TableEvidence } from './evidence.ts';
import { holdersOf, type IndexedRelease } from './indexed-release.ts';
import { momentsOf, type Scaling, scalingOn } from './scaling.ts';
import { fitKind, scoreOf, spreadOf, weightsByShape } from './table-kind.ts';

/** Above this area practice is too unlike the release to promise a precision. */
const FURTHEST_PRACTICE = 0.9;

/** Standard error of log-odds if practice lacks members of some supports: with 30 % of all items protected it raised .82 and .85 (asked: .90) to .84 and .89. */
export const WHERE_SUPPORTS_ARE_MISSING = 0.75;

/** How far practice can be trusted for this release. No items. */
export interface PracticeVerdict {
  readonly tables: number;
  readonly draws: number;
  /** Area under the ROC curve of a held-out classifier, release against practice: 0.5 alike, 1 separable. Null: too few tables. */
  readonly area: number | null;
  readonly areaError: number | null;
  /** From this area no precision is promised. */
  readonly limit: number;
  /** No practice items are as frequent as the members. */
  readonly otherFrequencies: boolean;
  /** Of the tables, weighed by how like the release they are: as many of equal weight would say as much. */
  readonly effective: number;
  /** Standard error of log-odds, at the asked precision, in ranges and in who is named. */
  readonly widened: number;
  /** Why the asked precision cannot be promised; null: it can. */
  readonly cannotPromise: 'unlike' | 'other frequencies' | 'other supports' | 'density untold' | 'too few' | null;
}

function effectiveOf(weights: readonly number[]): number {
  const total = weights.reduce((a, b) => a + b, 0);
  return (total * total) / weights.reduce((sum, each) => sum + each * each, 0);
}

export function practiceVerdict(
  tables: number,
  draws: number,
  distance: PracticeDistance | null,
  otherFrequencies: boolean,
  supportsMissing: boolean,
  densityUntold: boolean,
  fromWorlds: number,
): PracticeVerdict {
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
    widened: supportsMissing ? Math.max(fromWorlds, WHERE_SUPPORTS_ARE_MISSING) : fromWorlds,
    effective: distance === null ? tables : effectiveOf(distance.weights),
    cannotPromise,
  };
}

/** Supports of rare items, and of the slightly more frequent ones they are merged with. */
const RARE = 2;
const FEW = 6;
const ENOUGH = 100;
/** Least ratio of slightly more frequent to rare single items in an untouched release; texts have about one to eight. */
const LEAST = 0.02;

/**
 * Detects an anonymiser that merges rare items with slightly more frequent ones: much is generalised, and few single items have those supports
 * although many are rarer. Practice, made of single items, then lacks such members: real tables hold more and other original cells than practice
 * tables of the same shape.
 */
export function supportsAreMissing(release: IndexedRelease): boolean {
  if (!release.neighbours) return false;
  let [rare, few] = [0, 0];
  for (const { length } of holdersOf(release)) {
    if (length > 0 && length <= RARE) rare += 1;
    else if (length > RARE && length <= FEW) few += 1;
  }
  return rare >= ENOUGH && few < LEAST * rare;
}

/** Not by shape, which practice copies, nor by order, so that the variant without order uses the same practice. */
const JUDGED: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency'];
const FOLDS = 4;
/** Bound on the log-odds that become weights. */
const FURTHEST = 1.5;

export interface PracticeDistance {
  /** Area under the ROC curve: 0.5 alike, 1 separable. */
  readonly area: number;
  readonly error: number;
  /** Weight of each practice table by its likeness to the release; mean 1. */
  readonly weights: readonly number[];
}

/** What tables are judged by. Each is looked at once, however often it is compared. */
export function judgedMoments(columns: readonly EvidenceColumn[], all: Scaling): (table: TableEvidence) => Float64Array {
  const scaling = scalingOn(all, (at) => JUDGED.includes(columns[at].kind));
  const known = new WeakMap<TableEvidence, Float64Array>();
  return (table) => {
    const moments = known.get(table) ?? momentsOf(table, scaling);
    known.set(table, moments);
    return moments;
  };
}

/** Null if no shape is common. */
export function practiceDistance(
  practice: readonly TableEvidence[],
  release: readonly TableEvidence[],
  momentsBy: ReturnType<typeof judgedMoments>,
): PracticeDistance | null {
  const moments = [...practice, ...release].map(momentsBy);
  const spread = spreadOf(moments);
  const known = moments.map(spread);
  const weights = weightsByShape(practice, release);
  const isRelease = (at: number): boolean => at >= practice.length;
  // Both kinds get equal total weight.
  const total = [0, 0];
  for (const [at, weight] of weights.entries()) total[isRelease(at) ? 1 : 0] += weight;
  const [ofPractice, ofRelease] = total as [number, number];
  if (!(ofPractice > 0 && ofRelease > 0)) return null;
  const smaller = Math.min(practice.length, release.length);
  const even = weights.map((weight, at) => (smaller * weight) / (isRelease(at) ? ofRelease : ofPractice));
  const said = new Float64Array(known.length);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = Array.from(known.keys()).filter((at) => at % FOLDS !== fold && even[at] > 0);
    const fitted = fitKind(
      kept.map((at) => ({ at: known[at], beside: isRelease(at), weight: even[at] })),
      known[0].length,
    );
    for (let at = fold; at < known.length; at += FOLDS) said[at] = scoreOf(known[at], fitted);
  }
  const area = areaOf(said, even, practice.length);
  return { area, error: errorOf(area, practice.length, release.length), weights: likenesses(said.subarray(0, practice.length)) };
}

function likenesses(said: Float64Array): number[] {
  const odds = Array.from(said, (each) => exp(Math.max(-FURTHEST, Math.min(FURTHEST, each))));
  const mean = odds.reduce((total, each) => total + each, 0) / odds.length;
  return odds.map((each) => each / mean);
}

/** Weighted share of pairs in which the release's table has the greater score; ties count half. */
function areaOf(said: Float64Array, weights: readonly number[], practice: number): number {
  const order = Array.from(said.keys()).sort((a, b) => said[a] - said[b]);
  let [below, won, all] = [0, 0, 0];
  for (let from = 0; from < order.length; ) {
    let to = from;
    let [own, other] = [0, 0];
    for (; to < order.length && said[order[to]] === said[order[from]]; to += 1) {
      const at = order[to];
      if (at < practice) other += weights[at];
      else own += weights[at];
    }
    won += own * (below + other / 2);
    below += other;
    all += own;
    from = to;
  }
  // The two sums are rounded differently: cap at 1.
  return Math.min(1, won / (below * all));
}

/** Hanley and McNeil, 1982. */
function errorOf(area: number, practice: number, release: number): number {
  const [one, two] = [area / (2 - area), (2 * area * area) / (1 + area)];
  const square = area * area;
  return Math.sqrt((area * (1 - area) + (release - 1) * (one - square) + (practice - 1) * (two - square)) / (practice * release));
}
