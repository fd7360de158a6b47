import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { ItemIndex } from '../../../core/model/item-index.ts';

/**
 * Transactions parted into quasi-items, which stay with their transaction, and sensitive items, which are published for a group as a whole.
 * Items are numbers, ascending in each list; transaction t holds `quasi[quasiStarts[t]] .. quasi[quasiStarts[t + 1] - 1]`.
 */
export interface QuasiRecords {
  readonly transactions: number;
  readonly quasiNames: readonly string[];
  readonly quasiStarts: Uint32Array;
  readonly quasi: Uint32Array;
  /** In code-point order. */
  readonly sensitiveNames: readonly string[];
  readonly sensitive: readonly (readonly number[])[];
}

export function partSensitive(index: ItemIndex, sensitive: readonly string[]): QuasiRecords {
  const sensitiveNames = [...new Set(sensitive)].sort(compareCodePoints);
  for (const name of sensitiveNames) {
    if (!index.numberOf.has(name)) throw new BadInput(`the sensitive item "${name}" is in no transaction`);
  }
  const sensitiveOf = new Map(sensitiveNames.map((name, at) => [index.numberOf.get(name) as number, at]));
  const quasiNames = index.names.filter((_, item) => !sensitiveOf.has(item));
  const quasiOf = new Uint32Array(index.names.length);
  let next = 0;
  for (let item = 0; item < index.names.length; item += 1) {
    quasiOf[item] = next;
    if (!sensitiveOf.has(item)) next += 1;
  }
  const quasiStarts = new Uint32Array(index.transactions + 1);
  const quasi = new Uint32Array(index.items.length);
  let filled = 0;
  const held = Array.from({ length: index.transactions }, (_, t) => {
    const own: number[] = [];
    const from = filled;
    for (let at = index.starts[t]; at < index.starts[t + 1]; at += 1) {
      const item = index.items[at];
      const named = sensitiveOf.get(item);
      if (named !== undefined) own.push(named);
      else {
        quasi[filled] = quasiOf[item];
        filled += 1;
      }
    }
    quasi.subarray(from, filled).sort();
    quasiStarts[t + 1] = filled;
    return own.sort((a, b) => a - b);
  });
  return { transactions: index.transactions, quasiNames, quasiStarts, quasi: quasi.slice(0, filled), sensitiveNames, sensitive: held };
}

export const quasiOf = ({ quasi, quasiStarts }: QuasiRecords, t: number): Uint32Array => quasi.subarray(quasiStarts[t], quasiStarts[t + 1]);

/** For each quasi-item its transactions, ascending: `holders[starts[i]] .. holders[starts[i + 1] - 1]`. */
export function quasiHolders(records: QuasiRecords): { readonly starts: Uint32Array; readonly holders: Uint32Array } {
  const starts = new Uint32Array(records.quasiNames.length + 1);
  for (const item of records.quasi) starts[item + 1] += 1;
  for (let item = 0; item < records.quasiNames.length; item += 1) starts[item + 1] += starts[item];
  const filled = starts.slice();
  const holders = new Uint32Array(records.quasi.length);
  for (let t = 0; t < records.transactions; t += 1) {
    for (const item of quasiOf(records, t)) {
      holders[filled[item]] = t;
      filled[item] += 1;
    }
  }
  return { starts, holders };
}
