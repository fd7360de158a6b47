import { type AttackOptions, thresholdOf } from './attack.ts';
import { eliminateNever, factorOf, Guard } from './guard.ts';
import { RowGroups, type WeighRow } from './row-groups.ts';
import { SortedColumns } from './sorted-columns.ts';
import { candidatesOf, type DistanceTable, isNever, type TableVerdict, TIE, toleranceOf } from './table.ts';

// GBA and RBA on tables of many rows and few columns: the same verdicts as of group-attacks.ts, which looks at every row after each elimination.

/** Shared state of both: the table, and its groups in order. */
interface ComparableGroups {
  readonly table: DistanceTable;
  readonly guard: Guard;
  readonly tolerance: number;
  readonly normalised: boolean;
  readonly rows: RowGroups;
  readonly columns: SortedColumns;
}

/** How cells are weighed. */
interface Weighing {
  /** First weight of a candidate, before its column's scale. */
  value(cell: number): number;
  weigh: WeighRow;
  /** Sets what columns are scaled by at first. */
  begin(columns: SortedColumns): void;
  /** Weighs anew what a cell's leaving changes. It takes the cell out of its two groups when they hold it: when it is scored by a number. */
  leave(groups: ComparableGroups, row: number, column: number, scored: boolean): void;
}

/**
 * Above this many members looked at the attack gives up: four such attacks end within the three minutes of a function in the cloud. Only tables of
 * many ties, and the largest with RBA, come to it. It is a count and no time, so that every machine refuses the same tables.
 */
const MOST_LOOKED_AT = 1e9;
/** A member walked in a column counts as this part of one weighed in a row. */
const WALKED = 1 / 4;

/**
 * Takes the greatest member of the most vulnerable group, again and again, while its vulnerability is above the threshold.
 * An elimination changes the members of its own row and column and, through them, one member of each group that crosses them. Rows that cross are
 * looked at again only when that can decide something.
 */
export function attackTallGroups(
  table: DistanceTable,
  options: AttackOptions,
  { normalised, shares }: { readonly normalised: boolean; readonly shares: boolean },
): TableVerdict {
  const { rows, columns, cells } = table;
  const guard = new Guard(table);
  const tolerance = toleranceOf(table);
  const candidates = candidatesOf(table);
  const weighing = (shares ? sharer : reweigher)(table, guard);
  const groups: ComparableGroups = {
    table,
    guard,
    tolerance,
    normalised,
    rows: new RowGroups(table, candidates, { guard, tolerance, normalised, weigh: weighing.weigh }),
    columns: new SortedColumns(table, candidates, weighing.value),
  };
  weighing.begin(groups.columns);
  const vulnerabilities = Float64Array.from({ length: rows + columns }, (_, group) =>
    group < rows ? groups.rows.vulnerability(group) : columnVulnerability(groups, group - rows),
  );
  const delta = thresholdOf(vulnerabilities, options) as number;

  const eliminate = (cell: number, why: number): void => {
    guard.eliminate(cell, why);
    const row = guard.rowOf(cell);
    weighing.leave(groups, row, guard.columnOf(cell), !isNever(cells[cell]));
    groups.rows.touch(row);
  };
  eliminateNever(table, guard, eliminate);
  groups.rows.start(vulnerabilities.reduce((most, each) => (each > most ? each : most), 0));
  // Vulnerabilities no further apart than this are equal.
  const tie = normalised ? TIE : tolerance;
  for (;;) {
    if (groups.rows.lookedAt + WALKED * groups.columns.walked > MOST_LOOKED_AT) {
      const reason = `a table of ${rows} x ${columns} with distances like these takes too long with an attack on groups; tba and wba can do it`;
      return { kind: 'not computable', reason };
    }
    const chosen = mostVulnerable(groups, tie);
    if (chosen === null || !(chosen.vulnerability - delta > tie)) break;
    eliminate(chosen.cell, chosen.vulnerability);
  }
  return { kind: 'decided', delta, eliminations: guard.eliminations };
}

const asPart = ({ normalised, columns }: ComparableGroups, column: number, gap: number): number =>
  normalised && gap > 0 ? gap / columns.spread(column) : gap;

function columnVulnerability(groups: ComparableGroups, column: number): number {
  const gap = groups.columns.largestGap(column);
  return gap <= groups.tolerance ? 0 : asPart(groups, column, gap);
}

function columnIsOpen({ columns, guard, tolerance }: ComparableGroups, column: number): boolean {
  if (guard.columnLeft[column] < 2) return false;
  const row = columns.greatest(column, tolerance);
  return row >= 0 && guard.rowLeft[row] >= 2;
}

