import type { EstimateWithError } from '../../../../core/attack/calibrated/by-shape.ts';
import type { KnownScores } from '../../../../core/attack/calibrated/density.ts';
import type { EvidenceColumn, TableEvidence } from '../../../../core/attack/calibrated/evidence.ts';
import type { IndexedGroup } from '../../../../core/attack/calibrated/indexed-release.ts';
import { type PracticeDistance, practiceDistance } from '../../../../core/attack/calibrated/practice-distance.ts';
import { type Scaling, scalingOf } from '../../../../core/attack/calibrated/scaling.ts';
import { isDensityUntold, likelyShare, sharingByDensity } from '../../../../core/attack/calibrated/sharing.ts';
import { sharingByKind } from '../../../../core/attack/calibrated/table-kind.ts';
import { type PracticeTable, scoreBy } from '../../../../core/attack/calibrated/train.ts';
import { emptyPool, Practice, type PracticePlan } from './practise.ts';

/**
 * Practice tables in all, of one draw, and draws at most: enough that the draw of them does not decide the outcome. With fewer than the least there is no
 * telling; with fewer than enough of the members' own frequency, others are tried.
 */
const PRACTICE = 600;
const A_DRAW = 200;
const DRAWS = 12;
export const LEAST = 16;
const ENOUGH = 40;
/** Where tables are large fewer do, as many as have about so many cells in all; but so many at least, since cells of one table are much alike. */
const CELLS = 200_000;
const FEWEST = 96;
/**
 * Practice tables of either kind that the share of partners from one transaction is judged by. Half of those apart fit the scores that judge. With
 * fewer than the least of a kind the share is not judged.
 */
const JUDGED = { apart: 160, beside: 80 };
const LEAST_JUDGED = 30;
/** About as many tables are made as this, unless there are too few items. */
export const PRACTISED = PRACTICE + JUDGED.apart + JUDGED.beside;
/** The penalty of the model that judges it: it is fitted on few tables. */
const JUDGING_STRENGTH = 400;

/** Practice, and how like the release it is. */
export interface Practised {
  readonly practice: readonly PracticeTable[];
  /** Share of partners from one transaction; null where there was too little to tell. */
  readonly sharing: number | null;
  /** By how much more of their cells the release's tables look original than those of practice. */
  readonly denser: EstimateWithError | null;
  /** Of all columns of evidence. */
  readonly scaling: Scaling;
  readonly distance: PracticeDistance | null;
  /** Practice items are not as frequent as the members that they stand for: none are. */
  readonly otherFrequencies: boolean;
  /** Items of the supports that rare ones are merged with hardly stand alone any more: practice has none. */
  readonly supportsMissing: boolean;
  /** What tells original cells from added ones is too little to say how dense the release is. */
  readonly densityUntold: boolean;
}

/** How many practice tables of each sort are made, for tables as large as the release's. */
const wantedFor = (targets: readonly IndexedGroup[]) => {
  const cells = targets.reduce((total, { rows, members }) => total + rows.length * members.length, 0);
  const practice = Math.min(PRACTICE, Math.max(FEWEST, Math.floor((CELLS * targets.length) / cells)));
  const share = practice / PRACTICE;
  return {
    practice,
    aDraw: Math.round(A_DRAW * share),
    apart: Math.max(2 * LEAST_JUDGED, Math.round(JUDGED.apart * share)),
    beside: Math.max(LEAST_JUDGED, Math.round(JUDGED.beside * share)),
  };
};

/** The evidence of the release's own tables. Asked for once there is practice to hold it against: that of large tables costs more than all else. */
type OfRelease = () => Promise<readonly TableEvidence[]>;

