import { clopperPearson } from '../measure/clopper-pearson.ts';
import type { Interval } from '../measure/intervals.ts';
import { NORMAL_975, student975 } from '../measure/student.ts';

/** Sums over clusters of `part` out of `whole`: all that the variance of a share needs, whatever the share turns out to be. Whole numbers. */
export interface Moments {
  clusters: number;
  part: number;
  whole: number;
  partPart: number;
  partWhole: number;
  wholeWhole: number;
}

export const noMoments = (): Moments => ({ clusters: 0, part: 0, whole: 0, partPart: 0, partWhole: 0, wholeWhole: 0 });

/** One cluster; one without a whole says nothing and does not count. */
export function addCluster(moments: Moments, part: number, whole: number): void {
  if (whole === 0) return;
  moments.clusters += 1;
  moments.part += part;
  moments.whole += whole;
  moments.partPart += part * part;
  moments.partWhole += part * whole;
  moments.wholeWhole += whole * whole;
}

export function addMoments(total: Moments, more: Moments): void {
  for (const key of Object.keys(total) as (keyof Moments)[]) total[key] += more[key];
}

/** Of clusters of unlike size fewer count than there are: Kish's number. */
const kish = (sum: number, squares: number): number => (squares <= 0 ? 0 : (sum * sum) / squares);
const effective = ({ whole, wholeWhole }: Moments): number => kish(whole, wholeWhole);

/** A share that few clusters make, or few leave, varies as they do, however many there are: so many of the fewer kind. */
const telling = ({ part, whole, partPart, partWhole, wholeWhole }: Moments): number =>
  2 * Math.min(kish(part, partPart), kish(whole - part, wholeWhole - 2 * partWhole + partPart));

/** Fewer clusters than this say nothing of how a share varies. */
const FEWEST_CLUSTERS = 3;

/**
 * 95 % interval of a share over units, people and their rows, after Korn and Graubard (1998): Clopper and Pearson's on as many rows as are worth one
 * each under the variance V = max(Vu + Vp - Vr, Vu, Vp). How unsure V is takes from them as Student's quantile grows over the normal one, with
 * as many degrees of freedom as clusters tell of V, less one; but never below the clusters there are: rows of a cluster that all go one way are worth one.
 * Null is too few to say. How often it holds: bench/people.bench.ts.
 */
export function momentsInterval(byUnit: Moments, byPerson: Moments, byRow: Moments): Interval | null {
  const clusters = Math.min(effective(byUnit), effective(byPerson));
  if (clusters < FEWEST_CLUSTERS) return null;
  const { part, whole } = byRow;
  const share = part / whole;
  // Nothing varies at 0 or 1, so nothing tells how much would.
  if (share <= 0 || share >= 1) return clopperPearson(share, [{ weight: 1, count: clusters }]);
  const variance = ({ clusters: n, partPart, partWhole, wholeWhole }: Moments): number =>
    (Math.max(0, partPart - 2 * share * partWhole + share * share * wholeWhole) / (whole * whole)) * (n / Math.max(1, n - 1));
  const [u, p, r] = [variance(byUnit), variance(byPerson), variance(byRow)];
  const counting = Math.max(FEWEST_CLUSTERS, Math.min(clusters, telling(byUnit), telling(byPerson)));
  // The variance of few clusters is itself too small, by as much as leaving one out would show.
  const squared = (Math.max(u + p - r, u, p) * counting) / (counting - 1);
  const worth = Math.min(whole, (share * (1 - share)) / squared);
  const wider = NORMAL_975 / student975(counting - 1);
  return clopperPearson(share, [{ weight: 1, count: Math.min(worth, Math.max(clusters, worth * wider * wider)) }]);
}