/** The first group within a tie of the most vulnerable of those whose greatest member the guard lets go: its vulnerability, and that member. */
function mostVulnerable(groups: ComparableGroups, tie: number): { readonly cell: number; readonly vulnerability: number } | null {
  const { table, tolerance, rows, columns } = groups;
  const bound = (column: number): number => asPart(groups, column, columns.gapBound(column));
  let most = rows.mostVulnerable();
  for (let column = 0; column < table.columns; column += 1) {
    if (bound(column) <= most) continue;
    const vulnerability = columnVulnerability(groups, column);
    if (vulnerability > most && columnIsOpen(groups, column)) most = vulnerability;
  }
  if (most === Number.NEGATIVE_INFINITY) return null;
  const row = rows.first(most, tie);
  if (row >= 0) {
    const vulnerability = rows.vulnerability(row);
    return { cell: row * table.columns + rows.greatest(row), vulnerability };
  }
  for (let column = 0; column < table.columns; column += 1) {
    if (most - bound(column) > tie) continue;
    const vulnerability = columnVulnerability(groups, column);
    if (most - vulnerability > tie || !columnIsOpen(groups, column)) continue;
    return { cell: columns.greatest(column, tolerance) * table.columns + column, vulnerability };
  }
  return null;
}

/** GBA. Weights depend on the number of items left: those of the cell's row and column, and no others, change. */
function reweigher({ columns: width, cells }: DistanceTable, guard: Guard): Weighing {
  const rowFactors = Float64Array.from(guard.rowLeft, factorOf);
  const columnFactors = Float64Array.from(guard.columnLeft, factorOf);
  return {
    value: (cell) => cells[cell] * rowFactors[guard.rowOf(cell)],
    weigh: (row, member) => cells[row * width + member] * rowFactors[row] * columnFactors[member],
    begin(columns) {
      for (const [column, factor] of columnFactors.entries()) columns.scaleTo(column, factor);
    },
    leave({ rows, columns }, row, column, scored) {
      const [rowBefore, columnBefore] = [rowFactors[row], columnFactors[column]];
      if (scored) {
        columns.remove(column, row, cells[row * width + column] * rowBefore);
        rows.remove(row, column);
      }
      rowFactors[row] = factorOf(guard.rowLeft[row]);
      columnFactors[column] = factorOf(guard.columnLeft[column]);
      for (let place = row * width, end = place + rows.size[row]; place < end; place += 1) {
        const other = rows.members[place];
        const distance = cells[row * width + other];
        columns.change(other, row, distance * rowBefore, distance * rowFactors[row]);
      }
      columns.scaleTo(column, columnFactors[column]);
      rows.drift(columnBefore - columnFactors[column]);
    },
  };
}

const FEW = 16;
/** Largest rounding error of a sum of parts of 1. */
const ROUNDING = 2.3e-16;

/**
 * RBA. Each cell has a weight in its row and one in its column. A cell that leaves shares them equally among the others in the lower
 * cluster of its row and of its column, as they stood before; alone in its cluster it takes them with it.
 */
function sharer({ rows: height, columns: width, cells }: DistanceTable): Weighing {
  const rowWeights = new Float64Array(cells.length).fill(1 / width);
  // Column by column, as they are walked: a cell's weight in its column, and what it weighs but for that.
  const columnWeights = new Float64Array(cells.length).fill(1 / height);
  const alone = new Float64Array(cells.length);
  const at = (row: number, column: number): number => column * height + row;
  const weigh: WeighRow = (row, column) => alone[at(row, column)] * (1 - columnWeights[at(row, column)]);
  for (let cell = 0; cell < cells.length; cell += 1) {
    alone[at(Math.floor(cell / width), cell % width)] = cells[cell] * (1 - rowWeights[cell]);
  }
  return {
    weigh,
    value: (cell) => weigh(Math.floor(cell / width), cell % width),
    begin: () => undefined,
    leave({ rows, columns, tolerance }, row, column, scored) {
      // How many stay in the lower cluster that a member leaves: they are the lowest of the group, in the same order as before.
      let inRow = rows.belowGap(row, rows.look(row));
      let inColumn = columns.belowGap(column, tolerance);
      const start = row * width;
      if (scored) {
        if (rows.members.indexOf(column, start) - start < inRow) inRow -= 1;
        const value = weigh(row, column);
        if (columns.stands(column, row, value) < inColumn) inColumn -= 1;
        rows.remove(row, column);
        columns.remove(column, row, value);
      }
      const rowPart = rowWeights[start + column] / inRow;
      for (let place = start; place < start + inRow; place += 1) {
        const other = rows.members[place];
        const before = weigh(row, other);
        rowWeights[start + other] += rowPart;
        alone[at(row, other)] = cells[start + other] * (1 - rowWeights[start + other]);
        columns.change(other, row, before, weigh(row, other));
      }
      if (inColumn === 0) return;
      const columnPart = columnWeights[at(row, column)] / inColumn;
      const first = columns.start(column);
      for (let place = first; place < first + inColumn; place += 1) {
        const cell = at(columns.memberAt(place), column);
        columnWeights[cell] += columnPart;
        columns.setAt(place, alone[cell] * (1 - columnWeights[cell]));
      }
      const received = inColumn * inColumn < FEW * height ? columns.lowest(column, inColumn) : null;
      columns.settle(column);
      // A few rows that gained much are looked at themselves: all the others would have to be, for a drift that far.
      if (received === null) rows.drift(columnPart + ROUNDING);
      else for (const member of received) rows.touch(member);
    },
  };
}
