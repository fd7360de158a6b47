import { powerOfTwo, timesPowerOfTwo } from './power-of-two.ts';

/**
 * The sum, rounded once: whatever the order of the values, the same bits. Exact partial sums after Shewchuk (1997):
 * non-overlapping numbers, ascending in magnitude, whose sum is the sum so far. About 5 operations a value and partial;
 * there are rarely more than three partials.
 */
export function sum(values: Iterable<number>): number {
  const partials: number[] = [];
  let special = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) {
      // Infinity - Infinity and NaN both end as NaN, in any order.
      special += value;
      continue;
    }
    // Partials near the largest number could overflow on the way to a sum that does not.
    if (value > LARGE || value < -LARGE) return sumOfLarge(values);
    let x = value;
    let kept = 0;
    for (const partial of partials) {
      const high = x + partial;
      const low = Math.abs(x) < Math.abs(partial) ? x - (high - partial) : partial - (high - x);
      if (low !== 0) {
        partials[kept] = low;
        kept += 1;
      }
      x = high;
    }
    partials[kept] = x;
    partials.length = kept + 1;
  }
  return special === 0 ? rounded(partials) : special;
}

/** The values' correctly rounded sum over their number; NaN of none. */
export function mean(values: readonly number[] | Float64Array): number {
  const total = sum(values);
  if (Number.isFinite(total) || !values.every(Number.isFinite)) return total / values.length;
  // Finite values whose sum is beyond the largest number; their mean is not.
  return (sum(values.map((value: number) => value / SCALE) as Iterable<number>) / values.length) * SCALE;
}

const LARGE = powerOfTwo(960);
const SCALE = powerOfTwo(64);

/** The partials from the greatest down; where the first rounding is a tie, the next partial says which way it goes. */
function rounded(partials: readonly number[]): number {
  let at = partials.length - 1;
  if (at < 0) return 0;
  let total = partials[at] as number;
  let low = 0;
  while (at > 0 && low === 0) {
    at -= 1;
    const next = partials[at] as number;
    const high = total + next;
    low = next - (high - total);
    total = high;
  }
  if (at > 0 && low !== 0 && low < 0 === (partials[at - 1] as number) < 0) {
    const twice = low * 2;
    const up = total + twice;
    if (up - total === twice) return up;
  }
  return total;
}

/** The same with whole numbers of 2^-1074, for values so large that a partial sum may overflow: exact, and 50 times slower. */
function sumOfLarge(values: Iterable<number>): number {
  let total = 0n;
  let special = 0;
  for (const value of values) {
    if (Number.isFinite(value)) total += wholeUnits(value);
    else special += value;
  }
  if (special !== 0) return special;
  const size = total < 0n ? -total : total;
  // Drop low bits but remember that they were not all zero: Number() then rounds as if they stood there.
  const drop = BigInt(Math.max(0, size.toString(2).length - 64));
  const sticky = (size >> drop) << drop === size ? 0n : 1n;
  const top = Number((size >> drop) | sticky);
  const shift = Number(drop) - 1074;
  const scaled = timesPowerOfTwo(top, shift);
  return total < 0n ? -scaled : scaled;
}

function wholeUnits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return bits >> 63n === 0n ? size : -size;
}
