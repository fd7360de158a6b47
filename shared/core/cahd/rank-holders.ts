import { percent } from '../findings/figure-text.ts';
import { decided, type Trial } from '../findings/finding.ts';
import { type RowShare, sharesOf } from '../measure/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../measure/intervals.ts';
import type { LearnedCell } from './calibrate-learned.ts';
import { expectedHits } from './expected-hits.ts';
import type { NamedInGroup } from './group-exposed.ts';
import type { GroupedRelease } from './grouped-release.ts';
import type { Holders } from './holders.ts';
import { groupSize, type Spread } from './spread.ts';

/** What comes of naming as many members as hold an item, by rank; nothing is quoted of the scores themselves. */
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
