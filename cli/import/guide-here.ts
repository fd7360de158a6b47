import { statSync } from 'node:fs';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { AUTO } from '../../shared/app/audit/read/kind-of.ts';
import { guideTable, type TableGuide } from '../../shared/app/guide/guide-table.ts';
import { closeFile, openFile } from '../../shared/app/read-release.ts';
import type { TableChoice } from '../../shared/core/format/table/choice.ts';
import { KINDS } from '../../shared/kinds/registry.ts';

interface AskedOfTable {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly table?: TableChoice;
}

/** Proposes how to read a table of this machine; null where the file is none, or can be read only once. */
export async function guideHere(file: string, { encoding, sheet, table = {} }: AskedOfTable): Promise<TableGuide | null> {
  // What comes through a pipe is read once.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const opened = await openFile({ name: file, bytes: await fileBytes(file) }, { gunzip, encoding });
  await closeFile(opened);
  if (KINDS.some((kind) => kind.tells(opened, { kind: AUTO }).is === 'yes')) return null;
  const open = async () => ({ name: file, bytes: await fileBytes(file) });
  return guideTable({ open, gunzip, tables: tableFiles, encoding, ...(sheet === undefined ? {} : { sheet }), table });
}
