import { unlikeness } from '../../core/calibrated/between-worlds.ts';
import type { EstimateWithError } from '../../core/calibrated/by-shape.ts';
import { compared, type EvidenceColumn, type EvidenceInput, type TableEvidence, tableEvidence } from '../../core/calibrated/evidence.ts';
import type { TopicFolds } from '../../core/calibrated/folds.ts';
import { holdersOf, type IndexedGroup, type IndexedRelease } from '../../core/calibrated/indexed-release.ts';
import { practiceRelease } from '../../core/calibrated/practice.ts';
import { judgedMoments, type PracticeDistance, practiceDistance, supportsAreMissing } from '../../core/calibrated/practice-verdict.ts';
import { type Scaling, scalingOf } from '../../core/calibrated/scaling.ts';
import { scoreBy } from '../../core/calibrated/score-by.ts';
import { denserThan, denserWorld, isDensityUntold, type KnownScores } from '../../core/calibrated/sharing.ts';
import type { PracticeTable, Probe } from '../../core/calibrated/train.ts';
import { likelyShares, worldDistances } from '../../core/calibrated/world-shares.ts';
import { type Neighbourhood, WORLDS, type World } from '../../core/calibrated/worlds.ts';
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
 * Practice tables of each world that the shares of the worlds are judged by. Half of those of the first fit the scores that judge. A world with
 * fewer than the least is not practised in.
 */
const JUDGED = { first: 120, other: 60 };
const LEAST_JUDGED = 30;
/** About as many tables are made as this, unless there are too few items. */
export const PRACTISED = PRACTICE + JUDGED.first + JUDGED.other * (WORLDS.length - 1);
/** Part of practice that is of all worlds alike: what a release is like is never sure, and F1 hardly suffers. */
const HEDGE = 0.25;
const hedged = (share: number, worlds: number): number => (1 - HEDGE) * share + HEDGE / worlds;
/** A density can be no more unsure. */
const MOST_UNTOLD = 0.15;
/** Tables of a world that the rest is tried on. */
const PROBE = 100;
/** The penalty of the model that judges it: it is fitted on few tables. */
const JUDGING_STRENGTH = 400;

export interface Practised {
  readonly practice: readonly PracticeTable[];
  /** Share of each world of practice in what the release is like; null where there was too little to tell. */
  readonly shares: WorldShares | null;
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
  /** Tables that were made and not chosen; and each world, as the rest would judge it. */
  readonly others: readonly PracticeTable[];
  readonly probes: readonly Probe[];
}

/** No items. */
export type WorldShares = Readonly<Partial<Record<World, number>>>;

/** How many practice tables of each sort are made, for tables as large as the release's. */
const wantedFor = (targets: readonly IndexedGroup[]) => {
  const cells = targets.reduce((total, { rows, members }) => total + rows.length * members.length, 0);
  const practice = Math.min(PRACTICE, Math.max(FEWEST, Math.floor((CELLS * targets.length) / cells)));
  const share = practice / PRACTICE;
  return {
    practice,
    aDraw: Math.round(A_DRAW * share),
    first: Math.max(2 * LEAST_JUDGED, Math.round(JUDGED.first * share)),
    other: Math.max(LEAST_JUDGED, Math.round(JUDGED.other * share)),
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
    const moments = judgedMoments(columns, scaling);
    return {
      ...found,
      scaling,
      distance: evidence.length < LEAST ? null : practiceDistance(evidence, await release(), moments),
      otherFrequencies: anyFrequency,
      supportsMissing: supportsAreMissing(plan.release),
      probes: probesOf([...found.practice, ...found.others], moments),
    };
  };
  const alike = await made(false);
  if (alike.practice.length >= ENOUGH) return alike;
  const any = await made(true);
  return any.practice.length > 2 * alike.practice.length ? any : alike;
}

type Made = Pick<Practised, 'practice' | 'others' | 'shares' | 'denser' | 'densityUntold'>;

/**
 * Practice tables as the release's own are likely to be: first some of each world, to see which they resemble; then the rest, in one draw
 * after another until there are enough. In each draw an item serves once; a small release is drawn from many times, so that no one draw decides.
 */
async function practise(
  practice: Practice,
  wanted: ReturnType<typeof wantedFor>,
  columns: readonly EvidenceColumn[],
  release: OfRelease,
): Promise<Made> {
  const first = practice.draw(0);
  const pools = practice.worlds.map((world, at) => emptyPool(first, world, at === 0 ? 20 : 10));
  await practice.fill(pools.map((pool, at) => ({ pool, most: at === 0 ? wanted.first : wanted.other })));
  const { shares, denser, densityUntold } = await judgeWorlds(pools, columns, release);
  const known = Object.keys(shares ?? {}).length;
  const most = parted(wanted.aDraw, practice.worlds.map((world) => (shares?.[world] === undefined ? 0 : hedged(shares[world], known)))); // biome-ignore format: one thing
  const chosen: PracticeTable[] = [];
  for (let number = 0; number < DRAWS && chosen.length < wanted.practice; number += 1) {
    const draw = number === 0 ? first : practice.draw(number);
    const own = practice.worlds.map((world, at) => ({ pool: number === 0 ? pools[at] : emptyPool(draw, world), most: most[at] }));
    await practice.fill(own);
    const tables = own.flatMap(({ pool, most: limit }) => pool.tables.slice(0, limit));
    if (tables.length === 0) break;
    chosen.push(...tables.slice(0, wanted.practice - chosen.length));
  }
  // A small release has no items left for more of the right kind: the others are better than none.
  if (chosen.length < LEAST) return { shares, denser, densityUntold, practice: pools.flatMap(({ tables }) => tables), others: [] };
  return { shares, denser, densityUntold, practice: chosen, others: pools.flatMap(({ tables }, at) => tables.slice(most[at])) };
}

