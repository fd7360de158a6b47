/** More pairs take the anonymiser too long. */
const MOST_PAIRS = 5_000;

/** Pairs of items that are in fewer than k transactions; null where they are too many. */
export function rarePairs(rows: readonly (readonly string[])[], k: number): [string, string][] | null {
  const times = new Map<string, number>();
  for (const items of rows)
    for (const [at, one] of items.entries())
      for (const other of items.slice(at + 1)) {
        const pair = JSON.stringify([one, other]);
        times.set(pair, (times.get(pair) ?? 0) + 1);
        if (times.size > 20 * MOST_PAIRS) return null;
      }
  const rare = [...times].filter(([, count]) => count < k).map(([pair]) => JSON.parse(pair) as [string, string]);
  return rare.length > MOST_PAIRS ? null : rare;
}
