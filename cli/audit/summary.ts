import type { AttackResult } from '../../shared/app/audit/attack-results.ts';
import type { LocalAudit } from './audit-files.ts';

const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What the terminal shows at the end: the table, what could not be matched, what to know, where things are. */
export function summaryText({ outcome, folder }: LocalAudit): string {
  const { release, plan, attacks, unmatched, notices } = outcome;
  const lines = [
    `${plural(release.transactions, 'transaction')}, ${plural(plan.groups, 'generalised item')}, ${plural(plan.rows, 'row')}, ${plural(plan.cells, 'cell')}`,
    '',
    ...(release.hasOriginal ? measured(attacks) : unmeasured(attacks)),
    '',
  ];
  if (unmatched.length > 0) {
    const times = unmatched.reduce((total, [, count]) => total + count, 0);
    lines.push(
      `${plural(unmatched.length, 'item')} (${plural(times, 'place')} in tables) unknown to all sources: unmatched.jsonl lists them`,
    );
  }
  for (const { message } of notices) lines.push(`note: ${message}`);
  lines.push(`results: ${folder}`);
  return `${lines.join('\n')}\n`;
}

function measured(attacks: readonly AttackResult[]): string[] {
  const [first] = attacks;
  const table = [
    ['attack', 'precision', 'recall', 'F1', 'coverage', 'matched F1'],
    ...attacks.map((result) => [
      result.attack.name,
      percent(result.precision),
      percent(result.recall),
      percent(result.f1),
      percent(result.coverage),
      percent(result.matched.f1),
    ]),
  ];
  return [
    ...aligned(table),
    '',
    `1 - density: ${percent(first?.basePrecision ?? null)} is the precision of eliminating anything at all`,
    ...reasons(attacks),
  ];
}

function unmeasured(attacks: readonly AttackResult[]): string[] {
  const table = [
    ['attack', 'eliminated', 'of cells', 'coverage'],
    ...attacks.map(({ attack, tally, coverage }) => [
      attack.name,
      String(tally.eliminated),
      percent(tally.cells === 0 ? null : tally.eliminated / tally.cells),
      percent(coverage),
    ]),
  ];
  return [...aligned(table), '', 'precision and recall are not computable: no original was given (--original)', ...reasons(attacks)];
}

const reasons = (attacks: readonly AttackResult[]): string[] =>
  attacks.filter(({ status }) => status !== 'decided').map(({ attack, status, reason }) => `${attack.name}: ${status}, ${reason}`);

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}
