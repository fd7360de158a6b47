/** A share of 1; null is not computable. */
export const percent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)} %`);

/** The same of what may be far below a tenth of a percent, or many times the whole. */
export const finePercent = (value: number | null): string =>
  value === null ? 'n/c' : `${Math.abs(value) < 1 ? (value * 100).toPrecision(3) : grouped(Math.round(value * 100))} %`;

/** Thousands apart, the same on every machine whatever its language. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
