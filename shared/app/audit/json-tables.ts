import type { Table } from '../../contracts/table.ts';
import type { RowBlock, TableEncoder } from '../../ports/table-encoder.ts';
import { jsonLines } from '../blobs/json-lines.ts';

/** Result tables as JSON Lines: one object a row, the same columns and values as the Parquet files. */
export const jsonTables: TableEncoder = {
  extension: 'jsonl',
  encode: (table, blocks) => jsonLines(objects(table, blocks)),
};

async function* objects(table: Table, blocks: Iterable<RowBlock> | AsyncIterable<RowBlock>): AsyncGenerator<object> {
  for await (const block of blocks) {
    const columns = table.columns.map(({ name }) => [name, block[name] ?? []] as const);
    const rows = columns[0]?.[1].length ?? 0;
    for (let row = 0; row < rows; row += 1) yield Object.fromEntries(columns.map(([name, cells]) => [name, cells[row] ?? null]));
  }
}
