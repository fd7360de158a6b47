import { matchedTimes } from '../../../core/attack/matched.ts';
import { groupContent } from '../attack/attack-units.ts';
import type { StoredVerdict } from '../contracts.ts';
import type { FinishedUnit } from './finished-units.ts';

/** Eliminations of each attack on each row of each table: whole numbers, columns of equal length. Intervals and lifts are made from them. */
export interface RowFigures {
  readonly group: number[];
  readonly transaction: number[];
  readonly added: number[];
  /** In the order of the audit's attacks. */
  readonly attacks: readonly Eliminations[];
  /** Baseline: random eliminations, as many as the attack's, that also leave each row and column an item; summed over 200 draws. */
  readonly matched: readonly Eliminations[];
}

interface Eliminations {
  readonly eliminated: number[];
  readonly correct: number[];
}

export function emptyRows(attacks: number): RowFigures {
  const each = (): Eliminations[] => Array.from({ length: attacks }, () => ({ eliminated: [], correct: [] }));
  return { group: [], transaction: [], added: [], attacks: each(), matched: each() };
}

/** The rows of one unit, after those before it. Without the original there is nothing to add. */
export function addRows(rows: RowFigures, unit: FinishedUnit, seed: string): void {
  const { original, group } = unit;
  if (original === null) return;
  const width = group.members.length;
  const first = rows.group.length;
  for (const [row, { t }] of group.rows.entries()) {
    let added = 0;
    for (let cell = row * width; cell < (row + 1) * width; cell += 1) added += 1 - original[cell];
    rows.group.push(unit.unit);
    rows.transaction.push(t);
    rows.added.push(added);
    for (const list of [rows.attacks, rows.matched]) {
      for (const { eliminated, correct } of list) {
        eliminated.push(0);
        correct.push(0);
      }
    }
  }
  for (const [attack, verdict] of unit.verdicts.entries()) {
    const { eliminated, correct } = rows.attacks[attack];
    for (const cell of verdict.kind === 'decided' ? verdict.cells : []) {
      const row = first + Math.floor(cell / width);
      eliminated[row] += 1;
      correct[row] = correct[row] + 1 - original[cell];
    }
  }
  addMatched(rows.matched, first, unit, original, seed);
}

/** All attacks are compared with the same random draws (core/attack/matched). */
function addMatched(matched: readonly Eliminations[], first: number, unit: FinishedUnit, original: Uint8Array, seed: string): void {
  const counts = unit.verdicts.map((verdict: StoredVerdict) => (verdict.kind === 'decided' ? verdict.cells.length : 0));
  const attacks = [...counts.keys()].filter((attack) => counts[attack] > 0);
  if (attacks.length === 0) return;
  attacks.sort((a, b) => counts[a] - counts[b]);
  const { rows, members } = unit.group;
  const [shape, rising] = [{ rows: rows.length, columns: members.length }, attacks.map((attack) => counts[attack])];
  let rank = 0;
  for (const times of matchedTimes(shape, rising, { seed, key: groupContent(unit.group) })) {
    const { eliminated, correct } = matched[attacks[rank]];
    rank += 1;
    for (let cell = 0; cell < times.length; cell += 1) {
      const row = first + Math.floor(cell / members.length);
      eliminated[row] += times[cell];
      if (original[cell] === 0) correct[row] += times[cell];
    }
  }
}

/** Whole numbers only, so that tallies add up to the same in any order. */
export const emptyTally = () => ({
  groups: 0,
  erroredGroups: 0,
  decidedGroups: 0,
  cells: 0,
  scored: 0,
  eliminated: 0,
  correct: 0,
  added: 0,
});
export type Tally = ReturnType<typeof emptyTally>;

/** Result of one attack on one unit. Cells that it could not decide count as not removed. */
export function tallyUnit(unit: FinishedUnit, verdict: StoredVerdict): Tally {
  const { cells } = unit.scored;
  let scored = 0;
  for (const cell of cells) if (!Number.isNaN(cell)) scored += 1;
  const original = unit.original;
  const eliminated = verdict.kind === 'decided' ? verdict.cells : [];
  let [correct, added] = [0, 0];
  if (original !== null) {
    for (const cell of eliminated) correct += 1 - original[cell];
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
