import type { ResultColumn, ResultTable } from '../../../contracts/table.ts';
import type { ColumnBlock, RowBlock, TableEncoder } from '../../../ports/table-encoder.ts';
import { jsonLines } from '../../blobs/json-lines.ts';

/** Result tables as JSON Lines: one object a row, the same columns and values as the Parquet files. */
export const jsonTables: TableEncoder = {
  extension: 'jsonl',
  joined: () => new Uint8Array(0),
  encode: (table, blocks) => jsonLines(objects(table, blocks)),
};

async function* objects(table: ResultTable, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncGenerator<object> {
  for await (const block of blocks) {
    const columns = table.columns.map((column, at) => [column, block.columns[at] as ColumnBlock] as const);
    for (let row = 0; row < block.rows; row += 1) {
      yield Object.fromEntries(columns.map(([column, cells]) => [column.name, cellValueAt(column, cells, row)]));
    }
  }
}

/** One cell as a value again. */
export function cellValueAt({ type }: ResultColumn, { values, texts }: ColumnBlock, row: number): string | number | boolean | null {
  const value = values[row] as number;
  if (Number.isNaN(value)) return null;
  return type === 'string' ? (texts[value] as string) : type === 'boolean' ? value === 1 : value;
}
