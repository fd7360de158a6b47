import { exp } from '../../../../core/numeric/numeric.ts';
import type { Interval } from '../../../../core/statistics/intervals.ts';
import { NORMAL_975 } from '../../../../core/statistics/student.ts';
import { type DecisionKind, decide } from './decide.ts';
import type { ScoredTable } from './marginals.ts';
import type { TrainedModel } from './train.ts';
import type { TrainingError } from './training-error.ts';

export interface Expected {
  /** Null if nothing is eliminated. */
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface Outlook {
  readonly expected: Expected;
  /** The same decisions if the density were 0.1 lower (higher) than estimated. */
  readonly ifSparser: Expected;
  readonly ifDenser: Expected;
  /** 95 % ranges: density error of 0.1, error of log-odds, draw of practice, and chance of the cells. */
  readonly range: Range;
}

export type Range = Readonly<Record<keyof Expected, Interval | null>>;

interface OutlookErrors {
  /** Common standard error of all log-odds. */
  readonly logOdds: number;
  readonly training: TrainingError;
}

const STEP = 0.1;

export function outlook(
  model: TrainedModel,
  shift: number,
  tables: readonly ScoredTable[],
  kind: DecisionKind,
  errors: OutlookErrors,
): Outlook {
  const decided = tables.map((table) => decide(model, shift, table, kind));
  const cells = decided.map((each) => each.cells);
  const added = decided.map((each) => each.added);
  const density = 1 - shareAdded(added);
  const at = (by: number): Float64Array[] => {
    const factor = factorOf(by);
    return added.map((each) => each.map((p) => tilted(p, factor)));
  };
  const moved = (wanted: number): Expected => {
    // Shifts all odds until the expected density is the wanted one.
    let [low, high] = [-6, 6];
    for (let round = 0; round < 30; round += 1) {
      const middle = (low + high) / 2;
      if (1 - shareAdded(added, factorOf(middle)) > wanted) low = middle;
      else high = middle;
    }
    return reached(cells, at((low + high) / 2));
  };
  const expected = reached(cells, added);
  const [ifSparser, ifDenser] = [moved(Math.max(0.01, density - STEP)), moved(Math.min(0.99, density + STEP))];
  const off = (NORMAL_975 * errors.logOdds) / Math.LN2;
  const pairs = [
    [ifSparser, ifDenser],
    [reached(cells, at(off)), reached(cells, at(-off))],
  ] as const;
  const luck = luckOf(cells, added);
  const rangeOf = (rate: keyof Expected): Interval | null => {
    const own = expected[rate];
    if (own === null || own <= 0 || own >= 1) return null;
    const chance = NORMAL_975 * Math.sqrt(luck[rate] / (own * own * (1 - own) * (1 - own)) + errors.training[rate] * errors.training[rate]);
    const middle = logit(own);
    const reach = (side: 1 | -1): number => {
      let squares = chance * chance;
      for (const each of pairs) {
        const furthest = Math.max(...each.map((end) => side * (logit(end[rate] ?? own) - middle)), 0);
        squares += furthest * furthest;
      }
      return Math.sqrt(squares);
    };
    return { low: 1 / (1 + exp(reach(-1) - middle)), high: 1 / (1 + exp(-reach(1) - middle)) };
  };
  return { expected, ifSparser, ifDenser, range: { precision: rangeOf('precision'), recall: rangeOf('recall') } };
}

const logit = (share: number): number => {
  const within = Math.max(1e-6, Math.min(1 - 1e-6, share));
  return Math.log(within / (1 - within));
};

/** As if each cell were an independent draw. */
function luckOf(cells: readonly (readonly number[])[], added: readonly Float64Array[]): Record<keyof Expected, number> {
  const { recall } = reached(cells, added);
  let [made, all, ofPrecision, ofRecall] = [0, 0, 0, 0];
  for (const [at, each] of added.entries()) {
    const out = new Set(cells[at]);
    made += out.size;
    for (const [cell, p] of each.entries()) {
      const own = p * (1 - p);
      const off = (out.has(cell) ? 1 : 0) - (recall ?? 0);
      all += p;
      ofPrecision += out.has(cell) ? own : 0;
      ofRecall += own * off * off;
    }
  }
  return { precision: ofPrecision / Math.max(1, made * made), recall: ofRecall / Math.max(1, all * all) };
}

/** Factor 2^n on odds; for negative n divide instead. */
interface Factor {
  readonly by: number;
  readonly divides: boolean;
}

function factorOf(doublings: number): Factor {
  let by = 1;
  for (let left = Math.abs(doublings); left > 0; left -= 1) by *= left >= 1 ? 2 : 1 + left;
  return { by, divides: doublings < 0 };
}

function tilted(p: number, { by, divides }: Factor): number {
  const odds = divides ? p / by : p * by;
  return odds / (odds + 1 - p);
}

function shareAdded(added: readonly Float64Array[], moved: Factor | null = null): number {
  let total = 0;
  let cells = 0;
  // By index: it is asked for hundreds of times, and an iterator makes an object of each value.
  for (const each of added) {
    for (let cell = 0; cell < each.length; cell += 1) total += moved === null ? each[cell] : tilted(each[cell], moved);
    cells += each.length;
  }
  return cells === 0 ? 0 : total / cells;
}

function reached(cells: readonly (readonly number[])[], added: readonly Float64Array[]): Expected {
  let [right, made, all] = [0, 0, 0];
  for (const [at, each] of added.entries()) {
    for (const p of each) all += p;
    for (const cell of cells[at]) [right, made] = [right + each[cell], made + 1];
  }
  return { precision: made === 0 ? null : right / made, recall: all === 0 ? null : right / all };
}
