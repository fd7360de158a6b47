import { exp } from '../../numeric/numeric.ts';
import { coverDecision } from './cover.ts';
import { calibrated } from './isotonic.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { eliminationOrder } from './precise-decision.ts';
import type { TrainedModel } from './train.ts';

/** `cover`: the likeliest table. `precise`: as far as held-out practice kept the asked precision. */
export type DecisionKind = 'cover' | 'precise';

interface Decision {
  /** Eliminated cells, the surest first. */
  readonly cells: readonly number[];
  /** Calibrated probability that each cell was added. */
  readonly added: Float64Array;
}

/** Decides one table from its log-odds at the base rate of practice and the release's shift. */
export function decide(model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): Decision {
  const atPractice = likely(model, 0, table);
  const added = calibratedAdded(model, shift, atPractice);
  if (kind === 'precise') return { cells: preciseCells(model, shift, table), added };
  const probability = shift === 0 ? atPractice : likely(model, shift, table);
  const surest = (a: number, b: number): number => (probability[a] as number) - (probability[b] as number) || a - b;
  return { cells: coverCells(shift, table).sort(surest), added };
}

/** What is decided, in no order: of hundreds of tables by each model of an ensemble. */
export const eliminated = (model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): readonly number[] =>
  kind === 'precise' ? preciseCells(model, shift, table) : coverCells(shift, table);

/** Calibrated probability that each cell was added, whatever is decided. */
export const addedOf = (model: TrainedModel, shift: number, table: ScoredTable): Float64Array =>
  calibratedAdded(model, shift, likely(model, 0, table));

/** The map was made where the shift is 0, and holds there: what it says moves with the base rate afterwards. */
function calibratedAdded(model: TrainedModel, shift: number, atPractice: Float64Array): Float64Array {
  const odds = exp(shift);
  return atPractice.map((p) => {
    const kept = calibrated(model.calibration, p);
    return (1 - kept) / (1 - kept + kept * odds);
  });
}

/** What was promised on practice is not stretched because the release may be sparser. */
const preciseCells = (model: TrainedModel, shift: number, table: ScoredTable): number[] =>
  eliminationOrder({ ...table, probability: likely(model, Math.max(0, shift), table) }, model.cut.most);

function coverCells(shift: number, { s, rows, columns }: ScoredTable): number[] {
  const kept = coverDecision(shifted(s, shift), rows, columns);
  return Array.from(kept.keys()).filter((cell) => kept[cell] === 0);
}

const likely = (model: TrainedModel, shift: number, table: ScoredTable): Float64Array =>
  marginalsOf({ ...table, s: shifted(table.s, shift) }, model.constrained, model.seed);

const shifted = (s: Float64Array, shift: number): Float64Array => (shift === 0 ? s : s.map((each) => each + shift));
