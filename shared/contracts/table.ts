/** Types that Parquet, Athena and JSON agree on. `int` is 32 bits, `long` 64. */
export type CellType = 'string' | 'int' | 'long' | 'double' | 'boolean';

export interface ResultColumn {
  readonly name: string;
  readonly type: CellType;
  readonly nullable: boolean;
  /** Meaning, as printed in docs/results.md. */
  readonly about: string;
}

/** One result table. Its version rises with every change of columns; a test pins the hash of the columns. */
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

/** The cells of these columns. */
export const attackCells = ({ name, version, parametersHash }: { name: string; version: number; parametersHash: string }) => ({
  attack: name,
  attack_version: version,
  parameters_hash: parametersHash,
});

/** A row from cells by column. A column that is not named is empty; a name that is no column is a mistake. */
export function rowOf(table: ResultTable, cells: Readonly<Record<string, CellValue>>): CellValue[] {
  let named = 0;
  const row = table.columns.map(({ name }) => {
    const cell = cells[name];
    if (cell === undefined) return null;
    named += 1;
    return cell;
  });
  if (named < Object.keys(cells).length) {
    const wrong = Object.keys(cells).find((name) => !table.columns.some((column) => column.name === name));
    if (wrong !== undefined) throw new Error(`the table ${table.name} has no column ${wrong}`);
  }
  return row;
}
