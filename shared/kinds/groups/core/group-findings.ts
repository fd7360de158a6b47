import { compareCodePoints } from '../../../core/model/code-points.ts';
import { sampled } from '../../../core/random/random.ts';
import {
  findingOfScoring,
  knownItemFindings,
  MOST_RECORDS,
  scoringFindings,
  tooMany,
  tooManyToKnow,
} from '../../../core/scoring/scoring-findings.ts';
import { ScoringRecords } from '../../../core/scoring/scoring-index.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { liftInterval, shareInterval } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { type Finding, withoutFigure } from '../../../core/verdict/finding.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import { calibrateLearned, type LearnedCell } from './calibrate-learned.ts';
import { byNaming, namedByRank, namedSurely, type Ranked, rankHolders, toldByGroup } from './group-exposed.ts';
import { type GroupedRelease, greatestOf, groupSize, type Spread, spreadsOf } from './grouped-release.ts';
import type { Holders } from './holders.ts';
import { codeGroups, learnInGroups } from './learn-in-groups.ts';
import { LinkIndex } from './link-index.ts';

/** How close a sensitive item is to a quasi-item: greater is closer, NaN where no source knows. */
export type Near = (sensitive: string, quasi: string) => number;

/** A way to put a sensitive item to the transactions it stands closest to: from the closeness of each of a transaction's items to one figure. */
interface Placing {
  readonly name: string;
  readonly worth: (closeness: readonly number[]) => number;
}

interface GroupEvidence {
  readonly holders: Holders | null;
  /** Null: no source was asked, or none knows any of the sensitive items. */
  readonly near: Near | null;
  readonly placings: readonly Placing[];
  readonly seed: string;
}

const NOTHING_TOLD = 'the groups tell of no sensitive item';
const NO_TRUTH = 'it needs the original, with the group of each transaction as "cluster"';

/** How many items of a person are known, and how many persons are tried. */
const KNOWN = [1, 2, 3] as const;
const TARGETS = 1_000;

interface ItemFigures extends Omit<Spread, 'counts'> {
  readonly groups: number;
  readonly most: number;
  readonly atLarge: number;
  /** Of the holders that an attack names, the share that is right, by attack. */
  readonly right: Readonly<Record<string, number>>;
}

export interface GroupFindings {
  readonly trials: readonly Trial[];
  readonly findings: readonly Finding[];
  readonly items: readonly ItemFigures[];
}

/** All attacks on groups with sensitive items and their baselines: over all items, and figures by item. */
export function groupFindings(release: GroupedRelease, evidence: GroupEvidence): GroupFindings {
  const records = release.groups.flatMap(({ transactions }) => transactions);
  const size = records.length;
  const spreads = spreadsOf(release);
  const index = new LinkIndex(release);
  const right = new Map<string, Readonly<Record<string, number>>>(spreads.map(({ item }) => [item, {}]));
  const attacks = [
    { name: 'learned', run: () => learned(release, spreads, evidence) },
    ...evidence.placings.map((placing) => ({ name: placing.name, run: () => placed(placing, release, spreads, evidence) })),
  ];
  const scoring = scoringOf(records, evidence.seed);
  const named = new Map<string, readonly Finding[]>();
  const trials = [
    attempt('group', null, () => byGroup(release, spreads, size)),
    ...attacks.map(({ name, run }) =>
      attempt(name, null, () => {
        const ranked = run();
        if (typeof ranked === 'string') return notComputable(name, null, ranked);
        named.set(name, [...namedByRank(name, release, ranked.named), ...namedSurely(name, release, ranked.sure ?? [])]);
        for (const [item, share] of ranked.right) right.set(item, { ...right.get(item), [name]: share });
        return ranked.findingOf(name, attacks.length);
      }),
    ),
    ...KNOWN.map((known) => attempt('link', aboutKnown(known), () => linked(index, spreads, size, known, evidence.seed))),
    ...scoring,
  ];
  const findings = [
    ...openFindings(records, evidence.seed),
    ...scoring.map((trial) => findingOfScoring(trial, size, 'linked')),
    ...toldByGroup(release, spreads),
    ...trials.flatMap((trial) =>
      attacks.some(({ name }) => name === trial.attack) ? (named.get(trial.attack) ?? [silent(trial, spreads)]) : [],
    ),
  ];
  return {
    trials,
    findings,
    items: spreads.map(({ item, total, counts }) => ({
      item,
      total,
      groups: counts.size,
      most: greatestOf(release, counts),
      atLarge: total / size,
      right: right.get(item) ?? {},
    })),
  };
}

const silent = ({ attack, status, reason }: Trial, spreads: readonly Spread[]): Finding =>
  withoutFigure(byNaming(attack), status === 'errored' ? 'errored' : spreads.length === 0 ? 'not tried' : 'not computable', reason);

function openFindings(records: readonly (readonly string[])[], seed: string): readonly Finding[] {
  if (records.length > MOST_RECORDS) return tooManyToKnow(records.length);
  return knownItemFindings(recordsOf(records), (record) => records[record], seed);
}

const recordsOf = (records: readonly (readonly string[])[]): ScoringRecords =>
  ScoringRecords.of(records.map((items) => new Map(items.map((item) => [item, 1]))));

