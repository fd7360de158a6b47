import type { Strategy } from './closeness.ts';

/** Most related: the closest item alone. */
export const mra: Strategy = (closeness) => (closeness.length === 0 ? Number.NaN : closeness.reduce((most, each) => Math.max(most, each)));
