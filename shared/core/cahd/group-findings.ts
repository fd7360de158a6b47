import { attempt, decided, type Finding, notComputable, percent } from '../findings/finding.ts';
import { type RowShare, sharesOf } from '../measure/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../measure/intervals.ts';
import { compareCodePoints } from '../model/code-points.ts';
import { sampled } from '../random/sampled.ts';
import { scoringFindings } from '../scoring/scoring-findings.ts';
import { expectedHits } from './expected-hits.ts';
import type { GroupedRelease } from './grouped-release.ts';
import type { Holders } from './holders.ts';
import { codeGroups, learnInGroups } from './learn-in-groups.ts';
import { LinkIndex } from './link-index.ts';

/** How close a sensitive item is to a quasi-item: greater is closer, NaN where no source knows. */
export type Near = (sensitive: string, quasi: string) => number;

/** A way to put a sensitive item to the transactions it stands closest to: from the closeness of each of a transaction's items to one figure. */
export interface Placing {
  readonly name: string;
  readonly worth: (closeness: readonly number[]) => number;
}

export interface GroupEvidence {
  /** Who holds what; null without an original that tells. */
  readonly holders: Holders | null;
  /** Null: no source was asked, or none knows any of the sensitive items. */
  readonly near: Near | null;
  readonly placings: readonly Placing[];
  readonly seed: string;
}

/** Occurrences of one sensitive item. */
interface Spread {
  readonly item: string;
  readonly total: number;
  /** The groups that tell of it, with their counts. */
  readonly counts: ReadonlyMap<number, number>;
}

const NOTHING_TOLD = 'the groups tell of no sensitive item';
const NO_TRUTH = 'it needs the original, with the group of each transaction as "cluster"';

/** How many items of a person are known, and how many persons are tried. */
const KNOWN = [1, 2, 3] as const;
export const TARGETS = 1_000;

/** What is told of one sensitive item. */
export interface ItemFigures extends Omit<Spread, 'counts'> {
  readonly groups: number;
  /** The greatest count / size. */
  readonly most: number;
  readonly atLarge: number;
  /** Of the holders that an attack names, the share that is right, by attack. */
  readonly right: Readonly<Record<string, number>>;
}

export interface GroupFindings {
  readonly findings: readonly Finding[];
  readonly items: readonly ItemFigures[];
}

