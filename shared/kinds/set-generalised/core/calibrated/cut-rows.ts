import { ELSEWHERE, type IndexedGroup, type IndexedRelease } from './indexed-release.ts';

/**
 * Maximum rows of one evidence table. Rows are in hash order, so each part of a larger group is a random sample; rows are independent until the
 * decision.
 */
export const ROWS_AT_ONCE = 512;

const partsIn = (rows: number): number => Math.max(1, Math.floor(rows / ROWS_AT_ONCE));

export function rowParts(group: IndexedGroup): IndexedGroup[] {
  const count = partsIn(group.rows.length);
  if (count === 1) return [group];
  return Array.from({ length: count }, (_, at) => {
    const from = at * ROWS_AT_ONCE;
    const to = at + 1 < count ? from + ROWS_AT_ONCE : group.rows.length;
    return { ...group, rows: group.rows.subarray(from, to), places: group.places.subarray(from, to) };
  });
}

interface Sampled {
  readonly sample: IndexedRelease;
  /** The whole release, the sample's transactions first; groups keep their row order. */
  readonly whole: IndexedRelease;
}

/**
 * Samples transactions so that a group of several parts has about the rows of one part; smaller groups keep all. Transactions without generalised
 * items are sampled at the same rate. Returns the release itself if no group has several parts.
 */
export function sampleOf(release: IndexedRelease): Sampled {
  const { transactions, groups } = release;
  const parts = groups.map(({ rows }) => partsIn(rows.length));
  if (!parts.some((count) => count > 1)) return { sample: release, whole: release };
  const count = transactions.length;
  const fewest = transactions.map(({ entries }) =>
    entries.reduce((least, entry) => (entry < 0 && entry !== ELSEWHERE ? Math.min(least, parts[~entry]) : least), Number.POSITIVE_INFINITY),
  );
  const carrying = fewest.filter((each) => each < Number.POSITIVE_INFINITY).length;
  // Transactions are in hash order, so a prefix is a random sample.
  const isKept = (at: number): boolean => at * fewest[at] < count;
  const keptCarrying = fewest.reduce((total, each, at) => total + (each < Number.POSITIVE_INFINITY && isKept(at) ? 1 : 0), 0);
  const share = keptCarrying / carrying;
  const kept = fewest.map((each, at) => (each < Number.POSITIVE_INFINITY ? isKept(at) : at < share * count));
  const order = [...kept.keys()].filter((at) => kept[at]).concat([...kept.keys()].filter((at) => !kept[at]));
  const size = kept.filter(Boolean).length;
  const placeOf = new Int32Array(count);
  for (const [place, at] of order.entries()) placeOf[at] = place;
  const moved = order.map((at) => transactions[at]);
  const whole = groups.map((group) => ({ ...group, rows: group.rows.map((at) => placeOf[at]) }));
  const sampled = whole.map((group) => ({
    ...group,
    rows: group.rows.filter((at) => at < size),
    places: group.places.filter((_, row) => group.rows[row] < size),
  }));
  return {
    sample: { ...release, transactions: moved.slice(0, size), groups: sampled },
    whole: { ...release, transactions: moved, groups: whole },
  };
}
