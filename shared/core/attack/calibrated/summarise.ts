/** Beyond this width the mean of the best few is taken too. */
const BEST_FEW = 4;

export const statisticsOf = (width: number): readonly string[] =>
  width > BEST_FEW ? ['mean', 'best', `best ${BEST_FEW}`] : ['mean', 'best'];

/**
 * For each width the mean and the best (and the mean of the best few) over the context items that have a value, cell by cell. `measure` has a
 * value for each member and item, `contexts` the items of each row by position, nearest first; widths ascend.
 */
export function summarise(
  measure: Float64Array,
  members: number,
  items: number,
  contexts: readonly Int32Array[],
  widths: readonly number[],
): Float64Array[] {
  const summaries = widths.map((width) => statisticsOf(width).map(() => new Float64Array(contexts.length * members).fill(Number.NaN)));
  const best = new Float64Array(BEST_FEW);
  for (const [row, context] of contexts.entries()) {
    for (let member = 0; member < members; member += 1) {
      const cell = row * members + member;
      let total = 0;
      let known = 0;
      let at = 0;
      for (let rank = 0; rank < widths.length; rank += 1) {
        const end = Math.min(context.length, widths[rank] as number);
        for (; at < end; at += 1) {
          const value = measure[member * items + (context[at] as number)] as number;
          if (Number.isNaN(value)) continue;
          total += value;
          insert(best, known, value);
          known += 1;
        }
        if (known === 0) continue;
        const [mean, top, few] = summaries[rank] as [Float64Array, Float64Array, Float64Array | undefined];
        mean[cell] = total / known;
        top[cell] = best[0] as number;
        if (few !== undefined) few[cell] = meanOf(best, Math.min(known, BEST_FEW));
      }
    }
  }
  return summaries.flat();
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
 * known. `neighbours`: for each row and generalised item the places of its members.
 */
export function amongNeighbours(
  measure: Float64Array,
  members: number,
  items: number,
  neighbours: readonly (readonly Int32Array[])[],
): Float64Array {
  const cells = new Float64Array(neighbours.length * members).fill(Number.NaN);
  for (const [row, others] of neighbours.entries()) {
    for (let member = 0; member < members; member += 1) {
      let [total, known] = [0, 0];
      for (const other of others) {
        let best = Number.NEGATIVE_INFINITY;
        for (const at of other) {
          const value = measure[member * items + at] as number;
          if (value > best) best = value;
        }
        if (best > Number.NEGATIVE_INFINITY) [total, known] = [total + best, known + 1];
      }
      if (known > 0) cells[row * members + member] = total / known;
    }
  }
  return cells;
}
