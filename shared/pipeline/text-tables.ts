import type { ResultColumn, ResultTable } from '../contracts/table.ts';
import { csvLine } from '../core/format/csv.ts';
import { jsonLines } from '../kit/blobs/json-lines.ts';
import type { ColumnBlock, RowBlock, TableEncoder } from '../ports/table-encoder.ts';

/** Result tables as JSON Lines: one object a row, the same columns and values as the Parquet files. */
export const jsonTables: TableEncoder = {
  extension: 'jsonl',
  joined: () => new Uint8Array(0),
  encode: (table, blocks) => jsonLines(objects(table, blocks)),
};

async function* objects(table: ResultTable, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncGenerator<object> {
  for await (const block of blocks) {
    const columns = table.columns.map((column, at) => [column, block.columns[at]] as const);
    for (let row = 0; row < block.rows; row += 1) {
      yield Object.fromEntries(columns.map(([column, cells]) => [column.name, cellValueAt(column, cells, row)]));
    }
  }
}

/** One cell as a value again. */
function cellValueAt({ type }: ResultColumn, { values, texts }: ColumnBlock, row: number): string | number | boolean | null {
  const value = values[row];
  if (Number.isNaN(value)) return null;
  return type === 'string' ? texts[value] : type === 'boolean' ? value === 1 : value;
}

const ENCODER = new TextEncoder();

/** Result tables for spreadsheets: the names of the columns, then a line a row. No text is taken for a formula. */
export const csvTables: TableEncoder = {
  extension: 'csv',
  joined: ({ columns }) => ENCODER.encode(csvLine(columns.map(({ name }) => name))),
  encode: lines,
};

async function* lines(table: ResultTable, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncGenerator<Uint8Array> {
  for await (const { rows, columns } of blocks) {
    let text = '';
    for (let row = 0; row < rows; row += 1) text += csvLine(table.columns.map((column, at) => cellValueAt(column, columns[at], row)));
    yield ENCODER.encode(text);
  }
}
