import { type Attack, type AttackOptions, thresholdOf } from './attack.ts';
import { eliminateNever, factorOf, Guard, weightedTable } from './guard.ts';
import { SortedGroups } from './sorted-groups.ts';
import { candidatesOf, type DistanceTable, isNever, type TableVerdict, TIE, toleranceOf } from './table.ts';
import { attackTallGroups } from './tall-groups.ts';

/** Shared state of GBA and RBA: the table, and its groups in order. */
interface ComparableGroups {
  readonly table: DistanceTable;
  readonly guard: Guard;
  readonly tolerance: number;
  readonly sorted: SortedGroups;
}

/**
 * Weighs anew the members that a cell's leaving changes. It takes the cell out of its two groups when they hold it, which they
 * do when it is scored by a number.
 */
type Leave = (row: number, column: number, scored: boolean) => void;

/**
 * Above this many members changed in the worst case the attack is refused: four such attacks would take longer than the three minutes of a function
 * in the cloud. A table of 1,000 x 1,000 is at it.
 */
const MOST_CHANGES = 2e9;

/** Tables of many rows and few columns go the way where a row is looked at only when it can matter; on others that way is slower. */
const isTall = ({ rows, columns }: DistanceTable): boolean => rows >= 2_000 && rows >= 64 * columns;

/**
 * Takes the greatest member of the most vulnerable group, again and again, while its vulnerability is above the threshold.
 * An elimination changes the members of its own row and column and, through them, one member of each group that crosses them:
 * (rows + columns) x (the members one passes, mostly none). The naive form sorts every group each time.
 */
function attackGroups(
  table: DistanceTable,
  options: AttackOptions,
  normalised: boolean,
  weigher: (groups: ComparableGroups) => Leave,
): TableVerdict {
  const { rows, columns, cells } = table;
  if (isTall(table)) return attackTallGroups(table, options, { normalised, shares: weigher === sharer });
  if (rows * columns * (rows + columns) > MOST_CHANGES) {
    return {
      kind: 'not computable',
      reason: `a table of ${rows} x ${columns} takes too long with an attack on groups; tba and wba can do it`,
    };
  }
  const guard = new Guard(table);
  const groups: ComparableGroups = {
    table,
    guard,
    tolerance: toleranceOf(table),
    sorted: new SortedGroups(table, candidatesOf(table), weightedTable(table, guard)),
  };
  const selection = new Selection(groups, normalised);
  const delta = thresholdOf(selection.vulnerabilities(), options) as number;

  const leave = weigher(groups);
  const eliminate = (cell: number, why: number): void => {
    guard.eliminate(cell, why);
    leave(guard.rowOf(cell), guard.columnOf(cell), !isNever(cells[cell]));
  };
  eliminateNever(table, guard, eliminate);
  for (;;) {
    const group = selection.mostVulnerable();
    if (group < 0) break;
    const vulnerability = selection.vulnerability(group);
    if (!(vulnerability - delta > selection.tie)) break;
    eliminate(selection.greatest(group), vulnerability);
  }
  return { kind: 'decided', delta, eliminations: guard.eliminations };
}

class Selection {
  /** Vulnerabilities no further apart than this are equal. */
  readonly tie: number;
  readonly #groups: ComparableGroups;
  readonly #normalised: boolean;

  constructor(groups: ComparableGroups, normalised: boolean) {
    this.#groups = groups;
    this.#normalised = normalised;
    this.tie = normalised ? TIE : groups.tolerance;
  }

