import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import { fileRows } from '../../shared/app/guide/file-rows.ts';
import { openFile } from '../../shared/app/read-release.ts';
import { MISSING } from '../../shared/core/format/table/choice.ts';
import type { TableRow } from '../../shared/core/format/table/delimited.ts';
import { framed } from '../../shared/core/format/table/frame-of.ts';
import { textOf } from '../../shared/core/format/table/text-of.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { writeAtomically } from '../write-atomically.ts';

interface PeopleColumns {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly quasi: readonly string[];
  readonly sensitive: readonly string[];
}

/** Writes the named columns of a table of people as CSV, and what they are next to it as roles. All other columns are left out. */
export async function writePeople(
  input: string,
  out: string,
  { encoding, sheet, quasi, sensitive }: PeopleColumns,
): Promise<{ rows: number; roles: string }> {
  const options = { gunzip, tables: tableFiles, encoding, ...(sheet === undefined ? {} : { sheet }), table: { header: true } };
  const table = fileRows(await openFile({ name: input, bytes: await fileBytes(input) }, options), options);
  const all: TableRow[] = [];
  for await (const row of table?.rows ?? []) all.push(row);
  const { rows } = framed(all, undefined);
  const names = rows[0]?.cells.map(textOf) ?? [];
  const columns = [...quasi, ...sensitive].map((name) => columnOf(name, names, input));
  const data = rows.slice(1).filter(({ cells }) => columns.some((at) => textOf(cells[at]) !== ''));
  const called = columns.map((at) => (names[at] === '' ? `column ${at + 1}` : (names[at] as string)));
  const lines = [called, ...data.map(({ cells }) => columns.map((at) => known(textOf(cells[at]))))];
  await writeAtomically(
    out,
    lines.map((cells) => `${cells.map(quoted).join(',')}\n`),
  );
  const roles = `${out.replace(/\.csv$/i, '')}.roles.json`;
  const entries = called.map((name, at) => [name, { role: at < quasi.length ? 'quasi' : 'sensitive' }]);
  await writeAtomically(roles, [`${JSON.stringify({ columns: Object.fromEntries(entries) }, null, 2)}\n`]);
  return { rows: data.length, roles };
}

function columnOf(name: string, names: readonly string[], file: string): number {
  const number = /^#(\d+)$/.exec(name)?.[1];
  const at = number === undefined ? names.findIndex((each) => each.toLowerCase() === name.toLowerCase()) : Number(number) - 1;
  if (at < 0 || at >= names.length) throw new BadInput(`there is no column "${name}"; the columns are ${names.join(', ')}`, { file });
  return at;
}

const NOTHING = new Set(MISSING);
const known = (text: string): string => (NOTHING.has(text) ? '' : text.replaceAll(/\s+/g, ' '));
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