/** Practice from items as frequent as the members; where there are none, rarer or commoner ones, from those that are nearest. */
export async function practiseLike(
  plan: Omit<PracticePlan, 'anyFrequency'>,
  columns: readonly EvidenceColumn[],
  release: OfRelease,
): Promise<Practised> {
  const made = async (anyFrequency: boolean): Promise<Practised> => {
    const practice = new Practice({ ...plan, anyFrequency });
    const found = await practise(practice, wantedFor(plan.targets), columns, release);
    const evidence = found.practice.map((table) => table.evidence);
    const scaling = scalingOf(evidence, [...columns.keys()]);
    return {
      ...found,
      scaling,
      distance: evidence.length < LEAST ? null : practiceDistance(evidence, await release(), columns, scaling),
      otherFrequencies: anyFrequency,
      supportsMissing: practice.supportsMissing,
    };
  };
  const alike = await made(false);
  if (alike.practice.length >= ENOUGH) return alike;
  const any = await made(true);
  return any.practice.length > 2 * alike.practice.length ? any : alike;
}

/**
 * Practice tables as the release's own are likely to be: first some of either kind, to see which they resemble; then the rest, in one draw
 * after another until there are enough. In each draw an item serves once; a small release is drawn from many times, so that no one draw decides.
 */
async function practise(
  practice: Practice,
  wanted: ReturnType<typeof wantedFor>,
  columns: readonly EvidenceColumn[],
  release: OfRelease,
): Promise<Pick<Practised, 'practice' | 'sharing' | 'denser' | 'densityUntold'>> {
  const first = practice.draw(0);
  const apart = emptyPool(first, 0, 20);
  const beside = emptyPool(first, 1, 10);
  await practice.fill([
    { pool: apart, most: wanted.apart },
    { pool: beside, most: wanted.beside },
  ]);
  const { sharing, denser, densityUntold } = await judgeSharing(apart.tables, beside.tables, columns, release);
  const most = { beside: Math.round((sharing ?? 0) * wanted.aDraw), apart: 0 };
  most.apart = wanted.aDraw - most.beside;
  const chosen: PracticeTable[] = [];
  for (let number = 0; number < DRAWS && chosen.length < wanted.practice; number += 1) {
    const draw = number === 0 ? first : practice.draw(number);
    const pools = [
      { pool: number === 0 ? apart : emptyPool(draw, 0), most: most.apart },
      { pool: number === 0 ? beside : emptyPool(draw, 1), most: most.beside },
    ];
    await practice.fill(pools);
    const own = pools.flatMap(({ pool, most: limit }) => pool.tables.slice(0, limit));
    if (own.length === 0) break;
    chosen.push(...own);
  }
  // A small release has no items left for more of the right kind: the others are better than none.
  return { sharing, denser, densityUntold, practice: chosen.length < LEAST ? [...apart.tables, ...beside.tables] : chosen };
}

type Judged = Pick<Practised, 'sharing' | 'denser' | 'densityUntold'>;

/**
 * The share of partners from one transaction, by two witnesses of their own: what tables of either kind are like, and how dense they are. Null where
 * there is too little practice to tell.
 */
async function judgeSharing(
  apart: readonly PracticeTable[],
  beside: readonly PracticeTable[],
  columns: readonly EvidenceColumn[],
  release: OfRelease,
): Promise<Judged> {
  const [fitted, judged] = [apart.filter((_, at) => at % 2 === 0), apart.filter((_, at) => at % 2 === 1)];
  if (Math.min(judged.length, beside.length) < LEAST_JUDGED) return { sharing: null, denser: null, densityUntold: false };
  const score = scoreBy(fitted, columns, JUDGING_STRENGTH);
  const known = ({ evidence, original }: PracticeTable): KnownScores => ({ ...score(evidence), original });
  const evidenceOfAll = (tables: readonly PracticeTable[]): TableEvidence[] => tables.map(({ evidence }) => evidence);
  const own = await release();
  const byKind = sharingByKind(own, evidenceOfAll(apart), evidenceOfAll(beside), columns);
  const byDensity = sharingByDensity(own.map(score), judged.map(known), beside.map(known));
  const sharing = likelyShare([byKind, byDensity].filter((each) => each !== null));
  if (sharing === null || byDensity === null) return { sharing, denser: null, densityUntold: true };
  const { value, error, range } = byDensity;
  const densityUntold = isDensityUntold(byDensity);
  const says = densityUntold ? 0 : value - sharing;
  return { sharing, denser: { value: says * range, error: Math.min(1, error) * range }, densityUntold };
}
