import type { DistanceTable } from '../../core/attack/table.ts';
import { parseDistanceTables } from '../../core/format/distance-tables.ts';
import { columnOf, Fault } from '../../core/format/fault.ts';
import { LineReader } from '../../core/format/lines.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { openBytes } from '../../kit/read/open-bytes.ts';
import type { SourceFile } from '../../kit/read/read-release.ts';
import type { Gunzip } from '../../ports/gunzip.ts';

/** A JSON text over several lines is held as a whole: 64 MiB, about 5 million distances. JSON Lines have no such limit. */
const TEXT_LIMIT = 64 * 1024 * 1024;

/**
 * Distance tables from JSON Lines, a line at a time, or from one JSON text over several lines: told apart by whether the first
 * line is a JSON value by itself.
 */
export async function* readTables(file: SourceFile, gunzip: Gunzip): AsyncGenerator<DistanceTable> {
  const { bytes } = await openBytes(file, gunzip);
  const reader = new LineReader(file.name);
  const lines: string[] = [];
  let whole: boolean | null = null;
  let held = 0;
  let count = 0;
  for await (const line of linesOf(bytes, reader)) {
    if (line.trim() === '' && whole !== true) {
      if (whole === null) lines.push(line);
      continue;
    }
    whole ??= !isValue(line);
    if (!whole) {
      const tables = placed(file.name, reader.line, line);
      count += tables.length;
      yield* tables;
      continue;
    }
    held += line.length + 1;
    if (held > TEXT_LIMIT)
      throw new BadInput('too long for one JSON text; write JSON Lines, one table a line', { file: file.name, line: reader.line });
    lines.push(line);
  }
  if (whole === true) yield* placed(file.name, 1, lines.join('\n'));
  else if (count === 0) throw new BadInput('no table in this file', { file: file.name, line: 1, column: 1 });
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>, reader: LineReader): AsyncGenerator<string> {
  for await (const piece of bytes) yield* reader.push(piece);
  yield* reader.end();
}

/** Whether the first line stands by itself. One that only begins a value ends inside its brackets. */
function isValue(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    const open = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replaceAll(/[^[\]{}]/g, '');
    const depth = [...open].reduce((total, bracket) => total + (bracket === '[' || bracket === '{' ? 1 : -1), 0);
    return depth <= 0;
  }
}

function placed(file: string, line: number, text: string): DistanceTable[] {
  try {
    return parseDistanceTables(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    const own = text.split('\n')[before.length - 1] ?? '';
    const column = columnOf(own, before.at(-1)?.length ?? 0);
    throw new BadInput(error.message, { file, line: line + before.length - 1, column }, { cause: error });
  }
}
