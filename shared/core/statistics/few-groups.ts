import { betaBelow, exp, logBeta } from '../numeric/numeric.ts';
import type { Interval } from './intervals.ts';

/** Contribution of a group to a share: `part` of `whole`. */
export interface GroupShare {
  readonly part: number;
  readonly whole: number;
}

/** Square roots of the tried intra-group correlations, so these are denser near 0. */
const LIKENESSES = Array.from({ length: 24 }, (_, at) => (at + 0.5) / 24);
/** Correlations below this relative likelihood change no end of the interval. */
const NEGLIGIBLE = 1e-6;

/**
 * 95 % interval of a share over too few groups to estimate a variance between them: Clopper and Pearson's on the effective number of cells. The
 * correlation within groups is unknown, so each one is weighted by its beta-binomial likelihood in these groups and in one more of mean size that
 * is wholly the other way, since a kind of group may not have been met. `design`: cells of a transaction that count as one. Coverage:
 * test/unit/few-groups.test.ts.
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
  /** Weight of each correlation, and the effective number of cells under it. */
  const weighed = LIKENESSES.flatMap((root, at) => {
    const weight = exp(fits[at] - best);
    if (weight < NEGLIGIBLE) return [];
    const perGroup = worth.reduce((sum, group) => sum + group.whole * (1 + Math.max(0, group.whole - 1) * root * root), 0);
    return [{ weight: weight * root, count: (whole * whole) / perGroup }];
  });
  return clopperPearson(share, weighed);
}

/** Log-likelihood of a beta-binomial with this centre and this correlation within groups. */
function likelihood(groups: readonly GroupShare[], centre: number, likeness: number): number {
  const spread = (1 - likeness) / likeness;
  const [a, b] = [centre * spread, (1 - centre) * spread];
  return groups.reduce((sum, { part, whole }) => sum + logBeta(a + part, b + whole - part), 0) - groups.length * logBeta(a, b);
}

/** Effective number of independent trials of a share, or a weighted distribution of it if unknown. */
interface Worth {
  readonly weight: number;
  readonly count: number;
}

const HALVINGS = 30;
const TAIL = 0.025;

/** Clopper and Pearson's 95 % interval of a share. Each end is where its tail probability, averaged over the effective numbers, is 2.5 %. */
export function clopperPearson(share: number, worths: readonly Worth[]): Interval {
  const total = worths.reduce((sum, { weight }) => sum + weight, 0);
  const end = (below: (at: number, count: number) => number, level: number): number => {
    let [low, high] = [0, 1];
    for (let left = HALVINGS; left > 0; left -= 1) {
      const middle = (low + high) / 2;
      if (worths.reduce((sum, { weight, count }) => sum + weight * below(middle, count), 0) < level * total) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return {
    low: share <= 0 ? 0 : end((at, count) => betaBelow(at, share * count, (1 - share) * count + 1), TAIL),
    high: share >= 1 ? 1 : end((at, count) => betaBelow(at, share * count + 1, (1 - share) * count), 1 - TAIL),
  };
}
