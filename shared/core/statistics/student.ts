import { betaBelow } from '../numeric/numeric.ts';

export const NORMAL_975 = 1.959963984540054;

/** Student's t at 97.5 %; degrees of freedom may be fractions. Exact below 30 degrees, else by an expansion within 1e-6. */
export const student975 = (degrees: number): number => (degrees < 30 ? inverted(degrees) : expanded(degrees));

/** Student quantile for simultaneous 95 % over several comparisons (Bonferroni). Above 1,000 degrees as at 1,000. */
export const studentOf = (degrees: number, comparisons: number): number =>
  comparisons === 1 ? student975(degrees) : inverted(Math.min(degrees, 1_000), 0.05 / comparisons);

/** Halvings: t to about 1e-12 of itself. */
const HALVINGS = 50;

/** Findings of one release have few different degrees, and each asks for the same ones dozens of times. */
const KNOWN = new Map<string, number>();
const MOST_KNOWN = 10_000;

function inverted(degrees: number, beyond = 0.05): number {
  const key = `${degrees}|${beyond}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  if (KNOWN.size === MOST_KNOWN) KNOWN.clear();
  const found = halved(degrees, beyond);
  KNOWN.set(key, found);
  return found;
}

/** The share beyond t on both sides is that of a beta distribution below degrees / (degrees + t²). */
function halved(degrees: number, beyond: number): number {
  let [low, high] = [0, 1];
  for (let left = HALVINGS; left > 0; left -= 1) {
    const middle = (low + high) / 2;
    if (betaBelow(middle, degrees / 2, 0.5) < beyond) low = middle;
    else high = middle;
  }
  return Math.sqrt((degrees * (1 - low)) / low);
}

/** Cornish and Fisher's expansion around the normal quantile. */
function expanded(degrees: number): number {
  const z = NORMAL_975;
  const z2 = z * z;
  const first = (z * (z2 + 1)) / 4;
  const second = (z * ((5 * z2 + 16) * z2 + 3)) / 96;
  const third = (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384;
  const fourth = (z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160;
  const by = 1 / degrees;
  return z + by * (first + by * (second + by * (third + by * fourth)));
}
