import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { lookAtFiles } from './audit-task.ts';
import type { FieldGroup } from './fields.ts';
import type { Site } from './site.ts';
import { readByRoles } from './table-roles.ts';
import { type FileRole, messageOf, type Task } from './task.ts';
import { filledIn, wordsOf } from './words.ts';

const ENCODINGS = ['latin1', 'windows-1252', 'utf-16le', 'iso-8859-2', 'windows-1250', 'shift_jis', 'gb18030'];

/** Files that may be tables of items. */
const TABLES: readonly FileRole[] = ['release', 'transactions', 'original'];
const tablesOf = ({ files }: Task): FileRole[] => TABLES.filter((role) => files.has(role));

/** How to read a file that does not say it itself: the options of `unveil import`. */
export const readingFields = (task: Task): readonly FieldGroup[] => [
  {
    title: 'Read it otherwise',
    folded: false,
    fields: [
      {
        option: 'encoding',
        label: 'Encoding',
        input: 'choice',
        choices: [{ value: '', label: 'UTF-8, or what its mark says' }, ...ENCODINGS.map((value) => ({ value, label: value }))],
        help: 'Of a text file that is not UTF-8.',
      },
      {
        option: 'id',
        label: 'Column that says whose a row is',
        input: 'text',
        help: 'Of a table: its name, or #1; none: each row is a transaction. Only when this or the next is filled in, the file is read as a table.',
      },
      { option: 'items', label: 'Columns of items', input: 'text', help: 'Names between commas, #2, or with a star: dx*.' },
      { option: 'list', label: 'Several items in a cell', input: 'text', help: 'What separates them: a semicolon, a comma, |, or none.' },
      { option: 'skip', label: 'Lines above the table', input: 'number', help: 'That belong to none. Default: 0.' },
    ],
  },
  ...(task.kind === 'audit' || task.kind === 'anonymise'
    ? [
        {
          title: 'A table of people, a record a row',
          folded: false,
          fields: [
            {
              option: 'quasi',
              label: 'Columns that others know of a person',
              input: 'text' as const,
              help: 'Names between commas: zip, age, sex.',
            },
            { option: 'sensitive', label: 'Columns that are to stay hidden', input: 'text' as const, help: 'Names between commas.' },
            { option: 'names', label: 'Columns that name a person', input: 'text' as const, help: 'None of a release should.' },
          ],
        },
      ]
    : []),
  ...(tablesOf(task).length > 1
    ? [
        {
          title: 'Which file is the table',
          folded: false,
          fields: [
            {
              option: 'table',
              label: 'File',
              input: 'choice' as const,
              choices: tablesOf(task).map((role) => ({ value: role, label: role })),
              help: 'One at a time.',
            },
          ],
        },
      ]
    : []),
];

/** Roles of columns in a table of people; a column of names has the option of ids in a table of items. */
const COLUMN_OPTIONS = [
  ['quasi', 'quasi'],
  ['sensitive', 'sensitive'],
  ['names', 'id'],
] as const;

/** In a table of people the ID column names a person, and there are no columns of items. */
function asPeople(filled: Map<string, readonly string[]>): void {
  if (filled.has('items'))
    throw new BadInput('say which columns hold items, or what the columns of a table of people are; leave the others empty');
  const names = [...(filled.get('names') ?? []), ...(filled.get('id') ?? [])];
  filled.delete('id');
  if (names.length > 0) filled.set('names', [names.join(',')]);
}

/** Reads a file again with other options; `unveil import` first turns a table into pairs of id and item. */
export function readOtherwise(task: Task, form: URLSearchParams, site: Site): void {
  if (task.table !== null && form.has('role-0')) {
    readByRoles(task, form, task.table, site);
    return;
  }
  const groups = readingFields(task);
  const filled = new Map(filledIn(groups, form));
  task.encoding = filled.get('encoding')?.[0] ?? '';
  if (filled.has('quasi') || filled.has('sensitive')) asPeople(filled);
  task.columns = COLUMN_OPTIONS.flatMap(([field, option]) => filled.get(field)?.map((names) => `--${option}=${names}`) ?? []);
  const role = (filled.get('table')?.[0] ?? tablesOf(task)[0]) as FileRole | undefined;
  filled.delete('table');
  if (!filled.has('id') && !filled.has('items')) {
    lookAtFiles(task, site);
    return;
  }
  const file = role === undefined ? undefined : task.files.get(role);
  if (role === undefined || file === undefined) throw new BadInput('there is no file to read');
  // Like the table, pairs carry neither marks nor order. Without ids, only JSON Lines keeps the rows.
  const ending = filled.get('id')?.[0] === 'none' ? 'jsonl' : 'csv';
  const path = `read/${role}.${ending}`;
  mkdirSync(dirname(join(task.folder, path)), { recursive: true, mode: 0o700 });
  const words = ['import', file.path, ...wordsOf(groups, filled), `--out=${path}`];
  task.look = null;
  task.start('Reading it', [...words, '--force'], site.looking, (how) => {
    if (how.status !== 0) {
      task.problem = messageOf(how);
      return;
    }
    // The copy is UTF-8.
    task.encoding = '';
    task.files.set(role, { path, bytes: file.bytes });
    task.before = [...task.before, words];
    lookAtFiles(task, site, how.err === '' ? [] : messageOf(how).split('\n'));
  });
}
