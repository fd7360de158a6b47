import type { ScoredRecord, StoredDistance, StoredVerdict } from '../../contracts/work.ts';
import type { DistanceTable } from '../../core/attack/table.ts';
import type { Verdict } from '../../core/attack/verdict.ts';
import type { RelatednessState } from '../../core/relatedness/relatedness.ts';
import type { ScoredGroup } from './score-groups.ts';

/** The states in the order of their stored numbers. Append only. */
export const STATES: readonly RelatednessState[] = ['ok', 'never together', 'unreliable', 'undefined'];

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
export const storeDistance = (value: number): StoredDistance => (value === Number.POSITIVE_INFINITY ? 'never' : numberOrNull(value));
export const restoreDistance = (value: StoredDistance): number =>
  value === null ? Number.NaN : value === 'never' ? Number.POSITIVE_INFINITY : value;

export function storeScored(unit: number, { table, pairs, unmatchedMembers, unmatchedContext }: ScoredGroup): ScoredRecord {
  return {
    unit,
    cells: Array.from(table.cells, storeDistance),
    unmatchedMembers,
    unmatchedContext,
    pairs: {
      source: pairs.map(({ source }) => source),
      state: pairs.map(({ state }) => STATES.indexOf(state)),
      distance: pairs.map(({ distance }) => storeDistance(distance)),
      item: pairs.map(({ item }) => numberOrNull(item)),
      context: pairs.map(({ context }) => numberOrNull(context)),
      both: pairs.map(({ both }) => numberOrNull(both)),
      flags: pairs.map(({ flags }) => flags),
    },
  };
}

export function restoreTable({ cells }: ScoredRecord, columns: number): DistanceTable {
  return { rows: cells.length / columns, columns, cells: Float64Array.from(cells, restoreDistance) };
}

export function storeVerdict(verdict: Verdict, columns: number): StoredVerdict {
  if (verdict.kind !== 'decided') return verdict;
  return {
    kind: 'decided',
    delta: verdict.delta,
    cells: verdict.eliminations.map(({ row, column }) => row * columns + column),
    why: verdict.eliminations.map(({ why }) => (why === null ? null : storeDistance(why))),
  };
}

export const scoredPrefix = (slice: number): string => `scored/${String(slice).padStart(6, '0')}/`;
export const outcomePrefix = (slice: number, plan: string): string => `outcomes/${plan}/${String(slice).padStart(6, '0')}/`;
export const unitKey = (prefix: string, unit: number): string => `${prefix}${String(unit).padStart(9, '0')}.jsonl`;
