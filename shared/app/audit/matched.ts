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
    // The cells of most attacks are the beginnings of one order: its right ones are counted once.
    const orders = new Map<ArrayBufferLike, Int32Array>();
    for (const [attack, cells] of taken.entries()) {
      if (cells.length === 0) continue;
      let right = orders.get(cells.buffer);
      if (right === undefined) {
        right = runningRight(new Int32Array(cells.buffer), original);
        orders.set(cells.buffer, right);
      }
      const { eliminated, correct } = totals[attack] as MatchedTally;
      eliminated[draw] = (eliminated[draw] as number) + cells.length;
      correct[draw] = (correct[draw] as number) + (right[cells.length] as number);
    }
    draw += 1;
  }
}

/** At n, how many of the first n cells were added. */
function runningRight(cells: Int32Array, original: Uint8Array): Int32Array {
  const right = new Int32Array(cells.length + 1);
  for (let at = 0; at < cells.length; at += 1) right[at + 1] = (right[at] as number) + 1 - (original[cells[at] as number] as number);
  return right;
}
