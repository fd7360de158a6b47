import { TABLE_METHODS, type TableMethod } from '../../shared/core/relational/anonymise/methods.ts';
import { listedKind } from '../../shared/kinds/registry.ts';

/** How a command says that a file is a table of people, and what is claimed of it. */
export const TABLE_OPTIONS = {
  kind: { type: 'string' },
  roles: { type: 'string' },
  id: { type: 'string' },
  quasi: { type: 'string' },
  sensitive: { type: 'string' },
  l: { type: 'string' },
  t: { type: 'string' },
  encoding: { type: 'string' },
} as const;

export type TableValues = { readonly [name in keyof typeof TABLE_OPTIONS]?: string | undefined } & { readonly k?: string | undefined };

export const TABLE_HELP = `  --roles FILE              roles.json: role, type and hierarchy of each column, and the claim (docs/tables.md)
  --id, --quasi, --sensitive A,B
                            columns by role instead; the rest is other
  --encoding NAME           where files are not UTF-8: latin1, windows-1252, ...
  --l FORM:L[:C]            distinct:3, entropy:3 or recursive:3:2; with --k and --t it replaces the claim of roles.json
  --t DISTANCE:T            equal:0.2, ordered:0.2, by-value:0.2, hierarchical:0.2, trace:0.2 or kl:0.2
`;

/** Whether the words of a command are about a table: nothing else has roles. */
export function meansTable({ kind, roles, id, quasi, sensitive }: TableValues): boolean {
  if (kind !== undefined && listedKind(kind)?.holds !== 'columns') return false;
  return [kind, roles, id, quasi, sensitive].some((value) => value !== undefined);
}

/** Columns as `--id`, `--quasi` and `--sensitive` name them, by role. */
export const columnsOf = ({ id, quasi, sensitive }: Pick<TableValues, 'id' | 'quasi' | 'sensitive'>) => ({
  identifier: list(id),
  quasi: list(quasi),
  sensitive: list(sensitive),
});

const list = (names: string | undefined): string[] => (names === undefined ? [] : names.split(',').map((name) => name.trim()));

export const TABLE_METHOD_OPTIONS = {
  ...TABLE_OPTIONS,
  method: { type: 'string' },
  k: { type: 'string' },
  out: { type: 'string' },
  seed: { type: 'string', default: 'unveil' },
  order: { type: 'string', default: 'shuffle' },
  limit: { type: 'string' },
  loss: { type: 'string', default: 'prec' },
  suppressed: { type: 'string', default: 'drop' },
  'allow-failing': { type: 'boolean', default: false },
  counts: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export const isTableMethod = (name: string): name is TableMethod => TABLE_METHODS.some((method) => method === name);
