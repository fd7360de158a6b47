import { openBytes } from '../../../app/open-bytes.ts';
import type { SourceFile } from '../../../app/read-release.ts';
import type { Table } from '../../../core/relational/model/table.ts';
import { TableReader } from '../../../core/relational/read/table-reader.ts';
import type { Gunzip } from '../../../ports/gunzip.ts';

/** A table of people, gzipped or not. Its codes are held in memory: 4 bytes a cell. */
export async function openTable(file: SourceFile, gunzip: Gunzip): Promise<Table> {
  const { bytes } = await openBytes(file, gunzip);
  const reader = new TableReader(file.name);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}
