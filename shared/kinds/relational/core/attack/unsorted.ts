import { standsIn } from '../../../../core/numeric/sorted.ts';
import { seeded } from '../../../../core/random/random.ts';
import { type Cell, cellCovers } from '../model/cell.ts';
import type { LinkColumn, Linked } from './linking.ts';

interface UnsortedResult {
  readonly positions: number;
  readonly compatible: number;
  /** Expected compatible positions in random order. */
  readonly expected: number;
  /** Permutation p-value, the observed order included. */
  readonly p: number;
  readonly leaks: boolean;
  /** Baseline without the order: one over the compatible rows. */
  readonly baseline: number;
}

const SHUFFLES = 999;
const LEAK = 0.001;
/** Longer tables are sampled at this many evenly spaced positions. */
const POSITIONS = 20_000;

/** Unsorted matching: two tables in the same order are compatible at every position, unlike a random order. */
export function unsortedMatching({ left, right, leftSizes, rightSizes, partners }: Linked, seed: string): UnsortedResult {
  const rows = left.of.length;
  const isCompatible = (one: number, other: number): boolean => standsIn(partners[left.of[one]], right.of[other]);
  let compatible = 0;
  for (let row = 0; row < rows; row += 1) if (isCompatible(row, row)) compatible += 1;
  let [pairs, baseline] = [0, 0];
  for (const [group, groups] of partners.entries()) {
    const size = leftSizes[group];
    const others = groups.reduce((sum, other) => sum + rightSizes[other], 0);
    pairs += size * others;
    if (others > 0) baseline += size / others;
  }
  const step = Math.max(1, Math.ceil(rows / POSITIONS));
  const places = Int32Array.from({ length: Math.ceil(rows / step) }, (_, at) => at * step);
  const own = places.reduce((count, place) => count + (isCompatible(place, place) ? 1 : 0), 0);
  const random = seeded(seed, 'unsorted', rows);
  const shuffled = Int32Array.from(places);
  let asMany = 1;
  for (let draw = 0; draw < SHUFFLES; draw += 1) {
    let count = 0;
    for (let at = shuffled.length - 1; at >= 0; at -= 1) {
      const other = random.below(at + 1);
      const held = shuffled[at];
      shuffled[at] = shuffled[other];
      shuffled[other] = held;
      if (isCompatible(places[at], shuffled[at])) count += 1;
    }
    if (count >= own) asMany += 1;
  }
  const p = asMany / (SHUFFLES + 1);
  return {
    positions: rows,
    compatible,
    expected: rows === 0 ? 0 : pairs / rows,
    p,
    leaks: compatible === rows && p <= LEAK,
    baseline: rows === 0 ? 0 : baseline / rows,
  };
}

/** Intersection of two compatible cells: the narrower one if nested, else both. */
export function joinedCell({ left, right, reader }: LinkColumn, leftCode: number, rightCode: number): string {
  const [one, other] = [left.values[leftCode], right.values[rightCode]];
  if (one === other || reader === null) return one;
  const [a, b] = [reader.read(one), reader.read(other)];
  if (a.all || holds(a, b, other)) return other;
  if (b.all || holds(b, a, one)) return one;
  return `${one} & ${other}`;
}

/** Whether one cell contains another. */
function holds(wide: Cell, narrow: Cell, text: string): boolean {
  if (narrow.all) return false;
  const values = [...narrow.values].filter((value) => value !== text || narrow.values.size === 1);
  const ranges = narrow.ranges.every((range) => wide.ranges.some((each) => each.low <= range.low && each.high >= range.high));
  const masks = narrow.masks.every((mask) => wide.masks.some((each) => coversMask(each, mask)));
  return values.every((value) => cellCovers(wide, value)) && (ranges || values.length > 0) && (masks || values.length > 0);
}

const coversMask = (wide: string, narrow: string): boolean =>
  wide.length === narrow.length && [...wide].every((character, at) => character === '*' || character === narrow.charAt(at));
