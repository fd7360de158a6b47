import type { ResultTable } from '../contracts/table.ts';

/** Cells of one column in the order of the rows, as numbers: booleans as 0 or 1, texts by position in `texts`. NaN is an empty cell. */
export interface ColumnBlock {
  readonly values: Float64Array;
  /** The texts of the column; empty for other types. */
  readonly texts: readonly string[];
}

/** Rows in memory at the same time, by column in the order of the table. Valid until the next block, which reuses the memory. */
export interface RowBlock {
  readonly rows: number;
  readonly columns: readonly ColumnBlock[];
}

/** Writes result tables in the format that queries read. The bytes depend on the rows alone. */
export interface TableEncoder {
  /** Ending of the file's name, without the dot. */
  readonly extension: string;
  /** Head of a file that joins all parts of a table. Without it, each part is a file of its own. */
  readonly joined?: (table: ResultTable) => Uint8Array;
  encode(table: ResultTable, rows: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncIterable<Uint8Array>;
}
