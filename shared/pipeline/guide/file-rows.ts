import { rowReader } from '../../core/format/decoder.ts';
import { detectFormat } from '../../core/format/detect.ts';
import { LineReader } from '../../core/format/lines.ts';
import type { TableRow } from '../../core/format/table/delimited.ts';
import { filledCells } from '../../core/format/table/frame-of.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { collected, type OpenedFile, type ReleaseReadOptions } from '../../kit/read/read-release.ts';

export interface SheetRows {
  readonly name: string;
  readonly rows: number;
}

interface FileRows {
  readonly rows: AsyncIterable<TableRow>;
  /** Of a workbook: its sheets that hold something, and the one that is read. Known once the first row is. */
  sheets(): { readonly all: readonly SheetRows[]; readonly chosen: string | null };
}

/** The rows of a file that is a table, or that may be one; null of a file that is none. */
export function fileRows(file: OpenedFile, options: ReleaseReadOptions): FileRows | null {
  const { name, head, table } = file;
  if (table !== null) return binaryRows(file, options);
  const format = detectFormat(name, head);
  const asked = Object.keys(options.table ?? {}).length > 0;
  if (format !== 'csv' && format !== 'records' && !asked && !looksDelimited(head)) return null;
  return { rows: textRows(file, format === 'records' ? 'records' : 'csv', options), sheets: () => ({ all: [], chosen: null }) };
}

/** Text whose lines hold as many semicolons or bars each: a table with the wrong name. */
function looksDelimited(head: string): boolean {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '');
  const whole = lines.slice(0, Math.min(100, lines.length - 1));
  return (
    whole.length > 1 &&
    [';', '|'].some((mark) => new Set(whole.map((line) => line.split(mark).length)).size === 1 && whole[0]?.includes(mark) === true)
  );
}

async function* textRows({ name, bytes }: OpenedFile, format: 'csv' | 'records', { table }: ReleaseReadOptions): AsyncGenerator<TableRow> {
  const [lines, reader] = [new LineReader(name), rowReader(format, name, table)];
  for await (const piece of bytes) for (const text of lines.push(piece)) yield* reader.line(text, lines.line);
  for (const text of lines.end()) yield* reader.line(text, lines.line);
  yield* reader.end();
}

/** Of a workbook the sheet that is asked for, else the one with the most rows. */
function binaryRows({ name, bytes, table }: OpenedFile, { tables, sheet }: ReleaseReadOptions): FileRows {
  const read = table === null ? undefined : tables?.[table];
  if (read === undefined) throw new BadInput('this table is read on your own machine only', { file: name });
  let found: { all: readonly SheetRows[]; chosen: string | null } = { all: [], chosen: null };
  const choose = (all: readonly SheetRows[]): string => {
    found = { all, chosen: sheet ?? all.toSorted((a, b) => b.rows - a.rows)[0]?.name ?? '' };
    return found.chosen as string;
  };
  const rows = async function* (): AsyncGenerator<TableRow> {
    for await (const some of read(name, await collected(name, bytes), { choose, note: () => {} }))
      for (const row of some) if (filledCells(row) > 0) yield row;
  };
  return { rows: rows(), sheets: () => found };
}
