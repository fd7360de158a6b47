import type { EstimateWithError } from '../../core/calibrated/by-shape.ts';
import { compared, type EvidenceColumn, type EvidenceInput, type TableEvidence, tableEvidence } from '../../core/calibrated/evidence.ts';
import type { TopicFolds } from '../../core/calibrated/folds.ts';
import { holdersOf, type IndexedGroup, type IndexedRelease } from '../../core/calibrated/indexed-release.ts';
import { practiceRelease } from '../../core/calibrated/practice.ts';
import { type PracticeDistance, practiceDistance, supportsAreMissing } from '../../core/calibrated/practice-verdict.ts';
import { type Scaling, scalingOf } from '../../core/calibrated/scaling.ts';
import { isDensityUntold, type KnownScores, likelyShare, sharingByDensity } from '../../core/calibrated/sharing.ts';
import { sharingByKind } from '../../core/calibrated/table-kind.ts';
import { type PracticeTable, scoreBy } from '../../core/calibrated/train.ts';
import { type AskedSource, countTables, type Judging } from './gather.ts';

/**
 * Practice tables in all, of one draw, and draws at most: enough that the draw of them does not decide the outcome. With fewer than the least there
 * is no
 * telling; with fewer than enough of the members' own frequency, others are tried.
 */
const PRACTICE = 600;
const A_DRAW = 200;
const DRAWS = 12;
export const LEAST = 16;
const ENOUGH = 40;
/** Fewer large tables are enough, up to about CELLS cells in all; but at least FEWEST, since cells of one table are much alike. */
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

export interface Practised {
  readonly practice: readonly PracticeTable[];
  /** Share of partners from one transaction; null where there was too little to tell. */
  readonly sharing: number | null;
  /** By how much more of their cells the release's tables look original than those of practice. */
  readonly denser: EstimateWithError | null;
  readonly scaling: Scaling;
  readonly distance: PracticeDistance | null;
  /** Practice items are not as frequent as the members that they stand for: none are. */
  readonly otherFrequencies: boolean;
  /** Hardly any single items have the supports that rare ones are merged with: practice has none. */
  readonly supportsMissing: boolean;
  /** Original and added cells differ too little to say how dense the release is. */
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
      supportsMissing: supportsAreMissing(plan.release),
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

/** The input of practice. */
interface PracticePlan {
  readonly release: IndexedRelease;
  /** The release's own tables: what practice is to resemble. */
  readonly targets: readonly IndexedGroup[];
  readonly asked: readonly AskedSource[];
  readonly judging: Judging | null;
  readonly texts: readonly string[];
  readonly frequencyClass: Int32Array;
  readonly folds: TopicFolds;
  readonly seed: string;
  readonly inputFor: (release: IndexedRelease) => EvidenceInput;
  /** Where no items are as frequent as the members, those that are nearest serve. */
  readonly anyFrequency: boolean;
  /** Called with each table: how far it has come. */
  readonly made?: (() => void) | undefined;
}

/** Practice tables of one draw and one kind: their partners at random (0) or from one transaction (1). */
interface PracticePool {
  readonly draw: ReturnType<Practice['draw']>;
  readonly sharing: 0 | 1;
  readonly tables: PracticeTable[];
  /** The last round found no items for any shape. */
  empty: boolean;
  rounds: number;
  /** Most tables of the first round. */
  readonly first: number;
}

const emptyPool = (draw: PracticePool['draw'], sharing: 0 | 1, first = ROUND): PracticePool => ({
  draw,
  sharing,
  tables: [],
  empty: false,
  rounds: 0,
  first,
});

/** The first round may be small, so that pools share what a small release has; later ones are large, since each is a release of its own. */
const ROUND = 80;

class Practice {
  readonly #plan: PracticePlan;
  readonly #holders: readonly (readonly number[])[];

  constructor(plan: PracticePlan) {
    this.#plan = plan;
    this.#holders = holdersOf(plan.release);
  }

  /** Each item serves once in a draw, in the fold that it is of. */
  draw(number: number) {
    return { number, fold: this.#plan.folds.fold(number), taken: new Set<number>() };
  }

  /** Fills the pools in turn up to the numbers wanted, or until no items are left for the shapes of the release. */
  async fill(wanted: readonly { readonly pool: PracticePool; readonly most: number }[]): Promise<void> {
    for (;;) {
      const open = wanted.filter(({ pool, most }) => pool.tables.length < most && !pool.empty);
      if (open.length === 0) return;
      for (const { pool, most } of open) await this.#round(pool, most - pool.tables.length);
    }
  }

  async #round(pool: PracticePool, left: number): Promise<void> {
    const { release, targets, asked, judging, texts, frequencyClass, seed, inputFor, anyFrequency } = this.#plan;
    const { number, fold, taken } = pool.draw;
    const most = Math.min(left, pool.rounds === 0 ? pool.first : ROUND);
    const kind = pool.sharing === 0 ? 'apart' : 'beside';
    const own = { seed: `${seed}|${kind}|${number}|${pool.rounds}`, sharing: pool.sharing, fold, most };
    const options = { ...own, targets, holders: this.#holders, frequencyClass, anyFrequency };
    const made = practiceRelease(release, options, taken);
    pool.rounds += 1;
    pool.empty = made.tables.length === 0;
    if (pool.empty) return;
    const groups = made.tables.map(({ group }) => made.release.groups[group]);
    const counted = await countTables(asked, texts, made.release, groups, judging);
    const input = inputFor(made.release);
    for (const [at, { original, fold: own }] of made.tables.entries()) {
      const group = groups[at];
      pool.tables.push({
        evidence: tableEvidence(input, group, compared(input, group, counted[at])),
        original,
        part: { draw: number, fold: own },
        items: group.members,
      });
      this.#plan.made?.();
    }
  }
}
