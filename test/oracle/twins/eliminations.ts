// The eliminations of the spec, written down as it says them and as slowly: everything is computed again at every step, every
// group is sorted again. Nothing is taken from the product. Also the twin of bench/rba.bench.ts.

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
    return this.cells.flatMap((line, row) =>
      line.flatMap((value, column) => (this.is(row, column) ? [{ row, column, value: value as number }] : [])),
    );
  }

  lets({ row, column }: { row: number; column: number }): boolean {
    return this.columns - (this.fromRow[row] ?? 0) >= 2 && this.rows - (this.fromColumn[column] ?? 0) >= 2;
  }

  eliminate({ row, column }: { row: number; column: number }, why: number): void {
    this.fromRow[row] = (this.fromRow[row] ?? 0) + 1;
    this.fromColumn[column] = (this.fromColumn[column] ?? 0) + 1;
    (this.gone[row] as boolean[])[column] = true;
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

/** The gaps between neighbours in ascending order; at `k` the one above the first k + 1 members. */
const gapsOf = (sorted: readonly Member[]): number[] => sorted.slice(1).map(({ value }, k) => value - (sorted[k] as Member).value);

function vulnerability(group: readonly Member[], eps: number, normalised: boolean): number {
  const sorted = ascending(group);
  let largest = 0;
  for (const gap of gapsOf(sorted)) largest = Math.max(largest, gap);
  if (!(largest > eps)) return 0;
  return normalised ? largest / ((sorted.at(-1) as Member).value - (sorted[0] as Member).value) : largest;
}

function lowerCluster(group: readonly Member[], eps: number): Member[] {
  const sorted = ascending(group);
  const gaps = gapsOf(sorted);
  const largest = Math.max(0, ...gaps);
  if (!(largest > eps)) return sorted;
  return sorted.slice(0, gaps.findIndex((gap) => !(largest - gap > eps)) + 1);
}

function grouped(
  cells: Cells,
  settings: Settings,
  normalised: boolean,
  weightedOf: (table: Table) => Member[],
  leave: (table: Table, cell: { row: number; column: number }) => void,
): Outcome {
  const table = new Table(cells);
  const equal = normalised ? 1e-9 : table.eps;
  const delta = threshold(
    groupsOf(table, weightedOf(table)).map((group) => vulnerability(group, table.eps, normalised)),
    settings,
  );
  for (const never of table.nevers()) {
    if (!table.lets(never)) continue;
    leave(table, never);
    table.eliminate(never, Infinity);
  }
  for (;;) {
    const open = groupsOf(table, weightedOf(table)).flatMap((group) => {
      const top = greatest(group, table.eps);
      return top !== undefined && table.lets(top) ? [{ top, value: vulnerability(group, table.eps, normalised) }] : [];
    });
    const most = greatest(open, equal);
    if (most === undefined || !(most.value - (delta as number) > equal)) break;
    leave(table, most.top);
    table.eliminate(most.top, most.value);
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
      ...member,
      value: member.value * (1 - at(weights.row, member)) * (1 - at(weights.column, member)),
    }));
  const share = (kind: number[][], cluster: readonly Member[], leaving: { row: number; column: number }): void => {
    const others = cluster.filter(({ row, column }) => row !== leaving.row || column !== leaving.column);
    for (const { row, column } of others) {
      (kind[row] as number[])[column] = at(kind, { row, column }) + at(kind, leaving) / others.length;
    }
  };
  const found = grouped(cells, settings, normalised, weightedOf, (table, leaving) => {
    const weighted = weightedOf(table);
    seen?.(weights);
    const inRow = lowerCluster(
      weighted.filter(({ row }) => row === leaving.row),
      table.eps,
    );
    const inColumn = lowerCluster(
      weighted.filter(({ column }) => column === leaving.column),
      table.eps,
    );
    share(weights.row, inRow, leaving);
    share(weights.column, inColumn, leaving);
  });
  seen?.(weights);
  return found;
}
