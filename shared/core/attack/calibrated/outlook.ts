import { type DecisionKind, decide } from './decide.ts';
import type { ScoredTable } from './marginals.ts';
import type { TrainedModel } from './train.ts';

export interface Expected {
  /** Null where nothing is eliminated. */
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface Outlook {
  /** By the model's own calibrated probabilities. */
  readonly expected: Expected;
  /** The same decisions if the density of the release were less, or more, by 0.1 than estimated. */
  readonly ifSparser: Expected;
  readonly ifDenser: Expected;
}

const STEP = 0.1;

/** What the decisions are expected to reach, and how that would move if the base rate was misjudged. */
export function outlook(model: TrainedModel, shift: number, tables: readonly ScoredTable[], kind: DecisionKind): Outlook {
  const decided = tables.map((table) => decide(model, shift, table, kind));
  const density = 1 - shareAdded(decided.map(({ added }) => added));
  const moved = (wanted: number): Expected => {
    // The odds of all cells move together until the expected density is the wanted one.
    let [low, high] = [-6, 6];
    const at = (by: number): Float64Array[] => decided.map(({ added }) => added.map((p) => tilted(p, by)));
    for (let round = 0; round < 30; round += 1) {
      const middle = (low + high) / 2;
      if (1 - shareAdded(at(middle)) > wanted) low = middle;
      else high = middle;
    }
    return reached(
      decided.map(({ cells }) => cells),
      at((low + high) / 2),
    );
  };
  return {
    expected: reached(
      decided.map(({ cells }) => cells),
      decided.map(({ added }) => added),
    ),
    ifSparser: moved(Math.max(0.01, density - STEP)),
    ifDenser: moved(Math.min(0.99, density + STEP)),
  };
}

/** A probability whose log-odds move by so many halvings or doublings. */
function tilted(p: number, by: number): number {
  let factor = 1;
  for (let left = Math.abs(by); left > 0; left -= 1) factor *= left >= 1 ? 2 : 1 + left;
  const odds = by >= 0 ? p * factor : p / factor;
  return odds / (odds + 1 - p);
}

function shareAdded(added: readonly Float64Array[]): number {
  let total = 0;
  let cells = 0;
  for (const each of added) for (const p of each) [total, cells] = [total + p, cells + 1];
  return cells === 0 ? 0 : total / cells;
}

function reached(cells: readonly (readonly number[])[], added: readonly Float64Array[]): Expected {
  let [right, made, all] = [0, 0, 0];
  for (const [at, each] of added.entries()) {
    for (const p of each) all += p;
    for (const cell of cells[at] as readonly number[]) [right, made] = [right + (each[cell] as number), made + 1];
  }
  return { precision: made === 0 ? null : right / made, recall: all === 0 ? null : right / all };
}
