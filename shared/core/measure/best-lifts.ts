import { type Random, seeded } from '../random/random.ts';
import { type Lift, liftWithin, tooFew, twoWay } from './intervals.ts';
import { shareIn } from './sample.ts';
import type { Lots, ShareProducts } from './share-products.ts';

/** Resamples of each kind of cluster, for what has no influence function: the best of several. */
const DRAWS = 400;

/** A share held against the best of others, by their numbers. */
export interface AgainstBest {
  readonly of: number;
  readonly over: readonly number[];
}

/**
 * Lifts of shares over the best of others; the best is chosen anew in each resample of groups, of transactions and of rows. All come from the
 * same draws of the lots that were kept of the shares: at most 3 x 400 x 1000 steps a share. Null is too few to say.
 */
export function bestLifts(products: ShareProducts, wanted: readonly AgainstBest[], seed: string): (Lift | null)[] {
  const { shares, byKind } = products.lots();
  if (shares.length === 0) return wanted.map(() => null);
  const placeOf = new Map(shares.map((share, at) => [share, at]));
  const liftsAt = (values: Float64Array): number[] => {
    const drawn = (share: number): number => values[placeOf.get(share) as number] as number;
    return wanted.map(({ of, over }) => drawn(of) - Math.max(...over.map(drawn).filter((value) => !Number.isNaN(value))));
  };
  const variances = byKind.map((lots, kind) => {
    const random = seeded(seed, 'resample', kind);
    const draws = Array.from({ length: DRAWS }, () => liftsAt(drawnShares(lots, shares.length, random)));
    // A resample of n varies by (n - 1) / n of what n draws from the world do.
    return wanted.map((_, at) => (varianceOf(draws.map((lifts) => lifts[at] as number)) * lots.count) / Math.max(1, lots.count - 1));
  }) as [number[], number[], number[]];
  const lifts = liftsAt(Float64Array.from(shares, (share) => shareIn(products, share) ?? Number.NaN));
  return lifts.map((lift, at) => {
    const among = products.among((wanted[at] as AgainstBest).of);
    if (tooFew(among) || !Number.isFinite(lift)) return null;
    const [byGroup, byTransaction, byRow] = variances.map((each) => each[at] as number) as [number, number, number];
    return liftWithin(lift, twoWay(byGroup, byTransaction, byRow), among);
  });
}

/** As many clusters as there are, drawn with replacement: what each share then is. */
function drawnShares({ sums, count }: Lots, shares: number, random: Random): Float64Array {
  const width = 2 * shares;
  const total = new Float64Array(width);
  for (let left = count; left > 0; left -= 1) {
    const from = random.below(count) * width;
    for (let at = 0; at < width; at += 1) total[at] = (total[at] as number) + (sums[from + at] as number);
  }
  return Float64Array.from({ length: shares }, (_, share) => (total[2 * share] as number) / (total[2 * share + 1] as number));
}

function varianceOf(values: readonly number[]): number {
  const known = values.filter(Number.isFinite);
  const centre = known.reduce((total, value) => total + value, 0) / known.length;
  return known.reduce((total, value) => total + (value - centre) * (value - centre), 0) / Math.max(1, known.length - 1);
}
