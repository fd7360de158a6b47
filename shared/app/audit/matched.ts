import type { StoredVerdict } from '../../contracts/work.ts';
import { DRAWS, matchedDraws } from '../../core/attack/matched.ts';
import { contentOf } from './process-units.ts';
import type { FinishedUnit } from './slice.ts';
import { restoreTable } from './stored.ts';

/** For each draw, what as many eliminations as the attack's would have done: whole numbers, added up over the release. */
export interface MatchedTally {
  readonly eliminated: number[];
  readonly correct: number[];
}

export const emptyMatched = (): MatchedTally => ({ eliminated: new Array(DRAWS).fill(0), correct: new Array(DRAWS).fill(0) });

/** One draw after another, all attacks on the same luck. */
export function addMatched(totals: readonly MatchedTally[], unit: FinishedUnit, seed: string): void {
  const original = unit.original;
  const counts = unit.verdicts.map((verdict: StoredVerdict) => (verdict.kind === 'decided' ? verdict.cells.length : 0));
  if (original === null || counts.every((count) => count === 0)) return;
  const table = restoreTable(unit.scored, unit.group.members.length);
  const key = contentOf(unit.group);
  let draw = 0;
  for (const taken of matchedDraws(table, counts, { seed, key })) {
    for (const [attack, cells] of taken.entries()) {
      const { eliminated, correct } = totals[attack] as MatchedTally;
      let right = 0;
      for (const cell of cells) right += 1 - (original[cell] as number);
      eliminated[draw] = (eliminated[draw] as number) + cells.length;
      correct[draw] = (correct[draw] as number) + right;
    }
    draw += 1;
  }
}
