import { timesPowerOfTwo } from './power-of-two.ts';

// Math.exp and log1p differ in their last bits between processors and versions; + - * / do not. These stay
// within one unit in the last place (logistic three) of the true value. Math.log is the same everywhere and is used as it is.

// ln 2 in two parts: the first has 33 significant bits, so that k * LN2_HIGH is exact for every exponent k.
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

/** e^x. */
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
  // What rounding 1 + x lost comes back as the first term of log((1 + x) / rounded).
  const rounded = 1 + x;
  const lost = x >= 1 ? 1 - (rounded - x) : x - (rounded - 1);
  return Math.log(rounded) + lost / rounded;
}

/** 1 / (1 + e^-x). */
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
  // The correction also moves the series: d/dr (e^r - 1) = 1 + r + ..., of which the first two terms are seen.
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