/** Every attack on groups with sensitive items, beside what knows less: over all items, and of each the figures. */
export function groupFindings(release: GroupedRelease, evidence: GroupEvidence): GroupFindings {
  const size = release.groups.reduce((sum, { transactions }) => sum + transactions.length, 0);
  const spreads = spreadsOf(release);
  const index = new LinkIndex(release);
  const right = new Map<string, Readonly<Record<string, number>>>(spreads.map(({ item }) => [item, {}]));
  const attacks = [
    { name: 'learned', run: () => learned(release, spreads, evidence) },
    ...evidence.placings.map((placing) => ({ name: placing.name, run: () => placed(placing, release, spreads, evidence) })),
  ];
  const findings = [
    attempt('group', null, () => byGroup(release, spreads, size)),
    ...attacks.map(({ name, run }) =>
      attempt(name, null, () => {
        const ranked = run();
        if (typeof ranked === 'string') return notComputable(name, null, ranked);
        for (const [item, share] of ranked.right) right.set(item, { ...right.get(item), [name]: share });
        return ranked.findingOf(name, attacks.length);
      }),
    ),
    ...KNOWN.map((known) => attempt('link', aboutKnown(known), () => linked(index, spreads, size, known, evidence.seed))),
    ...scoringOf(release, evidence.seed),
  ];
  return {
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

export function spreadsOf({ groups }: GroupedRelease): Spread[] {
  const counts = new Map<string, Map<number, number>>();
  for (const [group, { sensitive }] of groups.entries()) {
    for (const [item, count] of sensitive) {
      const own = counts.get(item) ?? new Map<number, number>();
      counts.set(item, own.set(group, count));
    }
  }
  return Array.from(counts, ([item, own]) => ({ item, total: [...own.values()].reduce((a, b) => a + b, 0), counts: own })).sort((a, b) =>
    compareCodePoints(a.item, b.item),
  );
}

const aboutKnown = (known: number): string => `${known} known item${known === 1 ? '' : 's'}`;
const sizeOf = ({ groups }: GroupedRelease, group: number): number => groups[group]?.transactions.length ?? 0;

const greatestOf = (release: GroupedRelease, counts: Spread['counts']): number =>
  [...counts].reduce((most, [group, count]) => Math.max(most, count / sizeOf(release, group)), 0);

/** What the release says outright: a member of a group that holds the item so often has it with count / size. Exact, whatever is true. */
function byGroup(release: GroupedRelease, spreads: readonly Spread[], size: number): Finding {
  if (spreads.length === 0) return notComputable('group', null, NOTHING_TOLD);
  let [told, atLarge, total, greatest] = [0, 0, 0, 0];
  for (const { total: own, counts } of spreads) {
    for (const [group, count] of counts) told += (count * count) / sizeOf(release, group);
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

/** What comes of naming as many members as hold an item, by rank; nothing is quoted of the scores themselves. */
interface Ranked {
  readonly right: ReadonlyMap<string, number>;
  findingOf(attack: string, comparisons: number): Finding;
}

/** As many members as hold the item, by rank, against as many drawn from the group. */
function ranked(
  release: GroupedRelease,
  spreads: readonly Spread[],
  holders: Holders,
  scoresOf: (spread: Spread, group: number) => ArrayLike<number>,
  coverage = 1,
): Ranked {
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  const right = new Map<string, number>();
  for (const spread of spreads) {
    let hits = 0;
    for (const [group, count] of spread.counts) {
      const holds = (holders[group] ?? []).map((held) => held.includes(spread.item));
      const row = { group, transaction: of.length, whole: count };
      const part = expectedHits(scoresOf(spread, group), holds, count);
      hits += part;
      of.push({ ...row, part });
      over.push({ ...row, part: (count * count) / sizeOf(release, group) });
    }
    right.set(spread.item, hits / spread.total);
  }
  return {
    right,
    findingOf(attack, comparisons) {
      const [own, theirs] = [sharesOf(of), sharesOf(over)];
      const value = shareOf(own);
      return decided(attack, null, `of those that it ranks first in their groups ${percent(value ?? 0)} hold the item`, {
        people: spreads.reduce((sum, { total }) => sum + total, 0),
        coverage,
        figure: 'holders named right',
        value,
        interval: shareInterval(own),
        baseline: { name: 'count / size', value: shareOf(theirs) },
        overBaseline: liftInterval(own, theirs, { scales: [1, 1], comparisons }),
      });
    },
  };
}

/** Why it cannot be said, or what comes of it. */
function learned(release: GroupedRelease, spreads: readonly Spread[], { holders }: GroupEvidence): Ranked | string {
  if (spreads.length === 0) return NOTHING_TOLD;
  if (holders === null) return NO_TRUTH;
  const coded = codeGroups(release);
  const found = new Map(spreads.map((spread) => [spread, learnInGroups(coded, spread.counts)]));
  return ranked(release, spreads, holders, (spread, group) => found.get(spread)?.get(group) ?? []);
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
  return ranked(release, spreads, holders, (spread, group) => scores.get(spread)?.get(group) ?? [], scored / all);
}

/** Who a person is: quasi-items stand as they were, so what is known of a target comes from the release itself. */
function scoringOf({ groups }: GroupedRelease, seed: string): Finding[] {
  const records = groups.flatMap(({ transactions }) => transactions);
  return scoringFindings({
    records: records.map((items) => new Map(items.map((item) => [item, 1]))),
    itemsOf: (record) => records[record] as readonly string[],
    when: null,
    seed,
  });
}

/** Who knows some items of a person finds the transactions that hold them all, and reads off their groups. */
function linked(index: LinkIndex, spreads: readonly Spread[], size: number, known: number, seed: string): Finding {
  const most = spreads.reduce((greatest, { total }) => Math.max(greatest, total), 0) / size;
  const targets = sampled(index.size, TARGETS, seed);
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
