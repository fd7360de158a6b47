/** A share of 1; null is not computable. */
export const percent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)} %`);

/** As `percent`, for shares far below 0.1 % or far above 100 %. */
export const finePercent = (value: number | null): string =>
  value === null ? 'n/c' : `${Math.abs(value) < 1 ? (value * 100).toPrecision(3) : grouped(Math.round(value * 100))} %`;

/** Thousands apart, the same on every machine whatever its language. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** A share in percentage points, without the unit. */
export const points = (value: number): string => (100 * value).toFixed(1);

/** With its sign; zero has none. */
export function signedPoints(value: number): string {
  const text = points(value);
  return Number(text) === 0 ? '0.0' : value > 0 ? `+${text}` : text;
}

/** As a sentence begins. */
export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** How surely something is said, after a verb. */
export const surely = (confidence: number): string =>
  confidence >= 1 ? 'with certainty' : `with at least ${Number((100 * confidence).toFixed(1))} % confidence`;
