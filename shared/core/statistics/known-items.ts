/** Number of items of a transaction that are combined: its rarest, whose combinations the fewest others share. */
const RAREST = 24;

/**
 * Number of the transactions at `looked` with 1, 2, ... `most` items that no other transaction has together: an attacker who knows these items
 * finds the person. Cost for each transaction: the combinations of its rarest items until one is unique, usually few.
 */
export function singledOut(rows: readonly (readonly number[])[], looked: readonly number[], items: number, most: number): number[] {
  const holders = holdersOf(rows, items);
  const found = new Array<number>(most).fill(0);
  for (const at of looked) {
    const rare = (rows[at] ?? []).toSorted((a, b) => (holders[a]?.length ?? 0) - (holders[b]?.length ?? 0)).slice(0, RAREST);
    const needed = fewest(rare, holders, most);
    for (let known = needed; known <= most; known += 1) found[known - 1] = (found[known - 1] ?? 0) + 1;
  }
  return found;
}

/** The fewest items that single the row out; more than `most` where none do. */
function fewest(items: readonly number[], holders: readonly (readonly number[])[], most: number): number {
  const alone = (chosen: readonly number[], from: number, left: number): boolean => {
    for (let at = from; at < items.length; at += 1) {
      const own = holders[items[at]];
      const both = chosen.length === 0 ? own : common(chosen, own);
      if (both.length === 1 || (left > 1 && alone(both, at + 1, left - 1))) return true;
    }
    return false;
  };
  for (let known = 1; known <= most; known += 1) if (alone([], 0, known)) return known;
  return most + 1;
}

function common(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const [one, two] = [a[at], b[other]];
    if (one === two) both.push(one);
    if (one <= two) at += 1;
    if (two <= one) other += 1;
  }
  return both;
}

function holdersOf(rows: readonly (readonly number[])[], items: number): number[][] {
  const holders = Array.from({ length: items }, (): number[] => []);
  for (const [at, row] of rows.entries()) for (const item of row) holders[item]?.push(at);
  return holders;
}
