import { dirname, resolve } from 'node:path';
import { readNamed } from '../../shared/adapters/local/door.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import type { TableRolesFile } from '../../shared/contracts/table-roles.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type KnownTable, knownTable } from '../../shared/core/relational/check/check-table.ts';
import type { Table } from '../../shared/core/relational/model/table.ts';
import { joinBuckets, knownInBuckets } from '../../shared/kinds/relational/read/buckets.ts';
import { checkCells, checkHarmful, hierarchiesOf } from '../../shared/kinds/relational/read/hierarchies.ts';
import { textOfBytes } from '../../shared/kinds/relational/read/open.ts';
import { openTable } from '../../shared/kinds/relational/read/open-table.ts';
import { namedRoles, parseRoles, rolesFor } from '../../shared/kinds/relational/read/roles.ts';
import { wholeNumber } from '../anonymise/numbers.ts';
import { columnsOf, type TableValues } from './table-words.ts';

interface OpenedTable {
  readonly known: KnownTable;
  readonly file: TableRolesFile;
}

/** `buckets`: the file of values beside a release in buckets, which is then judged by its buckets. */
export async function openKnownTable(path: string, values: TableValues, cellsOfRelease: boolean, buckets?: string): Promise<OpenedTable> {
  const { encoding } = values;
  const opened = await tableAt(path, encoding);
  const named = [values.id, values.quasi, values.sensitive].some((value) => value !== undefined);
  if (values.roles !== undefined && named) throw new BadInput('either --roles, or --id, --quasi and --sensitive: not both');
  if (values.roles === undefined && !named)
    throw new BadInput('say what the columns are: --roles roles.json, or --quasi zip,age --sensitive disease', { file: path });
  const lists = buckets === undefined ? null : await tableAt(buckets, encoding);
  const file =
    values.roles === undefined
      ? namedRoles(opened, columnsOf(values), lists?.columns ?? [])
      : parseRoles(textAt(values.roles), values.roles);
  const joined = buckets === undefined || lists === null ? null : joinBuckets(opened, lists, file, buckets);
  const table = joined?.table ?? opened;
  const claimed = { ...file, claim: { ...file.claim, ...claimOf(values) } };
  const roles = rolesFor(table, claimed, values.roles === undefined ? {} : { file: values.roles });
  const folder = values.roles === undefined ? '.' : dirname(values.roles);
  const hierarchies = hierarchiesOf(roles, [table], { text: (name) => textAt(resolve(folder, name), encoding), nouns: wordnetNouns });
  if (cellsOfRelease) checkCells(roles, table, hierarchies);
  checkHarmful(roles, table, hierarchies);
  if (joined === null) return { known: knownTable(table, roles, hierarchies), file: claimed };
  if (values.k !== undefined)
    throw new BadInput('--k is nothing that buckets hold: they publish quasi-identifiers as they were; claim --l or --t');
  return { known: knownInBuckets(table, roles, hierarchies, joined.of), file: claimed };
}

export const tableAt = async (path: string, encoding?: string): Promise<Table> =>
  openTable({ name: path, bytes: await fileBytes(path) }, gunzip, encoding);

export const textAt = (path: string, encoding?: string): string => textOfBytes(path, [readNamed(path)], encoding);

function claimOf({ k, l, t }: TableValues): TableRolesFile['claim'] {
  return {
    ...(k === undefined ? {} : { k: wholeNumber(k, '--k', 1) }),
    ...(l === undefined ? {} : { l: diversity(l) }),
    ...(t === undefined ? {} : { t: closeness(t) }),
  };
}

function diversity(text: string): NonNullable<TableRolesFile['claim']['l']> {
  const [, form, l, c] = /^(distinct|entropy|recursive):(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (form === undefined || Number(l) < 1 || (form === 'recursive') !== (c !== undefined))
    throw new BadInput('--l is distinct:L, entropy:L or recursive:L:C, L at least 1; other forms stand in roles.json');
  return { form: form as 'distinct', l: Number(l), ...(c === undefined ? {} : { c: Number(c) }) };
}

function closeness(text: string): NonNullable<TableRolesFile['claim']['t']> {
  const [, distance, t] = /^(equal|ordered|by-value|hierarchical|trace|kl):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (distance === undefined) throw new BadInput('--t is a distance and its bound, such as equal:0.2 or hierarchical:0.3');
  return { distance: distance as 'equal', t: Number(t) };
}
