import fc from 'fast-check';
import { csvField } from '../../shared/core/format/csv.ts';
import { LineReader } from '../../shared/core/format/lines.ts';
import { cellPlace, DelimitedReader, type TableRow } from '../../shared/core/format/table/delimited.ts';
import { guessDelimiter } from '../../shared/core/format/table/delimiter.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { TableReader } from '../../shared/kinds/relational/core/read/table-reader.ts';
import { writeTable } from '../../shared/kinds/relational/core/read/write-table.ts';
import { scannedSlowly } from './twins/scanned.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** The rows of a text that arrives in pieces; null if it is refused. */
function scanned(text: string, delimiter: string, piece: number): TableRow[] | null {
  const [lines, reader, rows] = [new LineReader('f'), new DelimitedReader('f', delimiter), [] as TableRow[]];
  const take = (some: Iterable<string>): void => {
    for (const line of some) {
      const row = reader.row(line, lines.line);
      if (row !== null) rows.push(row);
    }
  };
  const bytes = new TextEncoder().encode(text);
  try {
    for (let from = 0; from < bytes.length; from += piece) take(lines.push(bytes.subarray(from, from + piece)));
    take(lines.end());
    reader.end();
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
  return rows;
}

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀', ' ', '"', '"', '""', ',', ';', '\t', '|', '\n', '\r\n', '",', ',"', '"\n'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('rows are those of a state machine over all characters, whatever the pieces', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...DELIMITERS), fc.integer({ min: 1, max: 9 }), (text, delimiter, piece) => {
      fc.pre(text !== '');
      expect(scanned(text, delimiter, piece)?.map(({ cells }) => cells) ?? null).toEqual(scannedSlowly(text, delimiter));
    }),
    { seed: 30, numRuns: 4_000 },
  );
});

test('the place of a cell is where it begins in the file', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...DELIMITERS), (text, delimiter) => {
      const lines = text.split(/\r?\n/);
      for (const row of scanned(text, delimiter, 64) ?? [])
        for (const [cell, content] of row.cells.entries()) {
          const { line, column } = cellPlace(row, cell);
          const rest = Array.from(lines[line - 1])
            .slice(column - 1)
            .join('');
          const [first = ''] = (content as string).split('\n');
          expect(rest.startsWith(row.quoted?.has(cell) ? `"${first.replaceAll('"', '""')}` : first)).toBe(true);
        }
    }),
    { seed: 31, numRuns: 1_000 },
  );
});

const field = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', ',', ';', '\t', '|', '\n', '{', '=', 'é'), maxLength: 6 });

test('what the writer writes is read back, and its delimiter is guessed', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 2, max: 4 })
        .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 })),
      (rows) => {
        const text = rows.map((row) => `${row.map(csvField).join(',')}\n`).join('');
        expect(scanned(text, ',', 5)?.map(({ cells }) => cells)).toEqual(rows);
        expect(guessDelimiter(text.split('\n'))).toBe(',');
      },
    ),
    { seed: 32, numRuns: 1_000 },
  );
});

test('a table of people is read back as it was written; a line break in a field is a space', () => {
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const text = (each: readonly string[]): string => each.map(csvField).join(',');
      const reader = new TableReader('f');
      reader.push(new TextEncoder().encode([['p', 'q'], ...rows].map((each) => `${text(each)}\n`).join('')));
      const table = reader.end();
      const first = [...writeTable(table)].join('');
      const again = new TableReader('f');
      again.push(new TextEncoder().encode(first));
      expect([...writeTable(again.end())].join('')).toBe(first);
      const values = table.columns.map(({ codes, values: own }) => Array.from(codes, (code) => own[code]));
      const joined = (cell: string): string => (cell.includes('\n') ? cell.replaceAll(/\s+/g, ' ').trim() : cell);
      const shown = rows.map((row) => row.map(joined));
      expect(values[0]?.map((_, at) => [values[0]?.[at], values[1]?.[at]])).toEqual(shown);
    }),
    { seed: 33, numRuns: 500 },
  );
});

test('a quoted field over many lines takes linear time, and one without end is refused', () => {
  const row = new DelimitedReader('f', ',');
  for (let line = 0; line < 999; line += 1) expect(row.row(line === 0 ? 'a,"b' : `${'""'.repeat(4_000)}`, line + 1)).toBeNull();
  expect(row.row('c",d', 1_000)?.cells).toHaveLength(3);
  const open = new DelimitedReader('f', ',');
  expect(() => {
    for (let line = 0; line < 2_000; line += 1) open.row(line === 2 ? ' 1,  "b' : 'x', line + 1);
  }).toThrow(
    expect.objectContaining({ message: expect.stringContaining('this quote is never closed'), place: { file: 'f', line: 3, column: 6 } }),
  );
});
