import type { Interval } from '../measure/intervals.ts';
import { student975 } from '../measure/student.ts';
import { exp } from '../numeric/numeric.ts';

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
export const FEWEST_CLUSTERS = 3;

/**
 * 95 % interval of a share over units, people and their rows: V = max(Vu + Vp - Vr, Vu, Vp), on the logit, Student's with as many degrees of
 * freedom as clusters count, less one. Null is too few to say.
 */
export function momentsInterval(byUnit: Moments, byPerson: Moments, byRow: Moments): Interval | null {
  const clusters = Math.min(effective(byUnit), effective(byPerson));
  if (clusters < FEWEST_CLUSTERS) return null;
  const { part, whole } = byRow;
  const share = part / whole;
  // Nothing varies at 0 or 1: the rule of three, over clusters.
  if (share <= 0) return { low: 0, high: Math.min(1, 3 / clusters) };
  if (share >= 1) return { low: Math.max(0, 1 - 3 / clusters), high: 1 };
  const variance = ({ clusters: n, partPart, partWhole, wholeWhole }: Moments): number =>
    (Math.max(0, partPart - 2 * share * partWhole + share * share * wholeWhole) / (whole * whole)) * (n / Math.max(1, n - 1));
  const [u, p, r] = [variance(byUnit), variance(byPerson), variance(byRow)];
  const counting = Math.max(FEWEST_CLUSTERS, Math.min(clusters, telling(byUnit), telling(byPerson)));
  // The variance of few clusters is itself too small, by as much as leaving one out would show.
  const spread = Math.sqrt((Math.max(u + p - r, u, p) * counting) / (counting - 1));
  const reach = (student975(counting - 1) * spread) / (share * (1 - share));
  const logit = Math.log(share / (1 - share));
  const back = (x: number): number => 1 / (1 + exp(-x));
  return { low: back(logit - reach), high: back(logit + reach) };
}
