import readWorkbook, { type Sheet } from 'read-excel-file/universal';
import { UnclearTable } from '../../core/format/table/choice.ts';
import type { TableRow } from '../../core/format/table/delimited.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { TableFileOptions } from '../../ports/table-files.ts';
import { cellText } from './cell-text.ts';
import { mustUnfoldSafely } from './zip-size.ts';

/** The rows of a workbook's sheet: the named one, else the only one with content. */
export async function* xlsxRows(
  name: string,
  bytes: Uint8Array,
  { sheet, choose, note }: TableFileOptions,
): AsyncGenerator<readonly TableRow[]> {
  mustUnfoldSafely(name, bytes);
  const { data } = chosen(name, await opened(name, bytes), sheet, choose);
  const numeric = data.findIndex((row, at) => at > 0 && row.slice(1).some((cell) => typeof cell === 'number'));
  if (numeric >= 0)
    note(
      'cells that are stored as numbers; codes lose their leading zeros that way, and zeros behind a point: keep such columns as text',
      numeric + 1,
    );
  yield data.map((cells, at) => ({ line: at + 1, cells: cells.map(cellText) }));
}

async function opened(name: string, bytes: Uint8Array): Promise<readonly Sheet[]> {
  try {
    return await readWorkbook(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  } catch (error) {
    throw new BadInput('this workbook cannot be read; save it again as .xlsx, or as CSV', { file: name }, { cause: error });
  }
}

function chosen(name: string, sheets: readonly Sheet[], named: string | undefined, choose: TableFileOptions['choose']): Sheet {
  const full = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  const asked =
    choose === undefined || full.length === 0 ? named : choose(full.map(({ sheet, data }) => ({ name: sheet, rows: data.length })));
  const names = sheets.map(({ sheet }) => `"${sheet}"`).join(', ');
  if (asked !== undefined) {
    const found = sheets.find(({ sheet }) => sheet === asked);
    if (found === undefined) throw new BadInput(`there is no sheet "${asked}"; there is ${names}`, { file: name });
    return found;
  }
  const [only, another] = full;
  if (only === undefined) throw new BadInput('no sheet of this workbook holds anything', { file: name });
  if (another !== undefined) throw new UnclearTable(`several sheets hold something: ${names}; --sheet says which`, { file: name });
  return only;
}
