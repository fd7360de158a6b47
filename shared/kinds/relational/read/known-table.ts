import type { TableRolesFile } from '../../../contracts/table-roles.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { GivenOptions, Readers } from '../../../kit/offers.ts';
import { optionText, shareOption, wholeNumber } from '../../../kit/option-values.ts';
import type { Table } from '../core/model/table.ts';
import { joinBuckets, knownRelease } from './buckets.ts';
import { checkCells, checkHarmful } from './hierarchies.ts';
import { hierarchiesBeside, openTable, textIn } from './open.ts';
import { namedRoles, parseRoles, rolesFor } from './roles.ts';

type TableReaders = Pick<Readers, 'file' | 'reading' | 'nouns'>;

/** A table with its roles and claim as options give them. With `buckets`, the file of values of a release in buckets, it is judged by its buckets. */
export async function openKnownTable(
  { path, table: opened }: { readonly path: string; readonly table: Table },
  values: GivenOptions,
  cellsOfRelease: boolean,
  readers: TableReaders,
) {
  const rolesFile = optionText(values, 'roles');
  const buckets = optionText(values, 'buckets');
  const named = [values['id'], values['quasi'], values['sensitive']].some((value) => value !== undefined);
  if (rolesFile !== undefined && named) throw new BadInput('either --roles, or --id, --quasi and --sensitive: not both');
  if (rolesFile === undefined && !named)
    throw new BadInput('say what the columns are: --roles roles.json, or --quasi zip,age --sensitive disease', { file: path });
  const lists = buckets === undefined ? null : await tableAt(buckets, readers);
  const file =
    rolesFile === undefined
      ? namedRoles(opened, columnsOf(values), lists?.columns ?? [])
      : parseRoles(await textIn(await readers.file(rolesFile)), rolesFile);
  const joined = buckets === undefined || lists === null ? null : joinBuckets(opened, lists, file, buckets);
  const table = joined?.table ?? opened;
  const claimed = { ...file, claim: { ...file.claim, ...claimOf(values) } };
  const roles = rolesFor(table, claimed, rolesFile === undefined ? {} : { file: rolesFile });
  const hierarchies = await hierarchiesBeside(roles, table, rolesFile ?? '', {
    text: async (at) => textIn(await readers.file(at), readers.reading.encoding),
    nouns: readers.nouns,
  });
  if (cellsOfRelease) checkCells(roles, table, hierarchies);
  checkHarmful(roles, table, hierarchies);
  if (joined !== null && values['k'] !== undefined)
    throw new BadInput('--k is nothing that buckets hold: they publish quasi-identifiers as they were; claim --l or --t');
  return { known: knownRelease(table, roles, hierarchies, joined?.of ?? null), file: claimed };
}

export const tableAt = async (path: string, { file, reading }: TableReaders): Promise<Table> =>
  openTable(await file(path), reading.gunzip, reading.encoding);

function claimOf({ k, l, t, alpha, ke }: GivenOptions): TableRolesFile['claim'] {
  return {
    ...(k === undefined ? {} : { k: wholeNumber(String(k), '--k', 1) }),
    ...(l === undefined ? {} : { l: diversity(String(l)) }),
    ...(t === undefined ? {} : { t: closeness(String(t)) }),
    ...(alpha === undefined ? {} : { alpha: { most: shareOption(String(alpha), '--alpha') } }),
    ...(ke === undefined ? {} : { ke: range(String(ke)) }),
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

function range(text: string): NonNullable<TableRolesFile['claim']['ke']> {
  const [, k, e] = /^([1-9]\d*):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (k === undefined) throw new BadInput('--ke is a number of values and how far apart they are, such as 4:10000');
  return { k: Number(k), e: Number(e) };
}

/** Columns of a table by role, as --id, --quasi and --sensitive name them. */
const columnsOf = ({ id, quasi, sensitive }: Readonly<Record<string, unknown>>) => ({
  identifier: list(id),
  quasi: list(quasi),
  sensitive: list(sensitive),
});

const list = (names: unknown): string[] => (typeof names === 'string' ? names.split(',').map((name) => name.trim()) : []);
