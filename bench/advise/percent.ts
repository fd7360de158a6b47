export const percent = (value: number | null): string => (value === null ? 'n/c' : `${(100 * value).toFixed(1)} %`);
