import { countRecords, failingRecords, rollUp } from './frequencies.ts';
import type { LossName } from './methods.ts';
import type { Recodable, Requirement } from './recodable.ts';
import { searchLattice } from './search-lattice.ts';

/** Records that are published on the same levels. */
interface Part {
  readonly records: Int32Array;
  readonly levels: readonly number[];
}

interface LocalRecoding {
  readonly parts: readonly Part[];
  readonly suppressed: readonly number[];
  /** Loss of one record, over all records. */
  readonly loss: number;
}

/** Losses that are means over records, so that those of parts add up. */
export const ADDITIVE: readonly LossName[] = ['prec', 'ncp', 'lm'];

/**
 * Local recoding after a global one, as ARX repeats its search: a search that may leave out half of the records, then the same for those left out. A
 * part is split only where that loses less than one node for all of it. Classes of several parts with equal cells only grow. Null: no node satisfies
 * with `limit` suppressed records.
 */
export function recodeLocally(data: Recodable, requirement: Requirement, limit: number, loss: LossName): LocalRecoding | null {
  const everyone = Int32Array.from({ length: data.rows }, (_, row) => row);
  const found = recode(data, everyone, requirement, limit, loss);
  return found === null ? null : { ...found, loss: found.loss / Math.max(1, data.rows) };
}

function recode(whole: Recodable, records: Int32Array, requirement: Requirement, limit: number, loss: LossName): LocalRecoding | null {
  const data = partOf(whole, records);
  const one = search(data, records, requirement, limit, loss);
  const half = Math.floor(records.length / 2);
  if (records.length < 2 * requirement.k || half <= limit) return one;
  const first = search(data, records, requirement, half, loss);
  if (first === null || first.suppressed.length === 0) return one;
  const rest = recode(whole, Int32Array.from(first.suppressed), requirement, limit, loss);
  // Suppressed records lose everything; in the rest they lose less.
  const both = rest === null ? null : first.loss - first.suppressed.length + rest.loss;
  if (rest === null || both === null || (one !== null && both >= one.loss)) return one;
  return { parts: [...first.parts, ...rest.parts], suppressed: rest.suppressed, loss: both };
}

function search(data: Recodable, records: Int32Array, requirement: Requirement, limit: number, loss: LossName): LocalRecoding | null {
  const [best] = searchLattice(data, requirement, { limit, loss }).best;
  if (best === undefined) return null;
  const columns = [...data.columns.keys()];
  const frequencies = rollUp(data, countRecords(data, requirement), columns, best.levels);
  const failing = new Set<string>();
  failingRecords(data, frequencies, requirement, data.rows, (group) => failing.add(frequencies.cells.map((cells) => cells[group]).join()));
  const fails = (row: number): boolean =>
    failing.size > 0 && failing.has(data.columns.map(({ hierarchy, leaf }, at) => hierarchy.codes[best.levels[at]][leaf[row]]).join());
  const kept = records.filter((_, row) => !fails(row));
  return {
    parts: [{ records: kept, levels: best.levels }],
    suppressed: [...records.filter((_, row) => fails(row))],
    loss: best.loss * records.length,
  };
}

/** Some of the records. Shares of values stay those of the whole file, which t-closeness compares with. */
const partOf = (data: Recodable, records: Int32Array): Recodable => ({
  rows: records.length,
  columns: data.columns.map((column) => ({ ...column, leaf: records.map((row) => column.leaf[row]) })),
  sensitive: data.sensitive.map((column) => ({
    ...column,
    sensitive: { ...column.sensitive, codes: records.map((row) => column.sensitive.codes[row]) },
  })),
});
