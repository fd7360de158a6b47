/** What the steps on a disassociated release leave for each other, in the audit's folder. */

/** What was learned of the release, where an attack learns. */
export const PLACEMENT_MODEL = 'models/placements.json';

/** What the structure of the release says. */
export const FINDINGS = 'findings.json';
/** Rare itemsets put together, by attack; null without original or claim. */
export const BREAKAGE = 'breakage.json';

/** Of one slice: for each cluster and attack the partner of each reconstructed transaction; null where nothing could be paired. */
export type Partners = readonly (readonly (readonly number[] | null)[])[];
export const partnersKey = (slice: number): string => `partners/${String(slice).padStart(6, '0')}.json`;

/** Of one slice: what it says of people, where an attack states probabilities. */
export const exposedKey = (slice: number): string => `exposed/${String(slice).padStart(6, '0')}.json`;
