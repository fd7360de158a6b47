import type { AttackOptions } from './attack.ts';
import { Guard } from './guard.ts';
import { eliminateNever } from './never-first.ts';
import { SortedGroups } from './sorted-groups.ts';
import { candidatesOf, type DistanceTable, isNever, TIE, toleranceOf } from './table.ts';
import { thresholdOf } from './threshold.ts';
import type { Verdict } from './verdict.ts';
import { weightedTable } from './weights.ts';

/** What GBA and RBA share: the table's groups in order, and who may still leave. */
export interface Groups {
  readonly table: DistanceTable;
  readonly guard: Guard;
  readonly tolerance: number;
  readonly rows: SortedGroups;
  readonly columns: SortedGroups;
}

/** Takes a cell out of the groups that hold it and weighs anew the members that its leaving changes. */
export type Leave = (cell: number, scored: boolean) => void;

/**
 * Above this many members changed in the worst case the attack is refused: about five minutes on one core. A table of
 * 2,000 x 2,000 is below it, one of 100,000 x 8 above.
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
  weigher: (groups: Groups) => Leave,
): Verdict {
  const { rows: rowCount, columns: columnCount, cells } = table;
  if (rowCount * columnCount * (rowCount + columnCount) > MOST_CHANGES) {
    const size = `${rowCount} x ${columnCount}`;
    return { kind: 'not computable', reason: `a table of ${size} takes too long with an attack on groups; tba and wba can do it` };
  }
  const guard = new Guard(table);
  const tolerance = toleranceOf(table);
  const candidates = candidatesOf(table);
  const values = weightedTable(table, guard);
  const rows = new SortedGroups(rowCount, columnCount, guard.rowOf, candidates, values);
  const columns = new SortedGroups(columnCount, rowCount, guard.columnOf, candidates, values);
  const selection = new Selection({ table, guard, tolerance, rows, columns }, normalised);
  const delta = thresholdOf(selection.vulnerabilities(), options) as number;

  const leave = weigher({ table, guard, tolerance, rows, columns });
  eliminateNever(table, guard, (cell) => leave(cell, !isNever(cells[cell] as number)));
  for (;;) {
    const chosen = selection.mostVulnerable();
    if (chosen === null || !(chosen.vulnerability - delta > selection.tie)) break;
    guard.eliminate(chosen.cell, chosen.vulnerability);
    leave(chosen.cell, true);
  }
  return { kind: 'decided', delta, eliminations: guard.eliminations };
}

/** Finds the group to take from: rows are visited first, then columns. */
class Selection {
  /** Vulnerabilities no further apart than this are equal. */
  readonly tie: number;
  readonly #groups: Groups;
  readonly #normalised: boolean;
  readonly #count: number;

  constructor(groups: Groups, normalised: boolean) {
    this.#groups = groups;
    this.#normalised = normalised;
    this.#count = groups.table.rows + groups.table.columns;
    this.tie = normalised ? TIE : groups.tolerance;
  }

  vulnerabilities(): Float64Array {
    return Float64Array.from({ length: this.#count }, (_, index) => this.#vulnerability(index));
  }

  /** The first group within a tie of the most vulnerable of those whose greatest member the guard lets go. */
  mostVulnerable(): { readonly vulnerability: number; readonly cell: number } | null {
    let most = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.#count; index += 1) {
      if (this.#bound(index) <= most) continue;
      const vulnerability = this.#vulnerability(index);
      if (vulnerability > most && this.#greatest(index) !== null) most = vulnerability;
    }
    if (most === Number.NEGATIVE_INFINITY) return null;
    for (let index = 0; index < this.#count; index += 1) {
      if (most - this.#bound(index) > this.tie) continue;
      const vulnerability = this.#vulnerability(index);
      if (most - vulnerability > this.tie) continue;
      const cell = this.#greatest(index);
      if (cell !== null) return { vulnerability, cell };
    }
    return null;
  }

  #vulnerability(index: number): number {
    const { rows, columns, table, tolerance } = this.#groups;
    const [kind, group] = index < table.rows ? [rows, index] : [columns, index - table.rows];
    const gap = kind.largestGap(group);
    return gap > tolerance ? this.#scaled(gap, kind.spread(group)) : 0;
  }

  /** No less than the vulnerability, and found without looking at the group's members. */
  #bound(index: number): number {
    const { rows, columns, table } = this.#groups;
    const [kind, group] = index < table.rows ? [rows, index] : [columns, index - table.rows];
    const gap = kind.gapBound(group);
    return gap > 0 ? this.#scaled(gap, kind.spread(group)) : 0;
  }

  #scaled(gap: number, spread: number): number {
    return this.#normalised ? gap / spread : gap;
  }

  /** The group's greatest member, or null where the guard keeps it. */
  #greatest(index: number): number | null {
    const { rows, columns, table, guard, tolerance } = this.#groups;
    if (index < table.rows && (guard.rowLeft[index] as number) < 2) return null;
    const cell = index < table.rows ? rows.greatest(index, tolerance) : columns.greatest(index - table.rows, tolerance);
    return cell !== null && guard.lets(cell) ? cell : null;
  }
}
