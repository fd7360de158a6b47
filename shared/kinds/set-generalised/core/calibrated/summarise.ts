/** From this width the mean of the best few is used too. */
const BEST_FEW = 4;

export const statisticsOf = (width: number): readonly string[] =>
  width > BEST_FEW ? ['mean', 'best', `best ${BEST_FEW}`] : ['mean', 'best'];

export const statisticsUpTo = (widths: readonly number[]): number => widths.reduce((count, width) => count + statisticsOf(width).length, 0);

interface Nearness {
  readonly measure: Float64Array;
  readonly members: number;
  readonly items: number;
}

/**
 * For each width the mean, the best and the mean of the best few over the context items with a value, cell by cell; NaN: none. `contexts`: item
 * positions by row, nearest first; widths ascend. Columns are written to `into` from `from`, `step` apart.
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
    const context = contexts[row];
    for (let member = 0; member < members; member += 1, cell += 1) {
      let total = 0;
      let known = 0;
      let at = 0;
      let to = cell;
      for (let rank = 0; rank < widths.length; rank += 1) {
        const width = widths[rank];
        const end = Math.min(context.length, width);
        for (; at < end; at += 1) {
          const value = measure[member * items + context[at]];
          if (Number.isNaN(value)) continue;
          total += value;
          insert(best, known, value);
          known += 1;
        }
        const few = width > BEST_FEW;
        if (known > 0) {
          into[to] = total / known;
          into[to + step] = best[0];
          if (few) into[to + 2 * step] = meanOf(best, Math.min(known, BEST_FEW));
        }
        to += few ? 3 * step : 2 * step;
      }
    }
  }
}

/** Inserts into the greatest few values, in descending order; `known` were seen before. */
function insert(best: Float64Array, known: number, value: number): void {
  let at = Math.min(known, BEST_FEW);
  if (at === BEST_FEW && best[at - 1] >= value) return;
  if (at === BEST_FEW) at -= 1;
  for (; at > 0 && best[at - 1] < value; at -= 1) best[at] = best[at - 1];
  best[at] = value;
}

function meanOf(values: Float64Array, length: number): number {
  let total = 0;
  for (let at = 0; at < length; at += 1) total += values[at];
  return total / length;
}

/**
 * Evidence from neighbouring generalised items: the best member of each, averaged over those with any value. `neighbours`: member positions by row
 * and generalised item. Written to `into` from `from`.
 */
export function amongNeighbours(
  { measure, members, items }: Nearness,
  neighbours: readonly (readonly Int32Array[])[],
  into: Float64Array,
  from: number,
): void {
  for (let row = 0, cell = from; row < neighbours.length; row += 1) {
    const others = neighbours[row];
    for (let member = 0; member < members; member += 1, cell += 1) {
      let [total, known] = [0, 0];
      for (const other of others) {
        let best = Number.NEGATIVE_INFINITY;
        for (const at of other) {
          const value = measure[member * items + at];
          if (value > best) best = value;
        }
        if (best > Number.NEGATIVE_INFINITY) [total, known] = [total + best, known + 1];
      }
      into[cell] = known > 0 ? total / known : Number.NaN;
    }
  }
}
