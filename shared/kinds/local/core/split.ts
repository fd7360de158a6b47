import type { Hierarchy } from '../../../core/model/hierarchy.ts';

export interface Split {
  readonly parts: readonly { readonly rows: readonly number[]; readonly children: readonly number[] }[];
  /** Ascending; none, or at least k. */
  readonly leftover: readonly number[];
  /** Gain of a split: fewer covered leaves, summed over the rows of the kept parts, as a share of all leaves. */
  readonly gain: number;
}

interface Piece {
  /** Which children of the node the rows have items under, ascending. */
  readonly children: readonly number[];
  readonly rows: { readonly row: number; readonly gain: number }[];
}

/**
 * Splits the rows by the children of the node under which they have items. Splits of fewer than k become the leftover; it is filled up
 * from splits that can spare a row, the one that gains least first, and where none can, the split of least gain is dissolved into it.
 */
export function splitPart(
  transactions: readonly (readonly number[])[],
  hierarchy: Hierarchy,
  rows: readonly number[],
  node: number,
  k: number,
): Split {
  const pieces = piecesOf(transactions, hierarchy, rows, node);
  const leftover: number[] = [];
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if (piece.rows.length < k) for (const { row } of piece.rows) leftover.push(row);
    else kept.push(piece);
  }
  // Which row a split would give first: the least gain, then the lowest row. Sorted once, from the end.
  for (const { rows: own } of kept) own.sort((a, b) => b.gain - a.gain || b.row - a.row);
  while (leftover.length > 0 && leftover.length < k) {
    let from: Piece | undefined;
    for (const piece of kept) {
      if (piece.rows.length > k && (from === undefined || before(piece.rows.at(-1), from.rows.at(-1)))) from = piece;
    }
    if (from !== undefined) {
      leftover.push((from.rows.pop() as { row: number }).row);
      continue;
    }
    // The pieces stand by their masks: the first of least gain has the lowest.
    const least = kept.reduce((worst, _, at) => (gainOf(kept[at]) < gainOf(kept[worst]) - 1e-9 ? at : worst), 0);
    const [dissolved] = kept.splice(least, 1);
    if (dissolved === undefined) break;
    for (const { row } of dissolved.rows) leftover.push(row);
  }
  return {
    parts: kept.map(({ rows: own, children }) => ({ rows: own.map(({ row }) => row).sort((a, b) => a - b), children })),
    leftover: leftover.sort((a, b) => a - b),
    gain: kept.reduce((total, piece) => total + gainOf(piece), 0) / hierarchy.leaves,
  };
}

/** Leaves saved: whole numbers, so that sums are exact in any order. */
const gainOf = (piece: Piece | undefined): number => (piece?.rows ?? []).reduce((total, { gain }) => total + gain, 0);

type Row = Piece['rows'][number] | undefined;

const before = (a: Row, b: Row): boolean => a !== undefined && b !== undefined && (a.gain < b.gain || (a.gain === b.gain && a.row < b.row));

function piecesOf(
  transactions: readonly (readonly number[])[],
  { first, end, children, leaves }: Hierarchy,
  rows: readonly number[],
  node: number,
): readonly Piece[] {
  const below = children[node];
  const [from, to] = [first[node], end[node]];
  const lost = (each: number): number => (each < leaves ? 0 : end[each] - first[each]);
  const pieces = new Map<string, Piece>();
  for (const row of rows) {
    const under = new Set<number>();
    let gain = 0;
    for (const item of transactions[row]) {
      if (item < from || item >= to) continue;
      const child = childOver(below, end, item);
      under.add(child);
      gain += to - from - lost(child);
    }
    const mask = [...under].sort((a, b) => first[a] - first[b]);
    const key = mask.join(' ');
    const piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, { children: mask, rows: [{ row, gain }] });
    else piece.rows.push({ row, gain });
  }
  return [...pieces.values()].sort((a, b) => byMask(a.children, b.children, first));
}

/** Children are ordered by their leaves: the first whose end lies beyond the item. */
function childOver(below: readonly number[], end: Uint32Array, item: number): number {
  let [low, high] = [0, below.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[below[middle]] > item) high = middle;
    else low = middle + 1;
  }
  return below[low];
}

/** As binary numbers with the first child as the lowest bit: the greatest child that only one of them has decides. */
function byMask(a: readonly number[], b: readonly number[], first: Uint32Array): number {
  for (let at = 1; at <= Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a.at(-at), b.at(-at)];
    if (left === right) continue;
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    return first[left] - first[right];
  }
  return 0;
}
