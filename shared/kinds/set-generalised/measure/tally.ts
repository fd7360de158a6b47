import type { StoredVerdict } from '../../../contracts/work.ts';
import type { FinishedUnit } from './finished-units.ts';

/** Whole numbers only, so that tallies add up to the same in any order. */
export interface Tally {
  groups: number;
  erroredGroups: number;
  decidedGroups: number;
  cells: number;
  scored: number;
  eliminated: number;
  correct: number;
  added: number;
}

export const emptyTally = (): Tally => ({
  groups: 0,
  erroredGroups: 0,
  decidedGroups: 0,
  cells: 0,
  scored: 0,
  eliminated: 0,
  correct: 0,
  added: 0,
});

/** What one attack did on one unit. Cells of groups that it could not decide count, as not removed. */
export function tallyUnit(unit: FinishedUnit, verdict: StoredVerdict): Tally {
  const { cells } = unit.scored;
  let scored = 0;
  for (const cell of cells) if (!Number.isNaN(cell)) scored += 1;
  const original = unit.original;
  const eliminated = verdict.kind === 'decided' ? verdict.cells : [];
  let [correct, added] = [0, 0];
  if (original !== null) {
    for (const cell of eliminated) correct += 1 - (original[cell] as number);
    for (const held of original) added += 1 - held;
  }
  return {
    groups: 1,
    erroredGroups: verdict.kind === 'errored' ? 1 : 0,
    decidedGroups: verdict.kind === 'decided' ? 1 : 0,
    cells: cells.length,
    scored,
    eliminated: eliminated.length,
    correct,
    added,
  };
}

export function addTally(total: Tally, part: Tally): void {
  for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += part[key];
}
