import type { Table } from '../model/table.ts';
import { writeField } from './fields.ts';

/** So many records are handed over as one text. */
const BLOCK = 4096;

/** CSV with a header and LF; each distinct value is quoted once. */
export function* writeTable({ rows, columns }: Table): Generator<string> {
  yield `${columns.map(({ name }) => writeField(name)).join(',')}\n`;
  const written = columns.map(({ values }) => values.map(writeField));
  // A record of one empty field would be an empty line.
  const bare = columns.length === 1;
  for (let from = 0; from < rows; from += BLOCK) {
    let block = '';
    for (let row = from; row < Math.min(rows, from + BLOCK); row += 1) {
      for (let at = 0; at < columns.length; at += 1) {
        const text = (written[at] as readonly string[])[columns[at]?.codes[row] as number] as string;
        block += at === 0 ? text : `,${text}`;
      }
      block += bare && block.endsWith('\n') ? '""\n' : '\n';
    }
    yield block;
  }
}
