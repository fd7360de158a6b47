import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { expectedHits } from '../../../core/statistics/expected-hits.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, type TargetGuess } from '../../../core/verdict/guesses.ts';
import { decided, type Trial } from '../../../core/verdict/trial.ts';
import type { LearnedCell } from './calibrate-learned.ts';
import { type GroupedRelease, groupSize, type Spread } from './grouped-release.ts';
import type { Holders } from './holders.ts';

/** Of the people of other groups nothing is hidden: they have no sensitive item, as the release says. */
const isSensitive = ({ sensitive }: GroupedRelease['groups'][number]): boolean => sensitive.size > 0;
const peopleIn = (groups: GroupedRelease['groups']): number => groups.reduce((sum, { transactions }) => sum + transactions.length, 0);

const OUTRIGHT = [0.5, 0.8, 0.9, 0.95, 1] as const;

/** Published by the group itself: how many transactions hold its most frequent item. Exact. Less than half is what such a release promises. */
export function toldByGroup({ groups }: GroupedRelease, spreads: readonly Spread[]): Finding[] {
  const by = byAttack('learned', 'group', 'the group of the person');
  if (spreads.length === 0) return [withoutFigure(by, 'not tried', 'the groups tell of no sensitive item')];
  const everybody = peopleIn(groups);
  const of = peopleIn(groups.filter(isSensitive));
  const atLarge = new Map(spreads.map(({ item, total }) => [item, total / everybody]));
  return OUTRIGHT.map((confidence) => {
    let [people, right, less] = [0, 0, 0];
    for (const { transactions, sensitive } of groups) {
      const [item, count] = [...sensitive].reduce<readonly [string, number]>((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
      if (count < confidence * transactions.length || count === 0) continue;
      people += transactions.length;
      right += count;
      less += transactions.length * (atLarge.get(item) ?? 0);
    }
    return proved(by, {
      people,
      of,
      right,
      confidence,
      baseline: { name: 'the share at large', right: less },
      reason: 'by the counts of the release itself',
    });
  });
}

/** Of one item in one group: how many are named, and how many of these rightly. */
interface NamedInGroup {
  readonly group: number;
  readonly count: number;
  readonly hits: number;
}

const KNOWS = {
  learned: 'which published items go with sensitive ones, by the other groups',
  semantic: 'how near published items are to sensitive ones, by the sources',
} as const;

export const byNaming = (attack: string) => byAttack('learned', attack, attack === 'learned' ? KNOWS.learned : KNOWS.semantic);

const READING = { baseline: 'members of the group at random', reason: 'what it names, compared with the original' };

/** As many members as there are holders, by rank: no confidence is stated. A group's people are one cluster; none of them counts twice. */
export function namedByRank(attack: string, release: GroupedRelease, named: readonly NamedInGroup[]): Finding[] {
  const byGroup = Map.groupBy(named, ({ group }) => group);
  const said = release.groups.flatMap((_, group): TargetGuess[] => {
    const own = byGroup.get(group) ?? [];
    const size = groupSize(release, group);
    const slots = own.reduce((sum, { count }) => sum + count, 0);
    const people = Math.min(size, slots);
    if (people === 0) return [];
    const right = own.reduce((sum, { hits }) => sum + hits, 0) / slots;
    const less = own.reduce((sum, { count }) => sum + (count * count) / size, 0) / slots;
    const some = { cluster: group, weight: people, confidence: 0, right, baselineConfidence: less, baselineRight: less };
    return size === people ? [some] : [some, noGuess(group, size - people)];
  });
  return findingsOf(byNaming(attack), said, READING, [0]);
}

/** The same by probabilities that were calibrated on other groups: of each person the likeliest item. */
export function namedSurely(attack: string, release: GroupedRelease, cells: readonly LearnedCell[]): Finding[] {
  const best = new Map<number, LearnedCell>();
  for (const cell of cells) {
    const known = best.get(cell.person);
    if (known === undefined || cell.said > known.said) best.set(cell.person, cell);
  }
  let person = -1;
  const said = release.groups.flatMap((own, group) =>
    own.transactions.flatMap((): TargetGuess[] => {
      person += 1;
      if (!isSensitive(own)) return [];
      const cell = best.get(person);
      const less = [...own.sensitive.values()].reduce((a, b) => Math.max(a, b), 0) / own.transactions.length;
      return [
        {
          cluster: group,
          confidence: cell?.said ?? null,
          right: cell?.held === true ? 1 : 0,
          baselineConfidence: less,
          baselineRight: less,
        },
      ];
    }),
  );
  return findingsOf(byNaming(attack), said, READING).slice(1);
}

/** Result of naming as many members as hold an item, by rank; scores are not quoted. */
export interface Ranked {
  readonly right: ReadonlyMap<string, number>;
  readonly named: readonly NamedInGroup[];
  /** Probabilities that were calibrated, of attacks that state some. */
  readonly sure?: readonly LearnedCell[];
  findingOf(attack: string, comparisons: number): Trial;
}

/** As many members as hold the item, by rank, against as many drawn from the group. */
export function rankHolders(
  release: GroupedRelease,
  spreads: readonly Spread[],
  holders: Holders,
  scoresOf: (spread: Spread, group: number) => ArrayLike<number>,
  coverage = 1,
): Ranked {
  const of: RowShare[] = [];
  const over: RowShare[] = [];
  const right = new Map<string, number>();
  const named: NamedInGroup[] = [];
  for (const spread of spreads) {
    let hits = 0;
    for (const [group, count] of spread.counts) {
      const holds = (holders[group] ?? []).map((held) => held.includes(spread.item));
      const row = { group, transaction: of.length, whole: count };
      const part = expectedHits(scoresOf(spread, group), holds, count);
      hits += part;
      named.push({ group, count, hits: part });
      of.push({ ...row, part });
      over.push({ ...row, part: (count * count) / groupSize(release, group) });
    }
    right.set(spread.item, hits / spread.total);
  }
  return {
    right,
    named,
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
