import { exp } from '../../numeric/numeric.ts';
import { coverDecision } from './cover.ts';
import { calibrated } from './isotonic.ts';
import { marginalsOf, type ScoredTable } from './marginals.ts';
import { eliminationOrder } from './precise-decision.ts';
import type { TrainedModel } from './train.ts';

/** `cover`: the likeliest table. `precise`: as far as held-out practice kept the asked precision. */
export type DecisionKind = 'cover' | 'precise';

export interface Decision {
  /** Eliminated cells, the surest first. */
  readonly cells: readonly number[];
  /** Calibrated probability that each cell was added. */
  readonly added: Float64Array;
}

/** Decides one table from its log-odds at the base rate of practice and the release's shift. */
export function decide(model: TrainedModel, shift: number, table: ScoredTable, kind: DecisionKind): Decision {
  const s = table.s.map((each) => each + shift);
  const probability = marginalsOf({ ...table, s }, model.constrained, model.seed);
  // The map was made where the shift is 0, and holds there: what it says moves with the base rate afterwards.
  const atPractice = shift === 0 ? probability : marginalsOf(table, model.constrained, model.seed);
  const odds = exp(shift);
  const added = atPractice.map((p) => {
    const kept = calibrated(model.calibration, p);
    return (1 - kept) / (1 - kept + kept * odds);
  });
  const surest = (a: number, b: number): number => (probability[a] as number) - (probability[b] as number) || a - b;
  if (kind === 'precise') {
    // What was promised on practice is not stretched because the release may be sparser.
    const careful = shift < 0 ? atPractice : probability;
    return { cells: eliminationOrder({ ...table, probability: careful }, model.cut.most), added };
  }
  const kept = coverDecision(s, table.rows, table.columns);
  return {
    cells: Array.from(kept.keys())
      .filter((cell) => kept[cell] === 0)
      .sort(surest),
    added,
  };
}
