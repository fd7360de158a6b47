import type { Classes } from '../model/classes.ts';
import { groupRows } from '../model/grouping.ts';
import type { Column } from '../model/table.ts';

/** Largest set of columns that is searched, as sdcMicro and ARX do by default. */
const MOST_COLUMNS = 3;
/** Limit on records x sets of columns. */
const MOST_LOOKED_AT = 30_000_000;

interface SudaScores {
  /** Score of each record; 0: no set of so few columns makes it unique. */
  readonly scores: Float64Array;
  /** Records with a minimal unique set of each number of columns, from 1. */
  readonly records: readonly number[];
  readonly columns: number;
}

/**
 * SUDA (Elliot et al., 2002): minimal sets of columns in which a record is unique in the sample. A set of s of n columns scores the product of n - i for
 * i from s to the largest size. Null: there are no quasi-identifiers. Among many columns those with the most cells are searched.
 */
export function sudaScores(quasi: readonly Column[], { of, records }: Pick<Classes, 'of' | 'records'>): SudaScores | null {
  if (quasi.length === 0) return null;
  const rows = Int32Array.from(of.keys()).filter((row) => of[row] >= 0);
  const order = quasi.toSorted((a, b) => b.values.length - a.values.length);
  let count = order.length;
  const most = Math.min(MOST_COLUMNS, count);
  while (count > most && setsOf(count, most) * rows.length > MOST_LOOKED_AT) count -= 1;
  const columns = order.slice(0, count).map(({ codes, values }) => ({ codes: rows.map((row) => codes[row]), size: values.length }));
  const uniques = new Map<string, Uint8Array>();
  const scores = new Float64Array(records);
  const found: number[] = [];
  for (let size = 1; size <= most; size += 1) {
    let score = 1;
    for (let at = size; at <= most; at += 1) score *= Math.max(1, count - at);
    const any = new Uint8Array(rows.length);
    for (const set of setsIn(count, size)) {
      const unique = uniqueIn(
        rows.length,
        set.map((at) => columns[at]),
      );
      const below = size === 1 ? [] : set.map((left) => uniques.get(set.filter((at) => at !== left).join()) as Uint8Array);
      for (const [at, is] of unique.entries()) {
        if (is === 0 || below.some((part) => part[at] === 1)) continue;
        scores[rows[at]] += score;
        any[at] = 1;
      }
      if (size < most) uniques.set(set.join(), unique);
    }
    found.push(any.reduce((sum, each) => sum + each, 0));
  }
  return { scores, records: found, columns: count };
}

function uniqueIn(rows: number, columns: readonly { readonly codes: Int32Array; readonly size: number }[]): Uint8Array {
  const { of, count } = groupRows(rows, columns);
  const sizes = new Int32Array(count);
  for (const group of of) sizes[group] += 1;
  return Uint8Array.from(of, (group) => (sizes[group] === 1 ? 1 : 0));
}

function setsOf(count: number, most: number): number {
  let [sets, ways] = [0, 1];
  for (let size = 1; size <= most; size += 1) {
    ways = (ways * (count - size + 1)) / size;
    sets += ways;
  }
  return sets;
}

function* setsIn(count: number, size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) yield [];
  else for (let at = from; at < count; at += 1) for (const rest of setsIn(count, size - 1, at + 1)) yield [at, ...rest];
}
