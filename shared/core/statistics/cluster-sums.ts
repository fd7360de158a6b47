import { clopperPearson } from './few-groups.ts';
import { type Interval, type Lift, liftWithin, twoWay } from './intervals.ts';
import { type Bearing, bearingOf } from './sample.ts';
import { NORMAL_975, student975 } from './student.ts';

/** Sums over clusters of a ratio, `part` / `whole`: all that its variance needs, whatever the ratio turns out to be. They can be added up. */
export const noClusters = () => ({ clusters: 0, part: 0, whole: 0, partPart: 0, partWhole: 0, wholeWhole: 0 });
export type ClusterSums = ReturnType<typeof noClusters>;

/** A cluster without a whole does not count. */
export function addCluster(sums: ClusterSums, part: number, whole: number): void {
  if (whole === 0) return;
  sums.clusters += 1;
  sums.part += part;
  sums.whole += whole;
  sums.partPart += part * part;
  sums.partWhole += part * whole;
  sums.wholeWhole += whole * whole;
}

export function addClusterSums(total: ClusterSums, more: ClusterSums): void {
  for (const key of Object.keys(total) as (keyof ClusterSums)[]) total[key] += more[key];
}

const bearingOn = ({ clusters, whole, wholeWhole }: ClusterSums): Bearing => bearingOf(clusters, whole, wholeWhole);

/** The variance of the ratio when clusters are resampled. */
const varianceOf = ({ clusters, whole, partPart, partWhole, wholeWhole }: ClusterSums, ratio: number): number =>
  (Math.max(0, partPart - 2 * ratio * partWhole + ratio * ratio * wholeWhole) / (whole * whole)) * (clusters / Math.max(1, clusters - 1));

/** Fewer clusters, counted by weight, do not show how a difference varies. */
const FEWEST_OF_DIFFERENCE = 5;

/** 95 % interval of a difference per unit of `whole`. Null: too few clusters. */
export function differenceInterval(sums: ClusterSums): Lift | null {
  const group = bearingOn(sums);
  if (group.effective < FEWEST_OF_DIFFERENCE) return null;
  const lift = sums.part / sums.whole;
  return liftWithin(lift, varianceOf(sums, lift), { group, transaction: group, row: group });
}

/** A share that only few clusters make, or only few lack, varies as these few do: twice the effective number of the fewer kind. */
const telling = ({ part, whole, partPart, partWhole, wholeWhole }: ClusterSums): number =>
  2 * Math.min(bearingOf(0, part, partPart).effective, bearingOf(0, whole - part, wholeWhole - 2 * partWhole + partPart).effective);

/** Fewer clusters do not show how a share varies. */
const FEWEST_OF_SHARE = 3;

/**
 * 95 % interval of a share over units, people and their rows, after Korn and Graubard (1998): Clopper and Pearson's on the effective number of rows
 * under V = max(Vu + Vp - Vr, Vu, Vp). The uncertainty of V itself reduces that number by the ratio of the normal quantile to Student's, but not
 * below the number of clusters: rows of a cluster that all agree count as one. Null: too few clusters. Coverage: bench/people.bench.ts.
 */
export function clusteredShareInterval(byUnit: ClusterSums, byPerson: ClusterSums, byRow: ClusterSums): Interval | null {
  const clusters = Math.min(bearingOn(byUnit).effective, bearingOn(byPerson).effective);
  if (clusters < FEWEST_OF_SHARE) return null;
  const { part, whole } = byRow;
  const share = part / whole;
  // At 0 or 1 nothing varies, so there is no variance to estimate.
  if (share <= 0 || share >= 1) return clopperPearson(share, [{ weight: 1, count: clusters }]);
  const counting = Math.max(FEWEST_OF_SHARE, Math.min(clusters, telling(byUnit), telling(byPerson)));
  const variance = twoWay(varianceOf(byUnit, share), varianceOf(byPerson, share), varianceOf(byRow, share));
  // The variance of few clusters is itself too small, by as much as leaving one out would show.
  const squared = (variance * counting) / (counting - 1);
  const worth = Math.min(whole, (share * (1 - share)) / squared);
  const wider = NORMAL_975 / student975(counting - 1);
  return clopperPearson(share, [{ weight: 1, count: Math.min(worth, Math.max(clusters, worth * wider * wider)) }]);
}
