import { detectFormat } from '../../core/format/detect.ts';
import type { AskedOfKind, ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export const relationalListed = {
  tells: tellsPeople,
  load: async () => (await import('./kind.ts')).relational,
  holds: 'columns',
} as const satisfies Omit<ListedKind, 'name'>;

/** A CSV file counts as transactions unless the user says that it is a table of people. */
function tellsPeople({ name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>, { kind, roles, columns }: AskedOfKind): Told {
  if (kind !== 'relational' && roles === undefined && columns === undefined)
    return { is: 'no', why: 'a table of people is one by its roles (--roles roles.json, or "kind": "relational")' };
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as tables of people; save it as CSV' };
  const format = detectFormat(name, head);
  // CSV under a name that does not say so, or from standard input, is detected as text: the roles say that it is a table.
  return ['csv', 'text', 'jsonl', 'records'].includes(format) || kind === 'relational'
    ? { is: 'yes', why: 'its columns have roles' }
    : { is: 'no', why: 'a table of people is CSV or JSON Lines' };
}
