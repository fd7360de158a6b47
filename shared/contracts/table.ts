/** Types that Parquet, Athena and JSON agree on. `int` is 32 bits, `long` 64. */
export type CellType = 'string' | 'int' | 'long' | 'double' | 'boolean';

export interface ResultColumn {
  readonly name: string;
  readonly type: CellType;
  readonly nullable: boolean;
  /** What it means, as docs/results.md says it. */
  readonly about: string;
}

/** One result table. The version rises with every change of columns; a test pins the hash of the columns beside it. */
export interface ResultTable<Name extends string = string> {
  readonly name: Name;
  readonly version: number;
  readonly about: string;
  readonly columns: readonly ResultColumn[];
}

export type CellValue = string | number | boolean | null;

/** A column's line in a table's definition. */
type Line = readonly [name: string, type: CellType | `${CellType}?`, about: string];

/** A table from lines of name, type (with `?` where a cell may be empty) and meaning. */
export function defineTable<Name extends string>(name: Name, version: number, about: string, lines: readonly Line[]): ResultTable<Name> {
  const columns = lines.map(([column, type, meaning]): ResultColumn => {
    const nullable = type.endsWith('?');
    return { name: column, type: (nullable ? type.slice(0, -1) : type) as CellType, nullable, about: meaning };
  });
  return { name, version, about, columns };
}

/** Every row of what an attack did says which one, in which version, with which parameters. */
export const ATTACK_COLUMNS: readonly Line[] = [
  ['attack', 'string', 'Name of the attack.'],
  ['attack_version', 'int', 'Version of the attack: rises when it may decide otherwise.'],
  ['parameters_hash', 'string', 'Hash of the parameters, seed and sources included: rows with the same three are comparable.'],
];

/** A row from cells by column; what is not named is empty. */
export const rowOf = (table: ResultTable, cells: Readonly<Record<string, CellValue>>): CellValue[] =>
  table.columns.map(({ name }) => cells[name] ?? null);
