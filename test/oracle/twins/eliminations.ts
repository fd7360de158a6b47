// The eliminations of the spec, written down as it says them and as slowly: everything is computed again at every step, every
// group is sorted again. Nothing is taken from the product. Also the twin of bench/quick.bench.ts.

/** null is undefined; Infinity is never together. */
export type Cells = readonly (readonly (number | null)[])[];
export interface Outcome {
  readonly delta: number | null;
  readonly eliminated: [number, number][];
  readonly why: number[];
}
export interface Settings {
  readonly ratio?: number;
  readonly delta?: number;
}

interface Member {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** Sum by whole units of 2^-1074, rounded once. */
export function exactMean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const view = new DataView(new ArrayBuffer(8));
  let total = 0n;
  for (const value of values) {
    view.setFloat64(0, Math.abs(value));
    const exponent = Number(view.getBigUint64(0) >> 52n);
    const fraction = view.getBigUint64(0) & (2n ** 52n - 1n);
    total += (value < 0 ? -1n : 1n) * (exponent === 0 ? fraction : (fraction + 2n ** 52n) << BigInt(exponent - 1));
  }
  const drop = BigInt(Math.max(0, (total < 0n ? -total : total).toString(2).length - 900));
  return (Number(total >> drop) * 2 ** -537 * 2 ** (Number(drop) - 537)) / values.length;
}

class Table {
  readonly rows: number;
  readonly columns: number;
  readonly eps: number;
  readonly fromRow: number[];
  readonly fromColumn: number[];
  readonly eliminated: [number, number][] = [];
  readonly why: number[] = [];
  readonly gone: boolean[][];

  readonly cells: Cells;

  constructor(cells: Cells) {
    this.cells = cells;
    this.rows = cells.length;
    this.columns = cells[0]?.length ?? 0;
    this.eps = 1e-9 * Math.max(0, ...this.candidates().map(({ value }) => value));
    this.fromRow = cells.map(() => 0);
    this.fromColumn = (cells[0] ?? []).map(() => 0);
    this.gone = cells.map((row) => row.map(() => false));
  }

  distance(row: number, column: number): number | null {
    return this.cells[row]?.[column] ?? null;
  }

  is(row: number, column: number): boolean {
    const distance = this.distance(row, column);
    return distance !== null && distance > 0 && distance !== Infinity && !this.gone?.[row]?.[column];
  }

  /** By row and then column. */
  candidates(): Member[] {
    const found: Member[] = [];
    for (let row = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1) {
        if (this.is(row, column)) found.push({ row, column, value: this.distance(row, column) as number });
      }
    }
    return found;
  }

  lets({ row, column }: { row: number; column: number }): boolean {
    return this.columns - (this.fromRow[row] ?? 0) >= 2 && this.rows - (this.fromColumn[column] ?? 0) >= 2;
  }

  eliminate({ row, column }: { row: number; column: number }, why: number): void {
    this.fromRow[row] = (this.fromRow[row] ?? 0) + 1;
    this.fromColumn[column] = (this.fromColumn[column] ?? 0) + 1;
    this.gone[row][column] = true;
    this.eliminated.push([row, column]);
    this.why.push(why);
  }

  nevers(): { row: number; column: number }[] {
    return this.cells.flatMap((line, row) => line.flatMap((value, column) => (value === Infinity ? [{ row, column }] : [])));
  }

  weighted(): Member[] {
    return this.candidates().map(({ row, column, value }) => ({
      row,
      column,
      value: value * (1 - 1 / (this.columns - (this.fromRow[row] ?? 0))) * (1 - 1 / (this.rows - (this.fromColumn[column] ?? 0))),
    }));
  }
}

/** The first, in the order given, within eps of the maximum. */
function greatest<T extends { readonly value: number }>(members: readonly T[], eps: number): T | undefined {
  let maximum = Number.NEGATIVE_INFINITY;
  for (const { value } of members) maximum = Math.max(maximum, value);
  return members.find(({ value }) => !(maximum - value > eps));
}

const threshold = (values: readonly number[], { delta, ratio = 1 }: Settings): number | null => {
  if (delta !== undefined) return delta;
  const mean = exactMean(values);
  return mean === null ? null : mean * ratio;
};

const outcome = ({ eliminated, why }: Table, delta: number | null): Outcome => ({ delta, eliminated, why });

export function mda(cells: Cells): Outcome {
  const table = new Table(cells);
  const never = table.nevers()[0];
  const best = never ? { ...never, value: Infinity } : greatest(table.candidates(), table.eps);
  if (best !== undefined && table.lets(best)) table.eliminate(best, best.value);
  return outcome(table, null);
}

export function tba(cells: Cells, settings: Settings = {}): Outcome {
  const table = new Table(cells);
  const delta = threshold(
    table.candidates().map(({ value }) => value),
    settings,
  );
  for (const never of table.nevers()) if (table.lets(never)) table.eliminate(never, Infinity);
  let left = table.candidates();
  for (;;) {
    const best = greatest(left, table.eps);
    if (best === undefined) break;
    left = left.filter((member) => member !== best);
    if (best.value - (delta as number) > table.eps && table.lets(best)) table.eliminate(best, best.value);
  }
  return outcome(table, delta);
}

