import { exp } from '../../numeric/numeric.ts';
import type { EvidenceColumn, EvidenceKind, TableEvidence } from './evidence.ts';
import { type Scaling, scalingOn } from './scaling.ts';
import { fitKind, momentsOf, scoreOf, spreadOf, weightsByShape } from './table-kind.ts';

/** Not by shape, which practice is made in, nor by what order adds: whoever does without it is to practise on the same. */
const JUDGED: readonly EvidenceKind[] = ['outside', 'likeness', 'frequency'];
const FOLDS = 4;
/** Log-odds beyond which a table counts no more, and no less. */
const FURTHEST = 1.5;

/** How unlike practice the release's own tables are, by a classifier of the two that judges each table without having seen it. */
export interface PracticeDistance {
  /** How often a table of the release looks more like one than a practice table does: 0.5 is alike, 1 told apart. */
  readonly area: number;
  /** Its standard error. */
  readonly error: number;
  /** For each practice table how much more it is like one of the release than others are; 1 in the mean. */
  readonly weights: readonly number[];
}

/** Null where there are no tables of a common shape. */
export function practiceDistance(
  practice: readonly TableEvidence[],
  release: readonly TableEvidence[],
  columns: readonly EvidenceColumn[],
  all: Scaling,
): PracticeDistance | null {
  const scaling = scalingOn(all, (at) => JUDGED.includes((columns[at] as EvidenceColumn).kind));
  const moments = [...practice, ...release].map((each) => momentsOf(each, scaling));
  const spread = spreadOf(moments);
  const known = moments.map(spread);
  const weights = weightsByShape(practice, release);
  const isRelease = (at: number): boolean => at >= practice.length;
  // Each kind weighs as much as the other.
  const total = [0, 0];
  for (const [at, weight] of weights.entries()) total[isRelease(at) ? 1 : 0] = (total[isRelease(at) ? 1 : 0] as number) + weight;
  const [ofPractice, ofRelease] = total as [number, number];
  if (!(ofPractice > 0 && ofRelease > 0)) return null;
  const smaller = Math.min(practice.length, release.length);
  const even = weights.map((weight, at) => (smaller * weight) / (isRelease(at) ? ofRelease : ofPractice));
  const said = new Float64Array(known.length);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = Array.from(known.keys()).filter((at) => at % FOLDS !== fold && (even[at] as number) > 0);
    const fitted = fitKind(
      kept.map((at) => ({ at: known[at] as Float64Array, beside: isRelease(at), weight: even[at] as number })),
      (known[0] as Float64Array).length,
    );
    for (let at = fold; at < known.length; at += FOLDS) said[at] = scoreOf(known[at] as Float64Array, fitted);
  }
  const area = areaOf(said, even, practice.length);
  return { area, error: errorOf(area, practice.length, release.length), weights: likenesses(said.subarray(0, practice.length)) };
}

/** The classifier's log-odds are those of the release over practice: so much more should the table count. Far ones are brought nearer. */
function likenesses(said: Float64Array): number[] {
  const odds = Array.from(said, (each) => exp(Math.max(-FURTHEST, Math.min(FURTHEST, each))));
  const mean = odds.reduce((total, each) => total + each, 0) / odds.length;
  return odds.map((each) => each / mean);
}

/** The weighted share of pairs in which the table of the release has the greater score; ties count half. */
function areaOf(said: Float64Array, weights: readonly number[], practice: number): number {
  const order = Array.from(said.keys()).sort((a, b) => (said[a] as number) - (said[b] as number));
  let [below, won, all] = [0, 0, 0];
  for (let from = 0; from < order.length; ) {
    let to = from;
    let [own, other] = [0, 0];
    for (; to < order.length && said[order[to] as number] === said[order[from] as number]; to += 1) {
      const at = order[to] as number;
      if (at < practice) other += weights[at] as number;
      else own += weights[at] as number;
    }
    won += own * (below + other / 2);
    below += other;
    all += own;
    from = to;
  }
  // Sums of weights in two orders: told apart in all pairs must not be more than in all.
  return Math.min(1, won / (below * all));
}

/** Hanley and McNeil, 1982. */
function errorOf(area: number, practice: number, release: number): number {
  const [one, two] = [area / (2 - area), (2 * area * area) / (1 + area)];
  const square = area * area;
  return Math.sqrt((area * (1 - area) + (release - 1) * (one - square) + (practice - 1) * (two - square)) / (practice * release));
}
