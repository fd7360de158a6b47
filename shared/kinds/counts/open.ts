import type { AuditRequest } from '../../contracts/audit-request.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Files } from '../../kit/kind.ts';
import { readThrough } from '../../kit/read/open-bytes.ts';
import type { SourceFile } from '../../kit/read/read-release.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import type { Cells } from './core/cells.ts';
import { type CountsFile, countsOf } from './core/counts-file.ts';
import { CsvReader, type CsvRows } from './core/csv-rows.ts';

export interface GivenCounts {
  readonly name: string;
  readonly file: CountsFile;
  /** The people that were counted, a row each. */
  readonly original: CsvRows | null;
}

export async function openCounts({ release, original, reading: { gunzip } }: Files, { columns }: AuditRequest): Promise<GivenCounts> {
  const file = countsOf(await readThrough(release, gunzip, new CsvReader(release.name)), columns?.sensitive);
  return { name: release.name, file, original: original === null ? null : await readPeople(original, gunzip, file.columns) };
}

export async function readPeople(file: SourceFile, gunzip: Gunzip, columns: readonly string[]): Promise<CsvRows> {
  const people = await readThrough(file, gunzip, new CsvReader(file.name));
  const missing = columns.find((name) => !people.names.includes(name));
  if (missing !== undefined)
    throw new BadInput(`there is no column "${missing}", which the counts are by; the columns are ${people.names.join(', ')}`, {
      file: file.name,
      line: people.nameLine,
    });
  return people;
}

/** How many people are in each cell. */
export function peopleInCells({ names, rows }: CsvRows, { columns, cells }: Cells): number[] {
  const place = new Map(cells.map(({ pieces }, at) => [pieces.join(), at]));
  const counts = cells.map(() => 0);
  const at = columns.map(({ name }) => names.indexOf(name));
  for (const row of rows) {
    const cell = place.get(columns.map((column, number) => column.pieceOf(row.cells[at[number]])).join());
    if (cell !== undefined) counts[cell] += 1;
  }
  return counts;
}
