import { exp } from './exp.ts';

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
