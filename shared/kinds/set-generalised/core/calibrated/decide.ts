import { assign } from '../../../../core/numeric/assignment.ts';
import { exp } from '../../../../core/numeric/numeric.ts';
import { calibrated } from '../../../../core/statistics/isotonic.ts';
import { lowerEnd } from './between-worlds.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { eliminationOrder } from './precise-decision.ts';
import type { TrainedModel } from './train.ts';

/** `cover`: the most probable table. `precise`: as many eliminations as kept the asked precision on held-out practice. */
export type DecisionKind = 'cover' | 'precise';

interface Decision {
  readonly cells: readonly number[];
  /** Calibrated probability that each cell was added: the middle of what worlds say. */
  readonly added: Float64Array;
  /** At least that: by it members are named, at the lower end of what worlds say of them. */
  readonly cautious: Float64Array;
}

/** What a model says of a table, whichever way it then decides. */
export interface TableSaid extends Pick<Decision, 'added' | 'cautious'> {
  /** Probability that each cell is original, at the density of practice and at that of the release. */
  readonly atPractice: Float64Array;
  readonly atRelease: Float64Array;
}

export function saidOf(model: TrainedModel, shift: number, table: ScoredTable): TableSaid {
  const atPractice = likely(model, 0, table);
  const atRelease = shift === 0 ? atPractice : likely(model, shift, table);
  const odds = exp(shift);
  const added = new Float64Array(atPractice.length);
  const cautious = new Float64Array(atPractice.length);
  for (let cell = 0; cell < added.length; cell += 1) {
    const kept = calibrated(model.calibration, atPractice[cell]);
    added[cell] = shiftedAdded(kept, odds);
    cautious[cell] = cautiouslyAdded(model, kept, added[cell], odds);
  }
  return { atPractice, atRelease, added, cautious };
}

export const decide = (model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): Decision =>
  decideBy(saidOf(model, shift, table), model, shift, table, kind);

export function decideBy(said: TableSaid, model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): Decision {
  const { atPractice, atRelease, added, cautious } = said;
  if (kind === 'precise') return { cells: preciseCells(model, table, atPractice), added, cautious };
  const surest = (a: number, b: number): number => atRelease[a] - atRelease[b] || a - b;
  return { cells: coverCells(shift, table).sort(surest), added, cautious };
}

/** Eliminated cells in no order: faster, for hundreds of tables by each ensemble member. */
export const eliminated = (model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): readonly number[] =>
  kind === 'cover' ? coverCells(shift, table) : model.cut.most < 0 ? [] : preciseCells(model, table, likely(model, 0, table));

/** The calibration map was fitted at shift 0, so the shift of the base rate is applied after it. */
export function addedOf(model: TrainedModel, shift: number, table: ScoredTable): Float64Array {
  const odds = exp(shift);
  return likely(model, 0, table).map((p) => shiftedAdded(calibrated(model.calibration, p), odds));
}

/** A release that may be denser makes no member surer. Members that are rather added are not named: there it is what is said. */
function cautiouslyAdded({ between }: TrainedModel, kept: number, added: number, odds: number): number {
  if (added >= 0.5) return added;
  const low = lowerEnd(between, kept);
  return Math.min(0.5, Math.max(shiftedAdded(low, odds), 1 - low));
}

const shiftedAdded = (kept: number, odds: number): number => (1 - kept) / (1 - kept + kept * odds);

/** The cut knows how much denser than practice the release may be. */
const preciseCells = ({ cut }: TrainedModel, table: ScoredTable, probability: Float64Array): number[] =>
  eliminationOrder({ ...table, probability }, cut.most);

function coverCells(shift: number, { s, rows, columns }: ScoredTable): number[] {
  const kept = coverDecision(shifted(s, shift), rows, columns);
  const out: number[] = [];
  for (let cell = 0; cell < kept.length; cell += 1) if (kept[cell] === 0) out.push(cell);
  return out;
}

const likely = (model: TrainedModel, shift: number, table: ScoredTable): Float64Array =>
  marginalsOf({ ...table, s: shifted(table.s, shift) }, model.constrained, model.seed);

const shifted = (s: Float64Array, shift: number): Float64Array => (shift === 0 ? s : s.map((each) => each + shift));

/**
 * The most probable table in which every row and column keeps an original item: all cells with s > 0, and a minimum-weight edge cover of the
 * uncovered rows and columns: each takes its best cell, unless a matching of uncovered rows with uncovered columns saves one. Exact; O(shorter^2 x
 * longer). 1: kept as original.
 */
export function coverDecision(s: Float64Array, rows: number, columns: number): Uint8Array {
  const bestColumn = new Int32Array(rows);
  const bestRow = new Int32Array(columns);
  const kept = new Uint8Array(s.length);
  for (let cell = 0, row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const each = s[cell];
      if (each > 0) kept[cell] = 1;
      // Ties: the first one.
      if (each > s[row * columns + bestColumn[row]]) bestColumn[row] = column;
      if (each > s[bestRow[column] * columns + column]) bestRow[column] = row;
    }
  }
  const best = (row: number): number => row * columns + bestColumn[row];
  const bestAbove = (column: number): number => bestRow[column] * columns + column;
  const openRows: number[] = [];
  const openColumns: number[] = [];
  for (let row = 0; row < rows; row += 1) if (kept[best(row)] === 0) openRows.push(row);
  for (let column = 0; column < columns; column += 1) if (kept[bestAbove(column)] === 0) openColumns.push(column);
  if (openRows.length === 0 && openColumns.length === 0) return kept;
  const across = openColumns.length;
  // Cost of covering a row and a column by one cell, minus covering them separately.
  const costs = new Float64Array(openRows.length * across);
  let saves = false;
  for (let i = 0; i < openRows.length; i += 1) {
    const row = openRows[i];
    for (let j = 0; j < across; j += 1) {
      const cost = s[best(row)] + s[bestAbove(openColumns[j])] - s[row * columns + openColumns[j]];
      costs[i * across + j] = Math.min(0, cost);
      if (cost < 0) saves = true;
    }
  }
  // Pairs of cost 0 save nothing and are not used.
  const together = saves ? (assign(openRows.length, across, costs)?.columnOf ?? NONE) : NONE;
  const paired = new Set<number>();
  for (const [i, row] of openRows.entries()) {
    const j = together[i] ?? -1;
    if (j >= 0 && costs[i * across + j] < 0) {
      const column = openColumns[j];
      kept[row * columns + column] = 1;
      paired.add(column);
    } else kept[best(row)] = 1;
  }
  for (const column of openColumns) if (!paired.has(column)) kept[bestAbove(column)] = 1;
  return kept;
}

const NONE = new Int32Array();
