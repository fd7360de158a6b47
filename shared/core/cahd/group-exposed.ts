import { byAttack, type Finding, proved, withoutFigure } from '../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../verdict/said.ts';
import type { LearnedCell } from './calibrate-learned.ts';
import type { GroupedRelease } from './grouped-release.ts';
import { groupSize, type Spread } from './spread.ts';

/** Of the people of other groups nothing is hidden: they have no sensitive item, as the release says. */
const isSensitive = ({ sensitive }: GroupedRelease['groups'][number]): boolean => sensitive.size > 0;
const peopleIn = (groups: GroupedRelease['groups']): number => groups.reduce((sum, { transactions }) => sum + transactions.length, 0);

const OUTRIGHT = [0.5, 0.8, 0.9, 0.95, 1] as const;

/**
 * What a group says outright of all its transactions: so many of them hold the item that is commonest in it. Exact, whoever holds it. Less than
 * half is what such a release promises.
 */
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
export interface NamedInGroup {
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
    const nobody = { cluster: group, weight: size - people, confidence: null, right: 0, lessConfidence: 0, lessRight: 0 };
    if (people === 0) return [];
    const right = own.reduce((sum, { hits }) => sum + hits, 0) / slots;
    const less = own.reduce((sum, { count }) => sum + (count * count) / size, 0) / slots;
    const some = { cluster: group, weight: people, confidence: 0, right, lessConfidence: less, lessRight: less };
    return size === people ? [some] : [some, nobody];
  });
  return findingsOf(byNaming(attack), said, READING).slice(0, 1);
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
        { cluster: group, confidence: cell?.said ?? null, right: cell?.held === true ? 1 : 0, lessConfidence: less, lessRight: less },
      ];
    }),
  );
  return findingsOf(byNaming(attack), said, READING).slice(1);
}
