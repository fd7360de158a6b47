/** A number as tables write it: digits, a sign, a decimal point, an exponent. Null for what is none; words such as `Infinity` are none. */
export function numberOf(text: string): number | null {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
