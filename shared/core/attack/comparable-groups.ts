import type { AttackOptions } from './attack.ts';
import { Guard } from './guard.ts';
import { eliminateNever } from './never-first.ts';
import { SortedGroups } from './sorted-groups.ts';
import { candidatesOf, type DistanceTable, isNever, TIE, toleranceOf } from './table.ts';
import { thresholdOf } from './threshold.ts';
import type { TableVerdict } from './verdict.ts';
import { weightedTable } from './weights.ts';

/** What GBA and RBA share: the table, and its groups in order. */
export interface ComparableGroups {
  readonly table: DistanceTable;
  readonly guard: Guard;
  readonly tolerance: number;
  readonly sorted: SortedGroups;
}

/**
 * Weighs anew the members that a cell's leaving changes. It takes the cell out of its two groups when they hold it, which they
 * do when it is scored by a number.
 */
export type Leave = (row: number, column: number, scored: boolean) => void;

/**
 * Above this many members changed in the worst case the attack is refused: it would take minutes. A table of 2,000 x 2,000 is
 * below it, one of 100,000 x 8 above.
 */
const MOST_CHANGES = 2e10;

/**
 * Takes the greatest member of the most vulnerable group, again and again, while its vulnerability is above the threshold.
 * An elimination changes the members of its own row and column and, through them, one member of each group that crosses them:
 * (rows + columns) x (the members one passes, mostly none). The naive form sorts every group each time.
 */
export function attackGroups(
  table: DistanceTable,
  options: AttackOptions,
  normalised: boolean,
  weigher: (groups: ComparableGroups) => Leave,
): TableVerdict {
  const { rows, columns, cells } = table;
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
    leave(guard.rowOf(cell), guard.columnOf(cell), !isNever(cells[cell] as number));
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

/** Finds the group to take from. */
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

  /** The cell of the group's greatest member; -1 of an empty group. */
  greatest(group: number): number {
    const { sorted, tolerance, table } = this.#groups;
    const member = sorted.greatest(group, tolerance);
    if (member < 0) return -1;
    return group < table.rows ? group * table.columns + member : member * table.columns + group - table.rows;
  }

  /** Whether the guard lets the group's greatest member go. */
  #isOpen(group: number): boolean {
    const { guard, table } = this.#groups;
    if (group < table.rows && (guard.rowLeft[group] as number) < 2) return false;
    const cell = this.greatest(group);
    return cell >= 0 && guard.lets(cell);
  }
}
