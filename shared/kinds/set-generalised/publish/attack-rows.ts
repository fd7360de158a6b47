import type { CellValue } from '../../../contracts/table.ts';
import type { Interval } from '../../../core/measure/intervals.ts';
import type { AttackResult } from './attack-results.ts';
import { type AttackLift, bestBaselineOf, liftOver } from './lifts.ts';

/** Cells in the order of the table `attacks`. */
export function attackRow(result: AttackResult): CellValue[] {
  const { attack, tally, hasOriginal, random, blind, matched, measures } = result;
  return [
    attack.name,
    attack.version,
    attack.parametersHash,
    JSON.stringify(attack.parameters),
    attack.baseline,
    result.status,
    result.reason,
    tally.erroredGroups,
    tally.cells,
    tally.scored,
    result.coverage,
    tally.eliminated,
    hasOriginal ? tally.correct : null,
    hasOriginal ? tally.added : null,
    ...withEnds(result.precision, result.intervals.precision),
    ...withEnds(result.recall, result.intervals.recall),
    ...withEnds(result.f1, result.intervals.f1),
    result.basePrecision,
    ...[random, blind, matched].flatMap(({ precision, recall, f1 }) => [precision, recall, f1]),
    ...bestBaseline(result),
    ...lifted(liftOver(result, 'matched', 'precision')),
    result.calibration?.error ?? null,
    result.calibration?.floor ?? null,
    result.calibration?.on ?? null,
    ...(['all', 'broken', 'trulyBroken', 'unheld'] as const).map((count) => measures.protections?.[count] ?? null),
    ...[measures.uniqueness?.before ?? null, measures.uniqueness?.after ?? null, measures.uniqueness?.truly ?? null],
    result.details === null ? null : JSON.stringify(result.details),
  ];
}

const withEnds = (value: number | null, interval: Interval | null): CellValue[] => [value, interval?.low ?? null, interval?.high ?? null];

const lifted = (lift: AttackLift | null): CellValue[] => [lift?.lift ?? null, lift?.low ?? null, lift?.high ?? null];
const bestBaseline = (result: AttackResult): CellValue[] => [bestBaselineOf(result), ...lifted(liftOver(result, 'best baseline', 'f1'))];
const attackCells = ({ attack }: AttackResult): CellValue[] => [attack.name, attack.version, attack.parametersHash];

/** Cells in the order of the table `lifts`. */
export const liftRows = (result: AttackResult): CellValue[][] =>
  result.lifts.map((each) => [...attackCells(result), each.over, each.measure, each.of, each.yardstick, ...lifted(each)]);

/** Cells in the order of the table `reliability`. */
export const reliabilityRows = (result: AttackResult): CellValue[][] =>
  result.calibration?.bins.map(({ cells, said, was }, bin) => [
    ...attackCells(result),
    result.calibration?.on ?? null,
    bin,
    cells,
    said,
    was,
  ]) ?? [];
