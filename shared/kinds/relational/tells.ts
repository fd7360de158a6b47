import type { OpenedFile } from '../../app/read-release.ts';
import { detectFormat } from '../../core/format/detect.ts';
import type { AskedOfKind, Told } from '../kind.ts';

/** Every other CSV holds transactions: a table of people is one by the word of who asks. */
export function tellsPeople(
  { name, head, table }: Pick<OpenedFile, 'name' | 'head' | 'table'>,
  { kind, roles, columns }: AskedOfKind,
): Told {
  if (kind !== 'relational' && roles === undefined && columns === undefined)
    return { is: 'no', why: 'a table of people is one by its roles (--roles roles.json, or "kind": "relational")' };
  if (table !== null) return { is: 'no', why: 'workbooks and Parquet are not read as tables of people; save it as CSV' };
  const format = detectFormat(name, head);
  return format === 'csv' || format === 'jsonl' || format === 'records' || kind === 'relational'
    ? { is: 'yes', why: 'its columns have roles' }
    : { is: 'no', why: 'a table of people is CSV or JSON Lines' };
}
