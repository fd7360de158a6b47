import type { ResultTable } from '../contracts/table.ts';

/** Cells of one column in the order of the rows, all as numbers: truth is 0 or 1, a text its place in `texts`. NaN is an empty cell. */
export interface ColumnBlock {
  readonly values: Float64Array;
  /** The texts that the column may hold here; empty for a column that holds none. */
  readonly texts: readonly string[];
}

/** Rows that belong together in memory, by column, in the order of the table's. Good until the next block is asked for: they share their memory. */
export interface RowBlock {
  readonly rows: number;
  readonly columns: readonly ColumnBlock[];
}

/** Writes result tables in the format that queries read. The bytes depend on the rows alone. */
export interface TableEncoder {
  /** The file's name ends so, without the dot. */
  readonly extension: string;
  /** The parts of a table are one file, in their order, after this; without it each part is a file. */
  readonly joined?: (table: ResultTable) => Uint8Array;
  encode(table: ResultTable, rows: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncIterable<Uint8Array>;
}
