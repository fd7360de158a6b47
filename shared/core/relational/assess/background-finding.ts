import { percent } from '../../findings/figure-text.ts';
import { decided, type Trial } from '../../findings/finding.ts';
import { type BackgroundStatement, withStatements, worstExclusions } from '../attack/background.ts';
import { type Baselines, judgedValues, measureValues, type ValueFigures } from '../attack/measure-values.ts';
import type { Posterior } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { CellReader, cellWithin } from '../model/cell.ts';
import { tallyClasses } from '../model/classes.ts';
import { valueAt } from '../model/table.ts';
import { valueFinding } from './value-finding.ts';

/** What who can rule out values, or was told of them, reads off a class. */
export function background(
  known: KnownTable,
  { sensitive }: SensitiveColumn,
  statements: readonly BackgroundStatement[],
  alone: ValueFigures,
  baselines: Baselines,
): Trial {
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
  if (statements.length === 0)
    return decided('background', sensitive.name, reason, {
      people: alone.records,
      coverage: 1,
      figure: 'certain when one value is ruled out',
      value: one?.certain ?? null,
      baseline: { name: 'homogeneity', value: worst[0]?.certain ?? null },
      details: exclusions,
    });
  let contradictions = 0;
  const posteriors: (Posterior | null)[] = [];
  const holds = statementsOn(known, statements);
  tallyClasses(classes, sensitive, (tally, group) => {
    const said = holds(classes.members[classes.starts[group] as number] as number);
    const posterior = withStatements(tally, sensitive.values, said);
    if (posterior === null && tally.known > 0) contradictions += 1;
    posteriors.push(posterior);
  });
  const figures = measureValues(judgedValues(classes, sensitive, posteriors), sensitive);
  const told = `with ${statements.length} statements the best guess is right for ${percent(figures.right)} of the people, without them for ${percent(alone.right)}; ${reason}`;
  const beside = { name: 'homogeneity', figures: alone };
  return valueFinding('background', sensitive.name, figures, baselines, beside, told, { ...exclusions, contradictions });
}

/** The statements that hold of everybody in the class of a record: its cells are those that are named, or within them. */
function statementsOn(
  { quasi, roles, hierarchies }: KnownTable,
  statements: readonly BackgroundStatement[],
): (row: number) => BackgroundStatement[] {
  const readers = new Map(
    quasi.map((column) => {
      const type = roles.columns.get(column.name)?.type ?? 'word';
      return [
        column.name,
        { column, reader: new CellReader({ type, hierarchy: hierarchies.get(column.name) ?? null, missing: roles.missing }) },
      ];
    }),
  );
  const isSo = (row: number, name: string, cell: string): boolean => {
    const own = readers.get(name);
    if (own === undefined) return false;
    const text = valueAt(own.column, row);
    return text === cell || cellWithin(own.reader.read(text), own.reader.read(cell), text);
  };
  return (row) => statements.filter(({ where }) => Object.entries(where).every(([name, cell]) => isSo(row, name, cell)));
}
