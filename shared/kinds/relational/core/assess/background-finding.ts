import { percent } from '../../../../core/verdict/figure-text.ts';
import { type ByAttack, type Finding, withoutFigure } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, type Trial } from '../../../../core/verdict/trial.ts';
import { type BackgroundStatement, withStatements, worstExclusions } from '../attack/background.ts';
import { type Baselines, judgedValues, measureValues, type ValueFigures } from '../attack/measure-values.ts';
import { homogeneity, type Posterior } from '../attack/posterior.ts';
import { cellReader, type KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { cellWithin } from '../model/cell.ts';
import { tallyClasses } from '../model/classes.ts';
import { valueAt } from '../model/table.ts';
import { surelyOrMeasured, valueSaid } from './told.ts';
import { valueFinding } from './value-finding.ts';

/** The background attack: the attacker can exclude values, or has statements on them. */
export function background(
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  statements: readonly BackgroundStatement[],
  alone: ValueFigures,
  baselines: Baselines,
): { readonly trial: Trial; readonly posteriors: readonly (Posterior | null)[] | null } {
  const { classes } = known;
  const worst = worstExclusions(classes, sensitive);
  const exclusions = Object.fromEntries(
    worst.slice(1).flatMap(({ excluded, greatest, certain }) => [
      [`certain when ${excluded} excluded`, certain],
      [`greatest confidence when ${excluded} excluded`, greatest],
    ]),
  );
  const [, one, two] = worst;
  const reason = `an attacker who can rule out one value is then certain of ${percent(one?.certain ?? 0)} of the people, who rules out two of ${percent(two?.certain ?? 0)}`;
  if (statements.length === 0) {
    const trial = decided('background', sensitive.name, reason, {
      people: alone.records,
      coverage: 1,
      figure: 'certain when one value is ruled out',
      value: one?.certain ?? null,
      baseline: { name: 'homogeneity', value: worst[0]?.certain ?? null },
      details: exclusions,
    });
    return { trial, posteriors: null };
  }
  let contradictions = 0;
  const posteriors: (Posterior | null)[] = [];
  const holds = statementsOn(known, statements);
  tallyClasses(classes, sensitive, (tally, group) => {
    const said = holds(classes.members[classes.starts[group]]);
    const posterior = withStatements(tally, sensitive.values, said);
    if (posterior === null && tally.known > 0) contradictions += 1;
    posteriors.push(posterior);
  });
  const figures = measureValues(judgedValues(classes, sensitive, posteriors), sensitive);
  const told = `with ${statements.length} statements the best guess is right for ${percent(figures.right)} of the people, without them for ${percent(alone.right)}; ${reason}`;
  const beside = { name: 'homogeneity', figures: alone };
  return {
    trial: valueFinding('background', sensitive.name, figures, baselines, beside, told, { ...exclusions, contradictions }),
    posteriors,
  };
}

/** Findings from statements. `posteriors`: by class; null without statements. */
export function backgroundExposed(
  by: (attack: string, knows: string) => ByAttack,
  { classes }: KnownTable,
  { sensitive }: SensitiveColumn,
  posteriors: readonly (Posterior | null)[] | null,
  reason: string,
): Finding[] {
  if (posteriors === null)
    return [
      withoutFigure(by('background', 'statements on some people'), 'not tried', 'no statements were given (statements in audit.json)'),
    ];
  const told = by('background', 'all quasi-identifiers of a person exactly, and the statements that were given');
  const said: TargetGuess[] = [];
  tallyClasses(classes, sensitive, (tally, group) => {
    const [own, alone] = [posteriors[group] ?? null, homogeneity(tally)];
    for (const truth of tally.present) said.push(valueSaid(group, tally.counts[truth], truth, own, alone));
  });
  return surelyOrMeasured(told, said, 'the class without the statements', reason);
}

/** Statements that apply to everybody in the class of a record: its cells equal the named ones or lie within them. */
function statementsOn(known: KnownTable, statements: readonly BackgroundStatement[]): (row: number) => BackgroundStatement[] {
  const readers = new Map(known.quasi.map((column) => [column.name, { column, reader: cellReader(known, column.name) }]));
  const isSo = (row: number, name: string, cell: string): boolean => {
    const own = readers.get(name);
    if (own === undefined) return false;
    const text = valueAt(own.column, row);
    return text === cell || cellWithin(own.reader.read(text), own.reader.read(cell), text);
  };
  return (row) => statements.filter(({ where }) => Object.entries(where).every(([name, cell]) => isSo(row, name, cell)));
}
