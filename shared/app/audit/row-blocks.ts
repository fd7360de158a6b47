import type { Cell, Table } from '../../contracts/table.ts';
import type { RowBlock } from '../../ports/table-encoder.ts';

/** Rows of a block, and so of a row group of the file: part of the format, since the bytes depend on it. */
const BLOCK_ROWS = 20_000;

/** Rows one by one into blocks by column. */
export function* rowBlocks(table: Table, rows: Iterable<readonly Cell[]>): Generator<RowBlock> {
  let columns: Cell[][] = table.columns.map(() => []);
  let held = 0;
  const block = (): RowBlock => Object.fromEntries(table.columns.map(({ name }, at) => [name, columns[at] as Cell[]]));
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) (columns[at] as Cell[]).push(row[at] as Cell);
    held += 1;
    if (held < BLOCK_ROWS) continue;
    yield block();
    columns = table.columns.map(() => []);
    held = 0;
  }
  if (held > 0) yield block();
}
