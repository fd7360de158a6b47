import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { GuidedColumn, TableGuide } from '../../shared/pipeline/guide/guide-table.ts';
import { lookAtFiles } from './audit-task.ts';
import type { Site } from './site.ts';
import { messageOf, type Task } from './task.ts';

type ColumnRole = GuidedColumn['role'];

/** Roles of a column, short enough for a control. */
export const ROLE_WORDS: Readonly<Record<ColumnRole, string>> = {
  id: 'Whose row it is',
  item: 'Items',
  label: 'Meaning of items',
  flag: 'Item, yes or no',
  list: 'Several items',
  known: 'Known to others',
  hidden: 'To stay hidden',
  identifier: 'Names a person',
  'left out': 'Left out',
};

/** In the order of the control. */
export const ROLE_GROUPS: readonly (readonly [title: string, roles: readonly ColumnRole[]])[] = [
  ['Sets of items', ['id', 'item', 'label', 'flag', 'list']],
  ['Table of people', ['known', 'hidden']],
  ['Not published', ['identifier', 'left out']],
];

/** Reads the table with the chosen roles. `preview` only looks again; otherwise `unveil import` makes transactions or a table of people. */
export function readByRoles(task: Task, form: URLSearchParams, table: TableGuide, site: Site): void {
  const place = task.tableOf;
  const file = task.files.get(place);
  if (file === undefined) throw new BadInput('there is no file to read');
  const sheet = form.get('sheet');
  if (sheet !== null && sheet !== table.sheet) {
    proposal(
      task,
      ['look', file.path, ...(table.encoding === null ? [] : [`--encoding=${table.encoding}`]), `--sheet=${sheet}`, '--json'],
      site,
    );
    return;
  }
  const columns = table.columns.map((column, at): GuidedColumn => {
    const role = form.get(`role-${at}`) ?? column.role;
    if (!Object.hasOwn(ROLE_WORDS, role)) throw new BadInput('a column has a role that there is not');
    return role === column.role ? column : { ...column, role: role as ColumnRole, why: 'You chose it.' };
  });
  const chosen: TableGuide = {
    ...table,
    columns,
    form: columns.some(({ role }) => role === 'hidden' || role === 'known') ? 'people' : 'transactions',
    asks: [],
  };
  const options = optionsOf(chosen);
  if (form.get('preview') === 'yes') {
    task.table = { ...chosen, options: null, tried: null };
    if (chosen.form === 'people') {
      task.table = { ...chosen, options, tried: { transactions: 0, items: 0, length: 0, empty: 0, problems: [] } };
      return;
    }
    proposal(task, ['look', file.path, ...options, '--json'], site);
    return;
  }
  task.table = chosen;
  const people = chosen.form === 'people';
  const path = `read/${place}.${people ? 'csv' : 'jsonl'}`;
  mkdirSync(dirname(join(task.folder, path)), { recursive: true, mode: 0o700 });
  const renumber = !people && form.get('renumber') === 'yes' ? ['--renumber'] : [];
  const words = ['import', file.path, ...options, ...renumber, `--out=${path}`];
  task.start('Reading it', [...words, '--force'], site.looking, (how) => {
    if (how.status !== 0) {
      task.problem = messageOf(how);
      return;
    }
    task.unread.push({ table: chosen, tableOf: place, files: new Map(task.files), before: task.before });
    task.encoding = '';
    task.table = null;
    task.files.set(place, { path, bytes: file.bytes });
    if (people) task.files.set('roles', { path: `read/${place}.roles.json`, bytes: 0 });
    else if (chosen.columns.some(({ role }) => role === 'label')) task.files.set('labels', { path: `read/${place}.labels.tsv`, bytes: 0 });
    task.before = [...task.before, words];
    lookAtFiles(task, site, how.err === '' ? [] : messageOf(how).split('\n'));
  });
}

/** Looks at the table with the chosen options, which stay on the page if that fails. */
function proposal(task: Task, words: readonly string[], site: Site): void {
  task.start('Looking at it', words, site.looking, (how) => {
    if (how.status !== 0) {
      task.problem = messageOf(how);
      return;
    }
    const { table } = JSON.parse(how.out) as { readonly table?: TableGuide };
    if (table !== undefined) task.table = table;
  });
}

/** Options of `unveil import` for the roles. Each is one word with its value, so that no name is read as an option. */
function optionsOf({ columns, encoding, sheet, sheets, header, form }: TableGuide): string[] {
  const of = (...roles: ColumnRole[]): string =>
    columns
      .filter(({ role }) => roles.includes(role))
      .map(({ called }) => called)
      .join(',');
  const ids = columns.filter(({ role }) => role === 'id');
  if (ids.length > 1) throw new BadInput('one column says whose a row is: choose one');
  const reading = [
    ...(encoding === null ? [] : [`--encoding=${encoding}`]),
    ...(sheet !== null && sheets.length > 1 ? [`--sheet=${sheet}`] : []),
  ];
  if (form === 'people')
    return [
      ...reading,
      ...(of('known') === '' ? [] : [`--quasi=${of('known')}`]),
      ...(of('hidden') === '' ? [] : [`--sensitive=${of('hidden')}`]),
    ];
  const [items, flags, lists] = [of('item'), of('flag'), of('list')];
  if ([items, flags, lists].filter((names) => names !== '').length !== 1)
    throw new BadInput('choose the columns of items, all of one kind: items, yes or no, or several in a cell');
  const list = columns.find(({ role }) => role === 'list');
  const separator = /separated by "(.)"/.exec(list?.why ?? '')?.[1] ?? ';';
  return [
    ...reading,
    ...(header ? [] : ['--no-header']),
    `--id=${ids[0]?.called ?? 'none'}`,
    `--items=${items || flags || lists}`,
    ...(of('label') === '' ? [] : [`--label=${of('label')}`]),
    ...(flags === '' ? [] : ['--flags']),
    ...(lists === '' ? [] : [`--list=${separator}`]),
    '--drop-empty',
  ];
}
