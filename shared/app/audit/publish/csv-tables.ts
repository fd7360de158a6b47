import type { ResultTable } from '../../../contracts/table.ts';
import type { RowBlock, TableEncoder } from '../../../ports/table-encoder.ts';
import { csvLine } from '../../csv-line.ts';
import { cellValueAt } from './json-tables.ts';

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
    for (let row = 0; row < rows; row += 1)
      text += csvLine(table.columns.map((column, at) => cellValueAt(column, columns[at] as RowBlock['columns'][number], row)));
    yield ENCODER.encode(text);
  }
}