/** Each world against the rest, both spread over all that there are of them. */
function probesOf(tables: readonly PracticeTable[], moments: ReturnType<typeof judgedMoments>): Probe[] {
  const evidenceOf = (places: readonly number[]): TableEvidence[] => places.map((at) => tables[at].evidence);
  return WORLDS.flatMap((world) => {
    const places = [...tables.keys()];
    const own = spreadOver(places.filter((at) => tables[at].world === world), PROBE); // biome-ignore format: one thing
    const rest = spreadOver(places.filter((at) => tables[at].world !== world), 2 * PROBE); // biome-ignore format: one thing
    if (own.length < LEAST_JUDGED || rest.length < LEAST_JUDGED) return [];
    const like = practiceDistance(evidenceOf(rest), evidenceOf(own), moments);
    return like === null ? [] : [{ own, rest, weights: like.weights, unlike: unlikeness(like) }];
  });
}

const spreadOver = (all: readonly number[], most: number): number[] => {
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, at) => at % step === 0);
};

/** Whole numbers in these proportions that add up to the whole; without proportions all of the first. */
function parted(whole: number, shares: readonly number[]): number[] {
  let [before, passed] = [0, 0];
  const own = shares.map((share) => {
    passed += share;
    const count = Math.round(whole * Math.min(1, passed)) - before;
    before += count;
    return count;
  });
  own[0] += whole - before;
  return own;
}

type Judged = Pick<Practised, 'shares' | 'denser' | 'densityUntold'>;

/**
 * The shares of the worlds, by two witnesses of their own: what tables of each world are like, and how dense they are. Null where there is too
 * little practice to tell.
 */
async function judgeWorlds(pools: readonly PracticePool[], columns: readonly EvidenceColumn[], release: OfRelease): Promise<Judged> {
  const [base, ...others] = pools as [PracticePool, ...PracticePool[]];
  const [fitted, judged] = [base.tables.filter((_, at) => at % 2 === 0), base.tables.filter((_, at) => at % 2 === 1)];
  const enough = others.filter(({ tables }) => tables.length >= LEAST_JUDGED);
  if (judged.length < LEAST_JUDGED || enough.length === 0) return { shares: null, denser: null, densityUntold: false };
  const score = scoreBy(fitted, columns, JUDGING_STRENGTH);
  const known = ({ evidence, original }: PracticeTable): KnownScores => ({ ...score(evidence), original });
  const own = await release();
  const [ofRelease, apart] = [own.map(score), judged.map(known)];
  const distances = worldDistances(own, [base, ...enough].map(({ tables }) => tables.map(({ evidence }) => evidence)), columns); // biome-ignore format: one thing
  const witness = denserThan(apart, ofRelease);
  const ofWorlds = [0, ...enough.map(({ tables }) => denserWorld(ofRelease, apart, tables.map(known)))]; // biome-ignore format: one thing
  const likely = likelyShares(ofWorlds.length, distances, witness === null ? null : { ...witness, ofWorlds });
  const shares = likely === null ? null : Object.fromEntries([base, ...enough].map(({ world }, at) => [world, likely[at]]));
  if (likely === null || witness === null) return { shares, denser: null, densityUntold: true };
  const densityUntold = isDensityUntold(witness, ofWorlds);
  const practised = likely.reduce((total, share, at) => total + hedged(share, likely.length) * ofWorlds[at], 0);
  const says = densityUntold ? 0 : witness.value - practised;
  return { shares, denser: { value: says, error: Math.min(MOST_UNTOLD, witness.error) }, densityUntold };
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
  readonly neighbourhood: Neighbourhood;
  /** If not all: what came of it is asked by benches. */
  readonly worlds?: readonly World[] | undefined;
  /** Where no items are as frequent as the members, those that are nearest serve. */
  readonly anyFrequency: boolean;
  /** Called with each table: how far it has come. */
  readonly made?: (() => void) | undefined;
}

/** Practice tables of one draw and one world. */
interface PracticePool {
  readonly draw: ReturnType<Practice['draw']>;
  readonly world: World;
  readonly tables: PracticeTable[];
  /** The last round found no items for any shape. */
  empty: boolean;
  rounds: number;
  /** Most tables of the first round. */
  readonly first: number;
}

const emptyPool = (draw: PracticePool['draw'], world: World, first = ROUND): PracticePool => ({
  draw,
  world,
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
  readonly worlds: readonly World[];

  constructor(plan: PracticePlan) {
    this.#plan = plan;
    const near: readonly World[] = plan.neighbourhood.isKnown ? WORLDS : ['random', 'transaction'];
    this.worlds = near.filter((world) => plan.worlds?.includes(world) ?? true);
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
    const { release, targets, asked, judging, texts, frequencyClass, seed, inputFor, anyFrequency, neighbourhood } = this.#plan;
    const { number, fold, taken } = pool.draw;
    const most = Math.min(left, pool.rounds === 0 ? pool.first : ROUND);
    const own = { seed: `${seed}|${pool.world}|${number}|${pool.rounds}`, world: pool.world, neighbourhood, fold, most };
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
        world: pool.world,
        part: { draw: number, fold: own },
        items: group.members,
      });
      this.#plan.made?.();
    }
  }
}
