import type { Interval } from '../intervals.ts';
import { student975 } from '../student.ts';

/** Sums over clusters of places, and of how many more are right than at random: all that the variance of the difference needs. */
export interface OverChance {
  clusters: number;
  more: number;
  places: number;
  moreMore: number;
  morePlaces: number;
  placesPlaces: number;
}

export const noOverChance = (): OverChance => ({ clusters: 0, more: 0, places: 0, moreMore: 0, morePlaces: 0, placesPlaces: 0 });

/** One cluster; one without a place says nothing and does not count. */
export function addOverChance(
  sums: OverChance,
  { correct, expected, places }: { correct: number; expected: number; places: number },
): void {
  if (places === 0) return;
  const more = correct - expected;
  sums.clusters += 1;
  sums.more += more;
  sums.places += places;
  sums.moreMore += more * more;
  sums.morePlaces += more * places;
  sums.placesPlaces += places * places;
}

export function joinOverChance(total: OverChance, part: OverChance): void {
  for (const key of Object.keys(part) as (keyof OverChance)[]) total[key] += part[key];
}

/** Fewer clusters than this, counted by weight, say nothing of how a difference varies. */
const FEWEST = 5;

/**
 * 95 % interval of the share of places that are right above that at random: a ratio over clusters, which stand and fall together, with
 * Student's quantile for as many clusters as count by weight. Null: too few to say.
 */
export function overChanceInterval({ clusters, more, places, moreMore, morePlaces, placesPlaces }: OverChance): Interval | null {
  const counting = placesPlaces === 0 ? 0 : (places * places) / placesPlaces;
  if (counting < FEWEST) return null;
  const value = more / places;
  const squares = Math.max(0, moreMore - 2 * value * morePlaces + value * value * placesPlaces);
  const spread = (Math.sqrt(squares) / places) * Math.sqrt(clusters / (clusters - 1)) * Math.sqrt(counting / (counting - 1));
  const reach = student975(counting - 1) * spread;
  return { low: value - reach, high: value + reach };
}
