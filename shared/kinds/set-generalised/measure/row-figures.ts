import type { StoredVerdict } from '../../../contracts/work.ts';
import { eachMatched } from '../../../core/attack/matched.ts';
import { groupContent } from '../attack/process-units.ts';
import type { FinishedUnit } from './finished-units.ts';

/** What each attack did on each row of each table: whole numbers, columns of equal length. Intervals and lifts are made from them. */
export interface RowFigures {
  readonly group: number[];
  readonly transaction: number[];
  readonly added: number[];
  /** In the order of the audit's attacks. */
  readonly attacks: readonly Eliminations[];
  /** What as many eliminations at random did, under the same guard: all 200 draws added up. */
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
    for (let cell = row * width; cell < (row + 1) * width; cell += 1) added += 1 - (original[cell] as number);
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
    const { eliminated, correct } = rows.attacks[attack] as Eliminations;
    for (const cell of verdict.kind === 'decided' ? verdict.cells : []) {
      const row = first + Math.floor(cell / width);
      eliminated[row] = (eliminated[row] as number) + 1;
      correct[row] = (correct[row] as number) + 1 - (original[cell] as number);
    }
  }
  addMatched(rows.matched, first, unit, original, seed);
}

/**
 * One draw after another, all attacks on the same luck. The cells of most attacks are the beginnings of one order, so with attacks by rising
 * number a cell is taken by the first whose number reaches it and by those after it: a draw costs its longest order, however many attacks.
 */
function addMatched(matched: readonly Eliminations[], first: number, unit: FinishedUnit, original: Uint8Array, seed: string): void {
  const counts = unit.verdicts.map((verdict: StoredVerdict) => (verdict.kind === 'decided' ? verdict.cells.length : 0));
  const attacks = [...counts.keys()].filter((attack) => (counts[attack] as number) > 0);
  if (attacks.length === 0) return;
  attacks.sort((a, b) => (counts[a] as number) - (counts[b] as number));
  const size = original.length;
  const width = unit.group.members.length;
  const rising = attacks.map((attack) => counts[attack] as number);
  /** For each attack and cell, how many draws took it that the attack before did not, less those the other way about. */
  const more = new Int32Array((attacks.length + 1) * size);
  const key = groupContent(unit.group);
  eachMatched({ rows: size / width, columns: width }, rising, { seed, key }, ({ cells, length }, from, to) => {
    for (let rank = from, at = 0; rank < to; rank += 1) {
      const end = Math.min(length, rising[rank] as number);
      for (; at < end; at += 1) {
        const [first, after] = [rank * size + (cells[at] as number), to * size + (cells[at] as number)];
        more[first] = (more[first] as number) + 1;
        more[after] = (more[after] as number) - 1;
      }
    }
  });
  const draws = new Int32Array(size);
  for (const [rank, attack] of attacks.entries()) {
    const { eliminated, correct } = matched[attack] as Eliminations;
    for (let cell = 0; cell < size; cell += 1) {
      const times = (draws[cell] as number) + (more[rank * size + cell] as number);
      draws[cell] = times;
      const row = first + Math.floor(cell / width);
      eliminated[row] = (eliminated[row] as number) + times;
      if (original[cell] === 0) correct[row] = (correct[row] as number) + times;
    }
  }
}
