import { percent } from '../../../core/verdict/figure-text.ts';
import { peopleForMachines } from '../../../kit/people/people-text.ts';
import { aligned, NOT_COMPUTABLE, paragraph, plural, wrapped } from '../../../kit/publish/text.ts';
import { conclusionForMachines, verdictLines } from '../../../kit/publish/verdict-text.ts';
import { type AttackResult, broken, type Rates } from './attack-results.ts';
import type { SetGeneralisedOutcome } from './finish-audit.ts';
import { type AttackLift, bestBaselineOf, choiceStatement, liftOver } from './lifts.ts';

/** For the terminal: the verdict, the table of attacks, what could not be matched, what to know, where things are. */
export function summaryText(outcome: SetGeneralisedOutcome, folder: string): string {
  const { release, plan, attacks, conclusion, text, choice, unmatched, notices } = outcome;
  const lines = [
    `${plural(release.transactions, 'transaction')}, ${plural(plan.groups, 'generalised item')}, ${plural(plan.cells, 'table cell')}`,
    '',
    ...verdictLines(conclusion, text),
    ...(choice === null ? [] : paragraph(wrapped(choiceStatement(choice)))),
    ...figures(attacks, release.hasOriginal),
    '',
  ];
  if (unmatched.length > 0) {
    const times = unmatched.reduce((total, [, count]) => total + count, 0);
    lines.push(
      `${plural(unmatched.length, 'item')} (${plural(times, 'place')} in tables) unknown to all sources${outcome.redacted ? '' : ': unmatched.jsonl lists them'}`,
    );
  }
  for (const { message } of notices) lines.push(`note: ${message}`);
  lines.push(`results: ${folder}`);
  lines.push(`report:  ${folder}/report.html`);
  return `${lines.join('\n')}\n`;
}

/** The summary for scripts, with exact figures and without items. */
export function machineSummary(outcome: SetGeneralisedOutcome, folder: string): string {
  const { identity, release, plan, context, attacks, conclusion, text, choice, unmatched, notices } = outcome;
  const rates = ({ precision, recall, f1 }: Rates) => ({ precision, recall, f1 });
  const summary = {
    audit_id: identity.auditId,
    folder,
    transactions: release.transactions,
    groups: plan.groups,
    cells: plan.cells,
    density: plan.originalCells === null || plan.cells === 0 ? null : plan.originalCells / plan.cells,
    context,
    unmatched_items: unmatched.length,
    ...conclusionForMachines(conclusion, text),
    exposed: outcome.people === null ? null : peopleForMachines(outcome.people.figures),
    best_of_several: choice === null ? null : { ...choice, attack: choice.attack.name },
    attacks: attacks.map((result) => ({
      attack: result.attack.name,
      attack_version: result.attack.version,
      parameters_hash: result.attack.parametersHash,
      status: result.status,
      reason: result.reason,
      eliminated: result.status === 'not computable' ? null : result.tally.eliminated,
      ...rates(result),
      intervals: result.intervals,
      best_baseline: bestBaselineOf(result),
      f1_lift: ends(liftOver(result, 'best baseline', 'f1')),
      precision_lift: ends(liftOver(result, 'matched', 'precision')),
      calibration: calibration(result),
      base_precision: result.basePrecision,
      coverage: result.coverage,
      random: rates(result.random),
      blind: rates(result.blind),
      matched: rates(result.matched),
      protections: result.measures.protections,
      uniqueness: result.measures.uniqueness,
    })),
    notices,
  };
  return `${JSON.stringify(summary)}\n`;
}

const ends = (lift: AttackLift | null) => (lift === null ? null : { value: lift.lift, low: lift.low, high: lift.high });
const calibration = ({ calibration: found }: AttackResult) =>
  found === null ? null : { error: found.error, floor: found.floor, on: found.on };

/** Without a finished attack the reason replaces the table. */
function figures(attacks: readonly AttackResult[], hasOriginal: boolean): string[] {
  if (attacks.every(({ status }) => status === 'not computable')) return reasons(attacks);
  return hasOriginal ? measured(attacks) : unmeasured(attacks);
}

function measured(attacks: readonly AttackResult[]): string[] {
  const table = [
    ['attack', 'precision', '1-density', 'recall', 'F1', 'matched', 'blind', 'random', 'coverage', 'truly broken'],
    ...attacks.map((result) => [
      result.attack.name,
      percent(result.precision),
      percent(result.basePrecision),
      percent(result.recall),
      percent(result.f1),
      percent(result.matched.f1),
      percent(result.blind.f1),
      percent(result.random.f1),
      percent(result.coverage),
      broken(result, true),
    ]),
  ];
  const legend = 'matched, blind, random: F1 of chance; n/c: not computable';
  return [...aligned(table), '', legend, ...protectionsNote(attacks), ...reasons(attacks)];
}

function unmeasured(attacks: readonly AttackResult[]): string[] {
  const table = [
    ['attack', 'eliminated', 'of cells', 'coverage', 'protections broken'],
    ...attacks.map((result) => [
      result.attack.name,
      result.status === 'not computable' ? NOT_COMPUTABLE : String(result.tally.eliminated),
      percent(result.status === 'not computable' || result.tally.cells === 0 ? null : result.tally.eliminated / result.tally.cells),
      percent(result.coverage),
      broken(result, false),
    ]),
  ];
  const note = 'precision and recall are not computable: no original was given (--original)';
  return [...aligned(table), '', note, ...protectionsNote(attacks), ...reasons(attacks)];
}

/** Of an attack that was not run there are none anyhow: its own line says why. */
function protectionsNote(attacks: readonly AttackResult[]): string[] {
  const { protections, reason } = (attacks.find(({ status }) => status === 'decided') ?? attacks[0])?.measures ?? {};
  const missing = attacks.every(({ measures }) => measures.protections === null);
  return protections === null && missing && reason != null ? [`protections broken are not computable: ${reason}`] : [];
}

/** Why some could not be computed: a line for each reason, with all attacks that it holds for. */
function reasons(attacks: readonly AttackResult[]): string[] {
  const silent = attacks.filter(({ status }) => status !== 'decided');
  const byReason = Map.groupBy(silent, ({ status, reason }) => `${status}, ${reason}`);
  return Array.from(byReason, ([why, own]) => `${own.map(({ attack }) => attack.name).join(', ')}: ${why}`);
}
