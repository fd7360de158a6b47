import { type Random, seeded } from '../random/random.ts';
import type { Clusters, Shares } from './clusters.ts';
import { bearingOn, type Lift, liftWithin, shareOf, tooFew, twoWay } from './intervals.ts';

/** Resamples of each kind of cluster, for what has no influence function: the best of several. */
const DRAWS = 400;
/** More clusters are drawn in so many random lots: the variance is the same, the work bounded. */
const LOTS = 1000;

/** A share held against the best of others, by their positions. */
export interface AgainstBest {
  readonly of: number;
  readonly over: readonly number[];
}

/**
 * Lifts of shares over the best of others, all of them over the same rows; the best is chosen anew in each resample of groups, of
 * transactions and of rows. All come from the same draws: at most 3 x 400 x 1000 steps a share. Null is too few to say.
 */
export function bestLifts(shares: readonly Shares[], wanted: readonly AgainstBest[], seed: string): (Lift | null)[] {
  const [first] = shares;
  if (first === undefined) return wanted.map(() => null);
  const liftsAt = (values: Float64Array): number[] =>
    wanted.map(({ of, over }) => {
      const known = over.map((at) => values[at] as number).filter((value) => !Number.isNaN(value));
      return (values[of] as number) - Math.max(...known);
    });
  const variances = partsAndWholes(first.clusters, shares).map((sums, kind) => {
    const random = seeded(seed, 'resample', kind);
    const draws = Array.from({ length: DRAWS }, () => liftsAt(drawnShares(sums, shares.length, random)));
    const drawn = sums.length / (2 * shares.length);
    // A resample of n varies by (n - 1) / n of what n draws from the world do.
    return wanted.map((_, at) => (varianceOf(draws.map((lifts) => lifts[at] as number)) * drawn) / Math.max(1, drawn - 1));
  }) as [number[], number[], number[]];
  const lifts = liftsAt(Float64Array.from(shares, (each) => shareOf(each) ?? Number.NaN));
  return lifts.map((lift, at) => {
    const among = bearingOn([shares[(wanted[at] as AgainstBest).of] as Shares]);
    if (tooFew(among) || !Number.isFinite(lift)) return null;
    const [byGroup, byTransaction, byRow] = variances.map((each) => each[at] as number) as [number, number, number];
    return liftWithin(lift, twoWay(byGroup, byTransaction, byRow), among);
  });
}

/** For each lot of groups, of transactions and of rows the parts and wholes of all shares, side by side. */
function partsAndWholes({ group, transaction }: Clusters, shares: readonly Shares[]): Float64Array[] {
  const width = 2 * shares.length;
  const sums = Array.from({ length: 3 }, () => new Float64Array(LOTS * width));
  const lots = [0, 0, 0];
  const places = [0, 0, 0];
  for (let row = 0; row < group.length; row += 1) {
    for (let kind = 0; kind < 3; kind += 1) {
      const cluster = kind === 0 ? (group[row] as number) : kind === 1 ? (transaction[row] as number) : row;
      const lot = cluster % LOTS;
      lots[kind] = Math.max(lots[kind] as number, lot + 1);
      places[kind] = lot * width;
    }
    // A value is asked for once: that costs more than to add it.
    for (let at = 0; at < shares.length; at += 1) {
      const share = shares[at] as Shares;
      const [part, whole] = [share.part(row), share.whole(row)];
      for (let kind = 0; kind < 3; kind += 1) {
        const own = sums[kind] as Float64Array;
        const place = (places[kind] as number) + 2 * at;
        own[place] = (own[place] as number) + part;
        own[place + 1] = (own[place + 1] as number) + whole;
      }
    }
  }
  return sums.map((own, kind) => own.subarray(0, (lots[kind] as number) * width));
}

/** As many clusters as there are, drawn with replacement: what each share then is. */
function drawnShares(sums: Float64Array, shares: number, random: Random): Float64Array {
  const width = 2 * shares;
  const clusters = sums.length / width;
  const total = new Float64Array(width);
  for (let left = clusters; left > 0; left -= 1) {
    const from = random.below(clusters) * width;
    for (let at = 0; at < width; at += 1) total[at] = (total[at] as number) + (sums[from + at] as number);
  }
  return Float64Array.from({ length: shares }, (_, share) => (total[2 * share] as number) / (total[2 * share + 1] as number));
}

function varianceOf(values: readonly number[]): number {
  const known = values.filter(Number.isFinite);
  const centre = known.reduce((total, value) => total + value, 0) / known.length;
  return known.reduce((total, value) => total + (value - centre) * (value - centre), 0) / Math.max(1, known.length - 1);
}
