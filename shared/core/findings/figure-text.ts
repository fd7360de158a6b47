/** A share of 1; null is not computable. */
export const percent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)} %`);

/** The same of what may be far below a tenth of a percent, or many times the whole. */
export const finePercent = (value: number | null): string =>
  value === null ? 'n/c' : `${Math.abs(value) < 1 ? (value * 100).toPrecision(3) : grouped(Math.round(value * 100))} %`;

/** Thousands apart, the same on every machine whatever its language. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A share in hundredths, for a sentence that says so once. */
export const points = (value: number): string => (100 * value).toFixed(1);

/** With its sign; a change of nothing has none. */
export function signedPoints(value: number): string {
  const text = points(value);
  return Number(text) === 0 ? '0.0' : value > 0 ? `+${text}` : text;
}

/** As a sentence begins. */
export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
