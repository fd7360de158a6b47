// The arithmetic that the core may use beyond + - * /, Math.sqrt and Math.log: the same bits on every processor.

const LEAST = -1074;
/** All powers (17 KB): a look-up is faster than assembling bits, and exponentials need millions. */
const POWERS = (() => {
  const powers = new Float64Array(1024 - LEAST);
  let [up, down] = [1, 1];
  for (let exponent = 0; exponent < 1024; exponent += 1, up *= 2) powers[exponent - LEAST] = up;
  for (let exponent = 0; exponent >= LEAST; exponent -= 1, down /= 2) powers[exponent - LEAST] = down;
  return powers;
})();

/** 2^exponent, exact, for whole exponents from -1074 to 1023. */
export const powerOfTwo = (exponent: number): number => POWERS[exponent - LEAST];

/** value * 2^exponent, rounded once unless the result is below the normal numbers; any whole exponent. */
export function timesPowerOfTwo(value: number, exponent: number): number {
  let scaled = value;
  let left = exponent;
  // In steps, since 2^exponent alone may be out of range where the product is not.
  for (; left > 1023; left -= 1023) {
    if (scaled === 0 || !Number.isFinite(scaled)) return scaled;
    scaled *= powerOfTwo(1023);
  }
  for (; left < -1022; left += 969) {
    if (scaled === 0) return scaled;
    scaled *= powerOfTwo(-969);
  }
  return scaled * powerOfTwo(left);
}

// Math.exp and log1p differ in their last bits between processors and versions; + - * / do not. These stay
// within one unit in the last place (logistic three) of the true value. Math.log is the same everywhere and is used as it is.

// ln 2 in two parts: the first has 33 significant bits, so that k * LN2_HIGH is exact for every exponent k.
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < UNDERFLOW) return 0;
  const { k, high, low } = reduce(x);
  return timesPowerOfTwo(addTo(1, high, low), k);
}

/** log(1 + x), without the loss near 0. */
export function log1p(x: number): number {
  if (Number.isNaN(x) || x === 0) return x;
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x <= -1) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
  // The rounding error of 1 + x is restored by the first term of log((1 + x) / rounded).
  const rounded = 1 + x;
  const lost = x >= 1 ? 1 - (rounded - x) : x - (rounded - 1);
  return Math.log(rounded) + lost / rounded;
}

export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** value + high + low, keeping what the first addition rounds off. */
function addTo(value: number, high: number, low: number): number {
  const sum = value + high;
  const lost = Math.abs(value) >= Math.abs(high) ? high - (sum - value) : value - (sum - high);
  return sum + (lost + low);
}

/** x = k ln 2 + r with |r| <= ln 2 / 2; e^r - 1 = high + low, where low is what rounding would have lost. */
function reduce(x: number): { readonly k: number; readonly high: number; readonly low: number } {
  const k = Math.floor(x / Math.LN2 + 0.5);
  const rough = x - k * LN2_HIGH;
  const correction = k * LN2_LOW;
  const r = rough - correction;
  const lost = rough - r - correction;
  const tail = r * r * series(r);
  const high = r + tail;
  // The correction also moves the series: d/dr (e^r - 1) = 1 + r + ..., whose first two terms are large enough to matter.
  return { k, high, low: tail - (high - r) + (lost + lost * r) };
}

// 1/14!, ..., 1/3!, 1/2!: on |r| < 0.347 the next term is below 2^-60 of the first.
const [C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2] = (() => {
  const inverse: number[] = [];
  let factorial = 1;
  for (let n = 2; n <= 14; n += 1) {
    factorial *= n;
    inverse.unshift(1 / factorial);
  }
  return inverse as [number, number, number, number, number, number, number, number, number, number, number, number, number];
})();

/** (e^r - 1 - r) / r^2. Written out: a loop over the coefficients costs as much again. */
const series = (r: number): number =>
  (((((((((((C14 * r + C13) * r + C12) * r + C11) * r + C10) * r + C9) * r + C8) * r + C7) * r + C6) * r + C5) * r + C4) * r + C3) * r + C2;

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

/** Mean from the exact sum; NaN without values. */
export function mean(values: readonly number[] | Float64Array): number {
  const total = sum(values);
  if (Number.isFinite(total) || !values.every(Number.isFinite)) return total / values.length;
  // Finite values whose sum is beyond the largest number; their mean is not.
  return (sum(values.map((value: number) => value / SCALE) as Iterable<number>) / values.length) * SCALE;
}

const LARGE = powerOfTwo(960);
const SCALE = powerOfTwo(64);

/** The partials from the greatest down; if the first rounding is a tie, the next partial decides. */
function rounded(partials: readonly number[]): number {
  let at = partials.length - 1;
  if (at < 0) return 0;
  let total = partials[at];
  let low = 0;
  while (at > 0 && low === 0) {
    at -= 1;
    const next = partials[at];
    const high = total + next;
    low = next - (high - total);
    total = high;
  }
  if (at > 0 && low !== 0 && low < 0 === partials[at - 1] < 0) {
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

/** log(e^a + e^b + ...), without overflow, in whatever order; -Infinity of none. */
export function logSumExp(values: readonly number[] | Float64Array): number {
  let greatest = Number.NEGATIVE_INFINITY;
  let at = -1;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (Number.isNaN(value)) return value;
    if (value > greatest) {
      greatest = value;
      at = index;
    }
  }
  if (!Number.isFinite(greatest)) return greatest;
  const others: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    if (index !== at) others.push(exp(values[index] - greatest));
  }
  return greatest + log1p(sum(others));
}

/** log Gamma of x above 0: Stirling's series from 10 on, the recurrence below. Within 1e-13 of the size of the result, or of 1. */
export function logGamma(x: number): number {
  let shift = 1;
  let at = x;
  for (; at < 10; at += 1) shift *= at;
  const by = 1 / (at * at);
  const series = (1 / 12 - by * (1 / 360 - by * (1 / 1260 - by * (1 / 1680 - by / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + HALF_LOG_TWO_PI + series - Math.log(shift);
}

const HALF_LOG_TWO_PI = 0.9189385332046728;

export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** The share of a beta distribution below x: the regularised incomplete beta function, by its continued fraction after Lentz. */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = exp(a * Math.log(x) + b * Math.log(1 - x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const ENOUGH = 1e-15;
/** Terms grow as the root of the greater parameter: enough for some 10 million. */
const MOST_TERMS = 10_000;

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let term = 1; term <= MOST_TERMS; term += 1) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    value *= d * c;
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < ENOUGH) break;
  }
  return value;
}

const apart = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
