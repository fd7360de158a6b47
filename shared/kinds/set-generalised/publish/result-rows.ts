import { ATTACKS, AUDITS, LIFTS, RELIABILITY } from '../../../contracts/audit-tables.ts';
import { attackCells, type CellValue, rowOf } from '../../../contracts/table.ts';
import { share } from '../../../core/statistics/share.ts';
import { auditColumns } from '../../../kit/publish/audit-columns.ts';
import type { AttackResult } from './attack-results.ts';
import type { FinishedAudit, SetGeneralisedOutcome } from './finish-audit.ts';
import { type AttackLift, bestBaselineOf, liftOver } from './lifts.ts';

export function auditRow(audit: FinishedAudit, outcome: SetGeneralisedOutcome, finished: Date): CellValue[] {
  const { sources, texts = null } = audit;
  const { release, plan, context, choice, unmatched } = outcome;
  return rowOf(AUDITS, {
    ...auditColumns('set-generalised', audit, outcome, finished),
    transactions: release.transactions,
    groups: plan.groups,
    groups_of_one: plan.groupsOfOne,
    inferred: release.inferred,
    rows: plan.rows,
    cells: plan.cells,
    rows_without_context: plan.rowsWithoutContext,
    added: plan.originalCells === null ? null : plan.cells - plan.originalCells,
    density: plan.originalCells === null ? null : share(plan.originalCells, plan.cells),
    context: context.kind,
    context_width: context.kind === 'nearest' ? context.w : null,
    sources: JSON.stringify(sources.map(({ source }) => `${source.id}@${source.version}`)),
    unmatched_items: unmatched.length,
    unmatched_occurrences: unmatched.reduce((total, [, times]) => total + times, 0),
    best_attack: choice?.attack.name ?? null,
    best_of: choice?.tried ?? null,
    ...(choice === null ? {} : quoted('precision', choice.precision)),
    ...(choice === null ? {} : quoted('recall', choice.recall)),
    ...(choice === null ? {} : quoted('f1', choice.f1)),
    texts: texts === null ? null : JSON.stringify(texts),
  });
}

function quoted(
  measure: string,
  { value, interval }: NonNullable<SetGeneralisedOutcome['choice']>['f1'],
): Readonly<Record<string, CellValue>> {
  return {
    [`best_${measure}`]: value,
    [`best_${measure}_low`]: interval?.low ?? null,
    [`best_${measure}_high`]: interval?.high ?? null,
  };
}

type Cells = Readonly<Record<string, CellValue>>;

export function attackRow(result: AttackResult): CellValue[] {
  const { attack, tally, hasOriginal, random, blind, matched, measures, intervals, calibration } = result;
  return rowOf(ATTACKS, {
    ...attackCells(attack),
    parameters: JSON.stringify(attack.parameters),
    baseline: attack.baseline,
    status: result.status,
    reason: result.reason,
    errored_groups: tally.erroredGroups,
    cells: tally.cells,
    scored_cells: tally.scored,
    coverage: result.coverage,
    eliminated: tally.eliminated,
    correct: hasOriginal ? tally.correct : null,
    added: hasOriginal ? tally.added : null,
    ...withEnds('precision', result.precision, intervals.precision),
    ...withEnds('recall', result.recall, intervals.recall),
    ...withEnds('f1', result.f1, intervals.f1),
    base_precision: result.basePrecision,
    ...baseline('random', random),
    ...baseline('blind', blind),
    ...baseline('matched', matched),
    best_baseline: bestBaselineOf(result),
    ...lifted('f1_lift', liftOver(result, 'best baseline', 'f1')),
    ...lifted('precision_lift', liftOver(result, 'matched', 'precision')),
    calibration_error: calibration?.error ?? null,
    calibration_floor: calibration?.floor ?? null,
    calibration_on: calibration?.on ?? null,
    protections: measures.protections?.all ?? null,
    protections_broken: measures.protections?.broken ?? null,
    protections_truly_broken: measures.protections?.trulyBroken ?? null,
    protections_unheld: measures.protections?.unheld ?? null,
    uniqueness_before: measures.uniqueness?.before ?? null,
    uniqueness_after: measures.uniqueness?.after ?? null,
    uniqueness_true: measures.uniqueness?.truly ?? null,
    details: result.details === null ? null : JSON.stringify(result.details),
  });
}

const withEnds = (name: string, value: number | null, interval: Pick<AttackLift, 'low' | 'high'> | null): Cells => ({
  [name]: value,
  [`${name}_low`]: interval?.low ?? null,
  [`${name}_high`]: interval?.high ?? null,
});

const lifted = (name: string, lift: AttackLift | null): Cells => withEnds(name, lift?.lift ?? null, lift);

const baseline = (name: string, { precision, recall, f1 }: AttackResult['random']): Cells => ({
  [`${name}_precision`]: precision,
  [`${name}_recall`]: recall,
  [`${name}_f1`]: f1,
});

export const liftRows = ({ attack, lifts }: AttackResult): CellValue[][] =>
  lifts.map((each) => {
    const { over, measure, of: value, yardstick } = each;
    return rowOf(LIFTS, { ...attackCells(attack), over, measure, value, over_value: yardstick, ...lifted('lift', each) });
  });

export const reliabilityRows = ({ attack, calibration }: AttackResult): CellValue[][] =>
  calibration?.bins.map(({ cells, said, was }, bin) =>
    rowOf(RELIABILITY, { ...attackCells(attack), measured_on: calibration.on, bin, cells, said, was }),
  ) ?? [];
