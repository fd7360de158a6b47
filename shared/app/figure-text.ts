/** A share of 1; null is not computable. */
export const percent = (value: number | null): string => (value === null ? 'n/c' : `${(value * 100).toFixed(1)} %`);

/** Thousands apart, the same on every machine whatever its language. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