  vulnerabilities(): Float64Array {
    const found = new Float64Array(this.#groups.sorted.count);
    for (let group = 0; group < found.length; group += 1) found[group] = this.vulnerability(group);
    return found;
  }

  vulnerability(group: number): number {
    const { sorted, tolerance } = this.#groups;
    const gap = sorted.largestGap(group);
    if (gap <= tolerance) return 0;
    return this.#normalised ? gap / sorted.spread(group) : gap;
  }

  /** The first group within a tie of the most vulnerable of those whose greatest member the guard lets go; -1 of none. */
  mostVulnerable(): number {
    const { count } = this.#groups.sorted;
    let most = Number.NEGATIVE_INFINITY;
    for (let group = 0; group < count; group += 1) {
      if (this.#bound(group) <= most) continue;
      const vulnerability = this.vulnerability(group);
      if (vulnerability > most && this.#isOpen(group)) most = vulnerability;
    }
    if (most === Number.NEGATIVE_INFINITY) return -1;
    for (let group = 0; group < count; group += 1) {
      if (most - this.#bound(group) <= this.tie && most - this.vulnerability(group) <= this.tie && this.#isOpen(group)) return group;
    }
    return -1;
  }

  /** No less than the vulnerability, and found without looking at the group's members. */
  #bound(group: number): number {
    const { sorted } = this.#groups;
    const gap = sorted.gapBound(group);
    return this.#normalised && gap > 0 ? gap / sorted.spread(group) : gap;
  }

  greatest(group: number): number {
    const { sorted, tolerance, table } = this.#groups;
    const member = sorted.greatest(group, tolerance);
    if (member < 0) return -1;
    return group < table.rows ? group * table.columns + member : member * table.columns + group - table.rows;
  }

  #isOpen(group: number): boolean {
    const { guard, table } = this.#groups;
    if (group < table.rows && guard.rowLeft[group] < 2) return false;
    const cell = this.greatest(group);
    return cell >= 0 && guard.lets(cell);
  }
}

/** GBA: the greatest member of the row or column with the largest gap. */
export const gba: Attack['run'] = (table, options = {}) => attackGroups(table, options, false, reweigher);
/** GBA with the gap as a part of the group's spread. */
export const gbaNormalised: Attack['run'] = (table, options = {}) => attackGroups(table, options, true, reweigher);

/** Weights depend on the number of items left: those of the cell's row and column, and no others, change. */
function reweigher({ table, guard, sorted }: ComparableGroups): Leave {
  const { rows, columns, cells } = table;
  const rowFactors = Float64Array.from(guard.rowLeft, factorOf);
  const columnFactors = Float64Array.from(guard.columnLeft, factorOf);
  const weigh = (row: number, column: number): number => cells[row * columns + column] * rowFactors[row] * columnFactors[column];
  return (row, column, scored) => {
    const columnGroup = rows + column;
    if (scored) {
      sorted.remove(row, column);
      sorted.remove(columnGroup, row);
    }
    rowFactors[row] = factorOf(guard.rowLeft[row]);
    columnFactors[column] = factorOf(guard.columnLeft[column]);
    for (let place = sorted.start(row), end = sorted.end(row); place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = weigh(row, other);
      sorted.setAt(place, value);
      sorted.change(rows + other, row, value);
    }
    sorted.settle(row);
    for (let place = sorted.start(columnGroup), end = sorted.end(columnGroup); place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = weigh(other, column);
      sorted.setAt(place, value);
      sorted.change(other, column, value);
    }
    sorted.settle(columnGroup);
  };
}

/** RBA: as GBA, and what leaves hands its weight to the near members of its row and column. */
export const rba: Attack['run'] = (table, options = {}) => attackGroups(table, options, false, sharer);
/** RBA with the gap as a part of the group's spread. */
export const rbaNormalised: Attack['run'] = (table, options = {}) => attackGroups(table, options, true, sharer);

/** Each cell's distance, row weight and column weight stand side by side, since they are needed together. */
const STRIDE = 3;
const ROW_WEIGHT = 1;
const COLUMN_WEIGHT = 2;

/**
 * Each cell has a weight in its row and one in its column. A cell that leaves shares them equally among the others in the lower
 * cluster of its row and of its column, as they stood before; alone in its cluster it takes them with it.
 */
function sharer({ table, tolerance, sorted }: ComparableGroups): Leave {
  const { rows, columns } = table;
  const state = new Float64Array(STRIDE * table.cells.length);
  for (let cell = 0; cell < table.cells.length; cell += 1) {
    state[STRIDE * cell] = table.cells[cell];
    state[STRIDE * cell + ROW_WEIGHT] = 1 / columns;
    state[STRIDE * cell + COLUMN_WEIGHT] = 1 / rows;
  }
  /** Adds to one of a cell's weights; what it then weighs. */
  const receive = (cell: number, weight: number, part: number): number => {
    const at = STRIDE * cell;
    state[at + weight] += part;
    return state[at] * (1 - state[at + ROW_WEIGHT]) * (1 - state[at + COLUMN_WEIGHT]);
  };
  // How many stay in the lower cluster that a member leaves: they are the lowest of the group, in the same order as before.
  const othersBelow = (group: number, leaving: number, scored: boolean): number => {
    const below = sorted.belowGap(group, tolerance);
    if (!scored) return below;
    const inside = sorted.stands(group, leaving) < below;
    sorted.remove(group, leaving);
    return inside ? below - 1 : below;
  };

  return (row, column, scored) => {
    const columnGroup = rows + column;
    const leaving = STRIDE * (row * columns + column);
    const inRow = othersBelow(row, column, scored);
    const inColumn = othersBelow(columnGroup, row, scored);
    const rowPart = state[leaving + ROW_WEIGHT] / inRow;
    for (let place = sorted.start(row), end = place + inRow; place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = receive(row * columns + other, ROW_WEIGHT, rowPart);
      sorted.setAt(place, value);
      sorted.change(rows + other, row, value);
    }
    sorted.settle(row);
    const columnPart = state[leaving + COLUMN_WEIGHT] / inColumn;
    for (let place = sorted.start(columnGroup), end = place + inColumn; place < end; place += 1) {
      const other = sorted.memberAt(place);
      const value = receive(other * columns + column, COLUMN_WEIGHT, columnPart);
      sorted.setAt(place, value);
      sorted.change(other, column, value);
    }
    sorted.settle(columnGroup);
  };
}
