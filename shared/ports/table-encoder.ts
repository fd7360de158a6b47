import type { Table } from '../contracts/table.ts';

/** Cells of one column, in the order of the rows; null where the table has nothing to say. */
export type ColumnData = readonly (string | number | boolean | null)[];

/** Rows that belong together in memory: by column, as a columnar file wants them. */
export type RowBlock = Readonly<Record<string, ColumnData>>;

/** Writes result tables in the format that queries read. The bytes depend on the rows alone. */
export interface TableEncoder {
  /** The file's name ends so, without the dot. */
  readonly extension: string;
  encode(table: Table, rows: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncIterable<Uint8Array>;
}
