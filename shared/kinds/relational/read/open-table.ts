import { openBytes } from '../../../app/open-bytes.ts';
import type { SourceFile } from '../../../app/read-release.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Table } from '../../../core/relational/model/table.ts';
import { TableReader } from '../../../core/relational/read/table-reader.ts';
import type { Gunzip } from '../../../ports/gunzip.ts';

/** A table of people, gzipped or not. Its codes are held in memory: 4 bytes a cell. */
export async function openTable(file: SourceFile, gunzip: Gunzip, encoding?: string): Promise<Table> {
  const { bytes, table } = await openBytes(file, gunzip, { encoding, elements: true });
  if (table !== null) throw new BadInput('workbooks and Parquet are not read as tables of people; save it as CSV', { file: file.name });
  const reader = new TableReader(file.name);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}