export function wba(cells: Cells, settings: Settings = {}): Outcome {
  const table = new Table(cells);
  const delta = threshold(
    table.weighted().map(({ value }) => value),
    settings,
  );
  for (const never of table.nevers()) if (table.lets(never)) table.eliminate(never, Infinity);
  for (;;) {
    const best = greatest(
      table.weighted().filter((member) => table.lets(member)),
      table.eps,
    );
    if (best === undefined || !(best.value - (delta as number) > table.eps)) break;
    table.eliminate(best, best.value);
  }
  return outcome(table, delta);
}

/** Rows first, then columns; each in the order of its cells. */
function groupsOf(table: Table, weighted: readonly Member[]): Member[][] {
  const rows: Member[][] = Array.from({ length: table.rows }, () => []);
  const columns: Member[][] = Array.from({ length: table.columns }, () => []);
  for (const member of weighted) {
    rows[member.row]?.push(member);
    columns[member.column]?.push(member);
  }
  return [...rows, ...columns];
}

const ascending = (group: readonly Member[]): Member[] => group.toSorted((a, b) => a.value - b.value);

const gapAbove = (sorted: readonly Member[], k: number): number => sorted[k + 1].value - sorted[k].value;

function largestGap(sorted: readonly Member[]): number {
  let largest = 0;
  for (let k = 0; k + 1 < sorted.length; k += 1) largest = Math.max(largest, gapAbove(sorted, k));
  return largest;
}

function vulnerability(sorted: readonly Member[], eps: number, normalised: boolean): number {
  const largest = largestGap(sorted);
  if (!(largest > eps)) return 0;
  return normalised ? largest / ((sorted.at(-1) as Member).value - sorted[0].value) : largest;
}

function lowerCluster(sorted: readonly Member[], eps: number): readonly Member[] {
  const largest = largestGap(sorted);
  if (!(largest > eps)) return sorted;
  let k = 0;
  while (largest - gapAbove(sorted, k) > eps) k += 1;
  return sorted.slice(0, k + 1);
}

/** Sorts every group once an elimination, and nothing more often. */
function grouped(
  cells: Cells,
  settings: Settings,
  normalised: boolean,
  weightedOf: (table: Table) => Member[],
  leave: (table: Table, cell: { row: number; column: number }, sorted: readonly (readonly Member[])[]) => void,
): Outcome {
  const table = new Table(cells);
  const equal = normalised ? 1e-9 : table.eps;
  let groups = groupsOf(table, weightedOf(table));
  let sorted = groups.map(ascending);
  const vulnerabilities = (): number[] => sorted.map((group) => vulnerability(group, table.eps, normalised));
  const delta = threshold(vulnerabilities(), settings);
  const eliminate = (cell: { row: number; column: number }, why: number): void => {
    leave(table, cell, sorted);
    table.eliminate(cell, why);
    groups = groupsOf(table, weightedOf(table));
    sorted = groups.map(ascending);
  };
  for (const never of table.nevers()) if (table.lets(never)) eliminate(never, Infinity);
  for (;;) {
    const values = vulnerabilities();
    const open: { top: Member; value: number }[] = [];
    groups.forEach((group, at) => {
      const top = greatest(group, table.eps);
      if (top !== undefined && table.lets(top)) open.push({ top, value: values[at] });
    });
    const most = greatest(open, equal);
    if (most === undefined || !(most.value - (delta as number) > equal)) break;
    eliminate(most.top, most.value);
  }
  return outcome(table, delta);
}

export function gba(cells: Cells, settings: Settings = {}, normalised = false): Outcome {
  return grouped(
    cells,
    settings,
    normalised,
    (table) => table.weighted(),
    () => undefined,
  );
}

/** RBA's, in rows; `seen` gets them before each elimination and at the end. */
export interface Weights {
  readonly row: number[][];
  readonly column: number[][];
}

export function rba(cells: Cells, settings: Settings = {}, normalised = false, seen?: (weights: Weights) => void): Outcome {
  const rows = cells.length;
  const columns = cells[0]?.length ?? 0;
  const weights: Weights = {
    row: cells.map((line) => line.map(() => 1 / columns)),
    column: cells.map((line) => line.map(() => 1 / rows)),
  };
  const at = (table: number[][], { row, column }: { row: number; column: number }): number => table[row]?.[column] as number;
  const weightedOf = (table: Table): Member[] =>
    table.candidates().map((member) => ({
      row: member.row,
      column: member.column,
      value: member.value * (1 - at(weights.row, member)) * (1 - at(weights.column, member)),
    }));
  const share = (kind: number[][], cluster: readonly Member[], leaving: { row: number; column: number }): void => {
    const others = cluster.filter(({ row, column }) => row !== leaving.row || column !== leaving.column);
    for (const { row, column } of others) {
      kind[row][column] = at(kind, { row, column }) + at(kind, leaving) / others.length;
    }
  };
  const found = grouped(cells, settings, normalised, weightedOf, (table, leaving, sorted) => {
    seen?.(weights);
    const inRow = lowerCluster(sorted[leaving.row] as Member[], table.eps);
    const inColumn = lowerCluster(sorted[table.rows + leaving.column] as Member[], table.eps);
    share(weights.row, inRow, leaving);
    share(weights.column, inColumn, leaving);
  });
  seen?.(weights);
  return found;
}
