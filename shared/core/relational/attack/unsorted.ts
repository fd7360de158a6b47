import { standsIn } from '../../numeric/sorted.ts';
import { seeded } from '../../random/random.ts';
import { type Cell, cellCovers } from '../model/cell.ts';
import type { LinkColumn, Linked } from './linking.ts';

interface UnsortedResult {
  readonly positions: number;
  readonly compatible: number;
  /** What a random order comes to. */
  readonly expected: number;
  /** The share of seeded shuffles with as many compatible positions, the order itself among them. */
  readonly p: number;
  readonly leaks: boolean;
  /** What an attacker without the order has: one in so many compatible rows. */
  readonly baseline: number;
}

const SHUFFLES = 999;
const LEAK = 0.001;
/** Of longer tables so many positions are shuffled, at even steps. */
const POSITIONS = 20_000;

/** Two tables of the same people in the same order: compatible at every position, which no random order is. */
export function unsortedMatching({ left, right, leftSizes, rightSizes, partners }: Linked, seed: string): UnsortedResult {
  const rows = left.of.length;
  const isCompatible = (one: number, other: number): boolean =>
    standsIn(partners[left.of[one] as number] as Int32Array, right.of[other] as number);
  let compatible = 0;
  for (let row = 0; row < rows; row += 1) if (isCompatible(row, row)) compatible += 1;
  let [pairs, baseline] = [0, 0];
  for (const [group, groups] of partners.entries()) {
    const size = leftSizes[group] as number;
    const others = groups.reduce((sum, other) => sum + (rightSizes[other] as number), 0);
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
      const held = shuffled[at] as number;
      shuffled[at] = shuffled[other] as number;
      shuffled[other] = held;
      if (isCompatible(places[at] as number, shuffled[at] as number)) count += 1;
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

/** What two compatible cells say together: the narrower one where one holds the other, else both. */
export function joinedCell({ left, right, reader }: LinkColumn, leftCode: number, rightCode: number): string {
  const [one, other] = [left.values[leftCode] as string, right.values[rightCode] as string];
  if (one === other || reader === null) return one;
  const [a, b] = [reader.read(one), reader.read(other)];
  if (a.all || holds(a, b, other)) return other;
  if (b.all || holds(b, a, one)) return one;
  return `${one} & ${other}`;
}

/** Whether one cell covers all that another one says. */
function holds(wide: Cell, narrow: Cell, text: string): boolean {
  if (narrow.all) return false;
  const values = [...narrow.values].filter((value) => value !== text || narrow.values.size === 1);
  const ranges = narrow.ranges.every((range) => wide.ranges.some((each) => each.low <= range.low && each.high >= range.high));
  const masks = narrow.masks.every((mask) => wide.masks.some((each) => coversMask(each, mask)));
  return values.every((value) => cellCovers(wide, value)) && (ranges || values.length > 0) && (masks || values.length > 0);
}

const coversMask = (wide: string, narrow: string): boolean =>
  wide.length === narrow.length && [...wide].every((character, at) => character === '*' || character === narrow.charAt(at));
