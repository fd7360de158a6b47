/** A range of numbers as anonymisers write one. */
interface Interval {
  holds(value: number): boolean;
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
/** `[20, 30)`, `]20;30]`, `(20..30)`. */
const BRACKETED = new RegExp(`^([[\\](])\\s*${NUMBER}\\s*(?:,|;|\\.\\.|:|-|–)\\s*${NUMBER}\\s*([\\][)])$`);
/** `20-30`, `20..30`, `20 to 30`: both ends belong to it. */
const PLAIN = new RegExp(`^${NUMBER}\\s*(?:\\.\\.|-|–|to)\\s*${NUMBER}$`);
/** `>=20`, `< 30`. */
const HALF = new RegExp(`^(<=|>=|<|>|≤|≥)\\s*${NUMBER}$`);

export function parseInterval(text: string): Interval | null {
  const bracketed = BRACKETED.exec(text);
  if (bracketed !== null) {
    const [, open, low, high, close] = bracketed;
    return between(Number(low), Number(high), open === '[', close === ']');
  }
  const plain = PLAIN.exec(text);
  if (plain !== null) return between(Number(plain[1]), Number(plain[2]), true, true);
  const half = HALF.exec(text);
  if (half === null) return null;
  const end = Number(half[2]);
  const [sign = ''] = half[1] ?? '';
  const closed = /[=≤≥]/.test(half[1] ?? '');
  return sign === '<' || sign === '≤'
    ? between(Number.NEGATIVE_INFINITY, end, true, closed)
    : between(end, Number.POSITIVE_INFINITY, closed, true);
}

/** Marks that other anonymisers write in place of items: suppression, or a range that is no code. */
export const isForeignLabel = (text: string): boolean => text === '*' || BRACKETED.test(text) || HALF.test(text);

const between = (low: number, high: number, withLow: boolean, withHigh: boolean): Interval => ({
  holds: (value) => (withLow ? value >= low : value > low) && (withHigh ? value <= high : value < high),
});
