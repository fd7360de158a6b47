import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { GuidedColumn, TableGuide } from '../../shared/app/guide/guide-table.ts';
import { grouped } from '../../shared/core/findings/figure-text.ts';

/** A word as a shell takes it. */
export const shellWord = (word: string): string => {
  if (/^[\p{L}\p{N}_./:=@%+,-]+$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
};

/** What is there already is not proposed to be overwritten. */
function freeName(stem: string, ending: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!existsSync(name)) return name;
  }
}

/** The command that reads the file as it is proposed. */
export function importCommand(file: string, { form, options }: TableGuide): string | null {
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
    header ? 'the first row names the columns' : 'no row names the columns',
    '',
    guide.form === 'people' ? 'columns, as a table of people' : 'columns, as transactions',
    ...columns.map(({ role, why }, at) => `  ${cut(names[at] as string, wide).padEnd(wide)}  ${ROLE[role].padEnd(15)}  ${why}`),
    '',
    'first rows',
    ...rows.map((row) => `  ${row.map((cell) => cut(cell, 18)).join(' | ')}`),
    '',
    ...guide.exposes.map((text) => `careful: ${text}`),
    ...(guide.columns.some(({ role }) => role === 'id') ? ['careful: --renumber writes 1, 2, 3 in the place of these numbers.'] : []),
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
