/** Beyond this width the mean of the best few is taken too. */
const BEST_FEW = 4;

export const statisticsOf = (width: number): readonly string[] =>
  width > BEST_FEW ? ['mean', 'best', `best ${BEST_FEW}`] : ['mean', 'best'];

/** How many statistics there are of some widths. */
export const statisticsUpTo = (widths: readonly number[]): number => widths.reduce((count, width) => count + statisticsOf(width).length, 0);

/** A value for each member and item, member by member: how near they are. */
interface Nearness {
  readonly measure: Float64Array;
  readonly members: number;
  readonly items: number;
}

/**
 * For each width the mean and the best (and the mean of the best few) over the context items that have a value, cell by cell; NaN where none has.
 * `contexts`: the items of each row by position, nearest first; widths ascend. The first column is written at `from` of `into`, each further
 * one `step` behind the one before.
 */
export function summarise(
  { measure, members, items }: Nearness,
  contexts: readonly Int32Array[],
  widths: readonly number[],
  into: Float64Array,
  from: number,
  step: number,
): void {
  const cells = contexts.length * members;
  for (let at = 0, all = statisticsUpTo(widths); at < all; at += 1) into.fill(Number.NaN, from + at * step, from + at * step + cells);
  const best = new Float64Array(BEST_FEW);
  for (let row = 0, cell = from; row < contexts.length; row += 1) {
    const context = contexts[row] as Int32Array;
    for (let member = 0; member < members; member += 1, cell += 1) {
      let total = 0;
      let known = 0;
      let at = 0;
      let to = cell;
      for (let rank = 0; rank < widths.length; rank += 1) {
        const width = widths[rank] as number;
        const end = Math.min(context.length, width);
        for (; at < end; at += 1) {
          const value = measure[member * items + (context[at] as number)] as number;
          if (Number.isNaN(value)) continue;
          total += value;
          insert(best, known, value);
          known += 1;
        }
        const few = width > BEST_FEW;
        if (known > 0) {
          into[to] = total / known;
          into[to + step] = best[0] as number;
          if (few) into[to + 2 * step] = meanOf(best, Math.min(known, BEST_FEW));
        }
        to += few ? 3 * step : 2 * step;
      }
    }
  }
}

/** Keeps the greatest few of the values seen, greatest first, of which there were `known` before this one. */
function insert(best: Float64Array, known: number, value: number): void {
  let at = Math.min(known, BEST_FEW);
  if (at === BEST_FEW && (best[at - 1] as number) >= value) return;
  if (at === BEST_FEW) at -= 1;
  for (; at > 0 && (best[at - 1] as number) < value; at -= 1) best[at] = best[at - 1] as number;
  best[at] = value;
}

function meanOf(values: Float64Array, length: number): number {
  let total = 0;
  for (let at = 0; at < length; at += 1) total += values[at] as number;
  return total / length;
}

/**
 * What the generalised items beside a cell say, of which one member or another stands there: the best of each, in the mean over those where any is
 * known. `neighbours`: for each row and generalised item the places of its members. The column is written at `from` of `into`.
 */
export function amongNeighbours(
  { measure, members, items }: Nearness,
  neighbours: readonly (readonly Int32Array[])[],
  into: Float64Array,
  from: number,
): void {
  for (let row = 0, cell = from; row < neighbours.length; row += 1) {
    const others = neighbours[row] as readonly Int32Array[];
    for (let member = 0; member < members; member += 1, cell += 1) {
      let [total, known] = [0, 0];
      for (const other of others) {
        let best = Number.NEGATIVE_INFINITY;
        for (const at of other) {
          const value = measure[member * items + at] as number;
          if (value > best) best = value;
        }
        if (best > Number.NEGATIVE_INFINITY) [total, known] = [total + best, known + 1];
      }
      into[cell] = known > 0 ? total / known : Number.NaN;
    }
  }
}
