import { csvField } from '../../../../core/format/csv.ts';
import type { Table } from '../model/table.ts';

/** Records in one piece of text. */
const BLOCK = 4096;

/** CSV with a header and LF line ends. */
export function* writeTable({ rows, columns }: Table): Generator<string> {
  yield `${columns.map(({ name }) => csvField(name)).join(',')}\n`;
  const written = columns.map(({ values }) => values.map(csvField));
  // A record with one empty field would be an empty line.
  const bare = columns.length === 1;
  for (let from = 0; from < rows; from += BLOCK) {
    let block = '';
    for (let row = from; row < Math.min(rows, from + BLOCK); row += 1) {
      for (let at = 0; at < columns.length; at += 1) {
        const text = (written[at] as readonly string[])[columns[at]?.codes[row] as number];
        block += at === 0 ? text : `,${text}`;
      }
      block += bare && block.endsWith('\n') ? '""\n' : '\n';
    }
    yield block;
  }
}
