/** An itemset that occurs, but too rarely. */
interface RareItemset {
  /** Positions in the chunk's list of terms, ascending. */
  readonly items: readonly number[];
  readonly support: number;
}

/**
 * The least itemsets of at most m items that occur in some row and in fewer than k: every part of one occurs at least k
 * times, and every itemset that holds one is too rare as well, so they stand for all. No row holds a term twice.
 *
 * An item that every row of an itemset holds adds nothing to it: such itemsets are never least and are not followed
 * (free itemsets). This keeps k rows of 60 equal items from costing every combination of them.
 */
export function rareItemsets(rows: readonly (readonly number[])[], terms: number, k: number, m: number): RareItemset[] {
  const rare: RareItemset[] = [];
  const all = rows.map((_, row) => row);
  const count = new Int32Array(terms);
  extend([], all);
  return keepLeast(rare);

  /** `holders`: the rows that hold all of `items`. */
  function extend(items: readonly number[], holders: readonly number[]): void {
    const after = items.at(-1) ?? -1;
    const found: number[] = [];
    // A row is kept for a term when it is met: to look for the holders again would cost every row for every term.
    const rowsOf = items.length + 1 < m ? new Map<number, number[]>() : null;
    for (const row of holders) {
      for (const term of rows[row]) {
        if (term <= after) continue;
        if (count[term] === 0) found.push(term);
        count[term] += 1;
        if (rowsOf === null) continue;
        const own = rowsOf.get(term);
        if (own === undefined) rowsOf.set(term, [row]);
        else own.push(row);
      }
    }
    // The counters are shared by all levels: what this level needs of them is taken off before it goes deeper.
    const deeper: number[] = [];
    for (const term of found) {
      const support = count[term];
      count[term] = 0;
      if (support < k) rare.push({ items: [...items, term], support });
      else if (items.length + 1 < m && (items.length === 0 || support < holders.length)) deeper.push(term);
    }
    for (const term of deeper.sort((a, b) => a - b)) {
      const own = rowsOf?.get(term) ?? [];
      rowsOf?.delete(term);
      extend([...items, term], own);
    }
  }
}

/** The search meets {a, b, c} before {b, c}: of what it found, those that hold no smaller one. */
function keepLeast(rare: readonly RareItemset[]): RareItemset[] {
  const bySize = rare.toSorted((a, b) => a.items.length - b.items.length);
  const least = new Set<string>();
  return bySize
    .filter(({ items }) => {
      if (holdsOne(items, least)) return false;
      least.add(items.join());
      return true;
    })
    .sort((a, b) => compareLists(a.items, b.items));
}

/** Whether a proper subset of the itemset is in the set. Itemsets have at most m items. */
function holdsOne(items: readonly number[], least: ReadonlySet<string>): boolean {
  if (least.size === 0) return false;
  const parts = (from: number, part: readonly number[]): boolean =>
    (part.length < items.length && least.has(part.join())) ||
    items.slice(from).some((item, at) => part.length + 1 < items.length && parts(from + at + 1, [...part, item]));
  return parts(0, []);
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}
