import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { unreadable } from '../../shared/adapters/local/door.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { tableFiles } from '../../shared/adapters/tables/table-files.ts';
import type { TableChoice } from '../../shared/core/format/table/choice.ts';
import { grouped } from '../../shared/core/verdict/figure-text.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { closeFile, openFile } from '../../shared/kit/read/read-release.ts';
import { AUTO } from '../../shared/pipeline/audit/kind-of.ts';
import { type GuidedColumn, guideTable, type TableGuide } from '../../shared/pipeline/guide/guide-table.ts';

const shellWord = (word: string): string => {
  if (/^[\p{L}\p{N}_./:=@%+,-]+$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
};

/** No proposal overwrites an existing file. */
function freeName(stem: string, ending: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    // A confined command cannot tell; what it proposes overwrites nothing by itself.
    if (process.permission?.has('fs.read', name) === false || !existsSync(name)) return name;
  }
}

/** The command that reads the file as it is proposed. */
function importCommand(file: string, { form, options }: TableGuide): string | null {
  if (options === null) return null;
  const stem = basename(file).replace(/\.(?:csv|tsv|tab|txt|jsonl?|ndjson|xlsx|parquet)(?:\.gz)?$/i, '');
  const out = freeName(stem, form === 'people' ? '-people.csv' : '-transactions.jsonl');
  return ['unveil', 'import', file, ...options, '--out', out].map(shellWord).join(' ');
}

const ROLE: Readonly<Record<GuidedColumn['role'], string>> = {
  id: 'id',
  item: 'items',
  label: 'labels',
  flag: 'yes or no',
  list: 'lists of items',
  identifier: 'IDENTIFIER',
  known: 'known to others',
  hidden: 'to stay hidden',
  'left out': 'left out',
};

/** Formats whose columns have names of their own. */
const HAS_NAMES = /\.(?:jsonl?|ndjson|parquet)(?:\.gz)?$/i;

/** Roles of columns, the first rows, and the questions that are left. */
export function guideText(file: string, guide: TableGuide): string {
  const { columns, rows, titles, sheet, sheets, encoding, header, tried } = guide;
  const names = columns.map(({ name, at }) => (name === '' ? `#${at + 1}` : name));
  const wide = Math.min(28, Math.max(...names.map((name) => name.length)));
  const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text);
  const lines = [
    ...(sheets.length > 1
      ? [`sheet "${sheet}" of ${sheets.map(({ name, rows: many }) => `"${name}" (${grouped(many)} rows)`).join(', ')}`]
      : []),
    ...(encoding === null ? [] : [`text in ${encoding}`]),
    ...(titles > 0 ? [`${titles} ${titles === 1 ? 'row' : 'rows'} above the table: left out`] : []),
    ...(HAS_NAMES.test(file) ? [] : [header ? 'the first row names the columns' : 'no row names the columns']),
    '',
    guide.form === 'people' ? 'columns, as a table of people' : 'columns, as transactions',
    ...columns.map(({ role, why }, at) => `  ${cut(names[at], wide).padEnd(wide)}  ${ROLE[role].padEnd(15)}  ${why}`),
    '',
    'first rows',
    ...rows.map((row) => `  ${row.map((cell) => cut(cell, 18)).join(' | ')}`),
    '',
    ...guide.exposes.map((text) => `careful: ${text}`),
    ...(guide.columns.some(({ role }) => role === 'id')
      ? ['careful: "unveil FILE" writes 1, 2, 3 in their place, "unveil import" does with --renumber.']
      : []),
    ...guide.asks.map((text) => `question: ${text}`),
    ...(tried === null ? [] : tried.problems.map((text) => `This reading does not work: ${text}.`)),
    ...nextLines(file, guide),
  ];
  return `${lines.join('\n')}\n`;
}

/** How the file is read from here. */
function nextLines(file: string, guide: TableGuide): string[] {
  const command = importCommand(file, guide);
  if (guide.plain) return ['This is the only way to read it: every command takes the file as it is.'];
  return command === null
    ? ['Say which columns hold the items: --id and --items; "unveil import --help" explains.']
    : [`Tried on this file, ${figures(guide)}:`, `  ${command}`];
}

const figures = ({ form, tried }: TableGuide): string =>
  form === 'people' || tried === null
    ? 'a table of people'
    : `${grouped(tried.transactions)} transactions of ${grouped(tried.items)} different items`;

/** Behind an error on a table: the command that reads it, or nothing where none was found. */
export function suggestionText(file: string, guide: TableGuide): string {
  const command = importCommand(file, guide);
  const [question] = guide.asks;
  if (command === null) return '. "unveil look" shows the columns';
  return `. Tried on this file (${figures(guide)}): ${command}${question === undefined ? '' : `. Question: ${question}`}`;
}

interface AskedOfTable {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly table?: TableChoice;
}

function isRegular(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** Proposes how to read a table of this machine; null where the file is none, or can be read only once. */
export async function guideHere(file: string, { encoding, sheet, table = {} }: AskedOfTable): Promise<TableGuide | null> {
  // A pipe can be read once.
  if (!isRegular(file)) return null;
  const opened = await openFile({ name: file, bytes: await fileBytes(file) }, { gunzip, encoding });
  await closeFile(opened);
  if (KINDS.some((kind) => kind.tells(opened, { kind: AUTO }).is === 'yes')) return null;
  const open = async () => ({ name: file, bytes: await fileBytes(file) });
  return guideTable({ open, gunzip, tables: tableFiles, encoding, ...(sheet === undefined ? {} : { sheet }), table });
}
