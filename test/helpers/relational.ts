import { readFileSync } from 'node:fs';
import { type Recodable, recodableOf } from '../../shared/kinds/relational/core/anonymise/recodable.ts';
import { type KnownTable, knownTable } from '../../shared/kinds/relational/core/check/check-table.ts';
import { type ValueHierarchy, valueHierarchy } from '../../shared/kinds/relational/core/model/hierarchy.ts';
import type { TableClaim } from '../../shared/kinds/relational/core/model/roles.ts';
import { type ColumnType, type Role, tableOf } from '../../shared/kinds/relational/core/model/table.ts';

// biome-ignore lint/suspicious/noExplicitAny: the file holds cases of many shapes, and each test names what it reads.
export const golden = JSON.parse(readFileSync('test/golden/relational.json', 'utf8')) as Record<string, any>;

export const hierarchyFrom = (lines: readonly string[]): ValueHierarchy => valueHierarchy(lines.map((line) => line.split(';')));

export interface Given {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly quasi: readonly string[];
  readonly sensitive?: string | readonly string[] | undefined;
  readonly hierarchies?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly types?: Readonly<Record<string, ColumnType>>;
  readonly order?: Readonly<Record<string, readonly string[]>>;
  readonly harmful?: Readonly<Record<string, readonly string[]>>;
  readonly claim?: TableClaim;
  readonly missing?: readonly string[];
}

export function knownFrom(given: Given): KnownTable {
  const sensitive = typeof given.sensitive === 'string' ? [given.sensitive] : (given.sensitive ?? []);
  const roleOf = (name: string): Role => (given.quasi.includes(name) ? 'quasi' : sensitive.includes(name) ? 'sensitive' : 'other');
  const hierarchies = new Map(Object.entries(given.hierarchies ?? {}).map(([name, lines]) => [name, hierarchyFrom(lines)]));
  const columns = new Map(
    given.columns.map((name) => [
      name,
      {
        role: roleOf(name),
        type: given.types?.[name] ?? 'word',
        hierarchy: null,
        order: given.order?.[name] ?? null,
        harmful: given.harmful?.[name] ?? null,
      },
    ]),
  );
  const roles = { columns, claim: given.claim ?? {}, missing: given.missing ?? ['', '?', 'NA'] };
  return knownTable(tableOf(given.columns, given.rows), roles, hierarchies);
}

export function recodableFrom(known: KnownTable): Recodable {
  const hierarchies = known.quasi.map(({ name }) => known.hierarchies.get(name) as ValueHierarchy);
  return recodableOf(known.quasi, hierarchies, known.sensitive, known.table.rows);
}

/** Reached values by rule. */
export const close = (value: number): number => Math.round(value * 1e9) / 1e9;
