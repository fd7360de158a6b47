import { exp, logBeta } from '../numeric/numeric.ts';
import { clopperPearson } from './clopper-pearson.ts';
import type { Interval } from './intervals.ts';

/** What a group adds to a share: of `whole`, `part` are so. */
export interface GroupShare {
  readonly part: number;
  readonly whole: number;
}

/** Steps in which the likeness of cells of one group is weighed, denser near 0: between 0 and 1, their squares. */
const LIKENESSES = Array.from({ length: 24 }, (_, at) => (at + 0.5) / 24);
/** A likeness that counts for less than this of the likeliest moves no end. */
const NEGLIGIBLE = 1e-6;

/**
 * 95 % interval of a share over groups too few for a variance between them: Clopper and Pearson's, on as many cells as are worth one each when
 * cells of a group are alike. How alike is not known: each likeness counts by its beta-binomial likelihood in the groups at hand and in
 * one more, of mean size, that is wholly the other way: a kind of group may not have been seen yet. `design`: cells that are worth one within
 * a transaction. How often it holds: bench/believe.bench.ts.
 */
export function fewGroupsInterval(groups: readonly GroupShare[], design: number): Interval {
  const worth = groups.map(({ part, whole }) => ({ part: part / design, whole: whole / design }));
  const [part, whole] = worth.reduce(([parts, wholes], group) => [parts + group.part, wholes + group.whole], [0, 0]);
  const share = part / whole;
  const mean = whole / worth.length;
  const unseen = { part: share > 0.5 ? 0 : mean, whole: mean };
  const centre = (share * worth.length + unseen.part / mean) / (worth.length + 1);
  const fits = LIKENESSES.map((root) => likelihood([...worth, unseen], centre, root * root));
  const best = Math.max(...fits);
  /** How much each likeness counts, and how many cells are then worth one each. */
  const weighed = LIKENESSES.flatMap((root, at) => {
    const weight = exp((fits[at] as number) - best);
    if (weight < NEGLIGIBLE) return [];
    const perGroup = worth.reduce((sum, group) => sum + group.whole * (1 + Math.max(0, group.whole - 1) * root * root), 0);
    return [{ weight: weight * root, count: (whole * whole) / perGroup }];
  });
  return clopperPearson(share, weighed);
}

/** Logarithm, of a beta-binomial: groups whose shares are spread about the centre so that two cells of one group are alike by so much. */
function likelihood(groups: readonly GroupShare[], centre: number, likeness: number): number {
  const spread = (1 - likeness) / likeness;
  const [a, b] = [centre * spread, (1 - centre) * spread];
  return groups.reduce((sum, { part, whole }) => sum + logBeta(a + part, b + whole - part), 0) - groups.length * logBeta(a, b);
}
