import type { TableChoice } from '../../core/format/table/choice.ts';
import { columnNames } from '../../core/format/table/column-words.ts';
import type { ColumnRole, ProposedColumn } from '../../core/format/table/propose.ts';

/** The reading that a proposal means; null where it holds no items. */
export function choiceOf(columns: readonly ProposedColumn[], names: readonly string[]): TableChoice | null {
  const at = (role: ColumnRole): number[] => columns.filter((column) => column.role === role).map((column) => column.at);
  const [id] = at('id');
  const [items, flags, lists, labels] = [at('item'), at('flag'), at('list'), at('label')];
  const taken = [...items, ...flags, ...lists];
  if (taken.length === 0) return null;
  const separator = lists.length === 0 ? undefined : /separated by "(.)"/.exec(columns[lists[0]]?.why ?? '')?.[1];
  return {
    id: id === undefined ? 'none' : columnNames(names, [id])[0],
    items: columnNames(names, taken),
    ...(labels.length === items.length && labels.length > 0 ? { labels: columnNames(names, labels) } : {}),
    ...(flags.length > 0 ? { flags: true } : {}),
    ...(separator === undefined ? {} : { list: separator }),
  };
}

/** As `unveil import` takes them. */
export function optionWords({ id, items = [], labels = [], flags, list, header, skip, delimiter, dropEmpty }: TableChoice): string[] {
  return [
    ...(delimiter === undefined ? [] : ['--delimiter', delimiter === ' ' ? 'space' : delimiter === '\t' ? 'tab' : delimiter]),
    ...(skip === undefined ? [] : ['--skip', String(skip)]),
    ...(header === undefined ? [] : [header ? '--header' : '--no-header']),
    ...(id === undefined ? [] : ['--id', id]),
    ...(items.length === 0 ? [] : ['--items', items.join(',')]),
    ...(labels.length === 0 ? [] : ['--label', labels.join(',')]),
    ...(flags === true ? ['--flags'] : []),
    ...(list === undefined ? [] : ['--list', list ?? 'none']),
    ...(dropEmpty === true ? ['--drop-empty'] : []),
  ];
}

/** The columns of a table of people, by what others know. */
export function peopleWords(columns: readonly ProposedColumn[], names: readonly string[]): string[] {
  const of = (role: ColumnRole): string =>
    columnNames(
      names,
      columns.filter((column) => column.role === role).map(({ at }) => at),
    ).join(',');
  return [...(of('known') === '' ? [] : ['--quasi', of('known')]), ...(of('hidden') === '' ? [] : ['--sensitive', of('hidden')])];
}

export function exposes(columns: readonly ProposedColumn[]): string[] {
  const id = columns.find(({ role }) => role === 'id');
  const direct = columns.filter(({ role }) => role === 'identifier').map(({ name, at }) => (name === '' ? `#${at + 1}` : `"${name}"`));
  return [
    ...(direct.length === 0
      ? []
      : [
          `${direct.join(', ')} ${direct.length === 1 ? 'says' : 'say'} who a person is. No release should hold ${direct.length === 1 ? 'it' : 'them'}.`,
        ]),
    ...(id === undefined ? [] : [`"${id.name}" holds the numbers of persons or cases. Whoever has your records finds them by it.`]),
  ];
}