const aboutKnown = (known: number): string => `${known} known item${known === 1 ? '' : 's'}`;
/** Published probability: a member of a group has the item with count / size. Exact. */
function byGroup(release: GroupedRelease, spreads: readonly Spread[], size: number): Trial {
  if (spreads.length === 0) return notComputable('group', null, NOTHING_TOLD);
  let [told, atLarge, total, greatest] = [0, 0, 0, 0];
  for (const { total: own, counts } of spreads) {
    for (const [group, count] of counts) told += (count * count) / groupSize(release, group);
    atLarge += (own * own) / size;
    total += own;
    greatest = Math.max(greatest, greatestOf(release, counts));
  }
  const [value, chance] = [told / total, atLarge / total];
  return decided('group', null, `a group says of its transactions that they hold a sensitive item, with ${percent(greatest)} at most`, {
    people: total,
    coverage: 1,
    figure: 'holders told by their group',
    value,
    baseline: { name: 'share at large', value: chance },
    overBaseline: { lift: value - chance, low: value - chance, high: value - chance },
    details: { greatest },
  });
}

function learned(release: GroupedRelease, spreads: readonly Spread[], { holders, seed }: GroupEvidence): Ranked | string {
  if (spreads.length === 0) return NOTHING_TOLD;
  if (holders === null) return NO_TRUTH;
  const coded = codeGroups(release);
  const found = new Map(spreads.map((spread) => [spread, learnInGroups(coded, spread.counts)]));
  const named = rankHolders(release, spreads, holders, (spread, group) => found.get(spread)?.get(group) ?? []);
  const sure = calibrateLearned(release, [...cellsOf(release, found, holders)], coded.transactions, seed);
  return {
    ...named,
    ...(sure === null ? {} : { sure: sure.cells }),
    findingOf(attack, comparisons) {
      const finding = named.findingOf(attack, comparisons);
      if (sure === null) return finding;
      const { disclosedAt, cells: _, ...errors } = sure;
      const [, , ninety] = disclosedAt;
      return {
        ...finding,
        reason: `${finding.reason}; calibrated on other groups, ${percent(ninety?.share ?? 0)} of the transactions are named with 90 % or more`,
        disclosedAt,
        details: { ...finding.details, ...errors },
      };
    },
  };
}

function* cellsOf(
  release: GroupedRelease,
  found: ReadonlyMap<Spread, ReadonlyMap<number, Float64Array>>,
  holders: Holders,
): Generator<LearnedCell> {
  let first = 0;
  const firsts = release.groups.map(({ transactions }) => {
    first += transactions.length;
    return first - transactions.length;
  });
  for (const [{ item }, learnt] of found)
    for (const [group, shares] of learnt)
      for (const [at, said] of shares.entries())
        yield { group, person: firsts[group] + at, said, held: holders[group]?.[at]?.includes(item) ?? false };
}

function placed(
  { worth }: Placing,
  release: GroupedRelease,
  spreads: readonly Spread[],
  { holders, near }: GroupEvidence,
): Ranked | string {
  if (spreads.length === 0) return NOTHING_TOLD;
  if (near === null) return 'no source that was asked knows a sensitive item beside another';
  if (holders === null) return NO_TRUTH;
  let [scored, all] = [0, 0];
  const scores = new Map<Spread, Map<number, Float64Array>>();
  for (const spread of spreads) {
    const own = new Map<number, Float64Array>();
    for (const group of spread.counts.keys()) {
      const values = Float64Array.from(release.groups[group]?.transactions ?? [], (items) =>
        worth(items.map((quasi) => near(spread.item, quasi)).filter((each) => !Number.isNaN(each))),
      );
      own.set(group, values);
      all += values.length;
      for (const each of values) if (!Number.isNaN(each)) scored += 1;
    }
    scores.set(spread, own);
  }
  return rankHolders(release, spreads, holders, (spread, group) => scores.get(spread)?.get(group) ?? [], scored / all);
}

/** Scoring attack: quasi-items are unchanged, so the known items of a target come from the release itself. */
function scoringOf(records: readonly (readonly string[])[], seed: string): Trial[] {
  if (records.length > MOST_RECORDS) return [tooMany(records.length)];
  return scoringFindings({ records: recordsOf(records), itemsOf: (record) => records[record], when: null, seed });
}

/** The attacker knows some items of a person, finds the transactions with all of them, and uses their groups. */
function linked(index: LinkIndex, spreads: readonly Spread[], size: number, known: number, seed: string): Trial {
  const most = spreads.reduce((greatest, { total }) => Math.max(greatest, total), 0) / size;
  const targets = sampled(index.size, TARGETS, seed, (at) => index.itemsOf(at).toSorted(compareCodePoints).join(' '));
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  let [alone, greatest] = [0, 0];
  for (const target of targets) {
    const items = index.known(target, known, seed);
    if (items === null) continue;
    const { matches, probability } = index.link(items);
    const best = [...probability.values()].reduce((a, b) => Math.max(a, b), 0);
    const row = { group: index.groupOf(target), transaction: target, whole: 1 };
    of.push({ ...row, part: best });
    over.push({ ...row, part: most });
    if (matches === 1) alone += 1;
    greatest = Math.max(greatest, best);
  }
  if (of.length === 0) return notComputable('link', aboutKnown(known), 'nobody has so many items that are not sensitive');
  const value = of.reduce((sum, { part }) => sum + part, 0) / of.length;
  return decided(
    'link',
    aboutKnown(known),
    `${percent(alone / of.length)} of those tried stand alone with what is known of them; the likeliest sensitive item is ${percent(greatest)} certain at most`,
    {
      people: of.length,
      coverage: of.length / targets.length,
      figure: 'mean certainty of the likeliest item',
      value,
      interval: shareInterval(sharesOf(of)),
      baseline: { name: 'the commonest item at large', value: most },
      overBaseline: liftInterval(sharesOf(of), sharesOf(over)),
      details: { alone: alone / of.length, greatest },
    },
  );
}
