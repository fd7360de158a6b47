import type { Section } from '../../contracts/report-data.ts';
import { percent } from '../../core/verdict/figure-text.ts';
import type { Trial } from '../../core/verdict/trial.ts';
import { peopleForMachines } from '../people/people-text.ts';
import { aligned, NOT_COMPUTABLE, paragraph, plural, wrapped } from '../publish/text.ts';
import { conclusionForMachines, verdictLines } from '../publish/verdict-text.ts';
import type { PlainKind } from './plain-kind.ts';
import type { PlainOutcome } from './publish.ts';

type Plain = Pick<PlainKind<unknown, unknown, unknown, unknown>, 'name' | 'words' | 'units'>;

/** Terminal summary: the verdict, exposed people, every attack with its baseline. */
export function summary({ words, units }: Plain, outcome: PlainOutcome, folder: string): string {
  const { people, assessed, notices, text, conclusion } = outcome;
  const said = assessed.trials.filter(({ status }) => status === 'decided');
  const silent = assessed.trials.filter(({ status }) => status !== 'decided');
  const lines = [
    `${plural(people.figures.people, words.person, words.people)}${units.arePeople ? '' : `, ${units.many}: ${outcome.units}`}`,
    '',
    ...verdictLines(conclusion, text),
    ...paragraph(said.length === 0 ? [] : aligned([['attack', 'share', 'low', 'high', 'baseline'], ...said.map(figures)])),
    ...assessed.sections.flatMap(tableLines),
    ...silent.flatMap((each) => wrapped(`${nameOf(each)} is ${each.status}: ${each.reason}`)),
    ...(silent.length > 0 ? [''] : []),
    ...notices.map(({ message }) => `note: ${message}`),
    `results: ${folder}`,
    `report:  ${folder}/report.html`,
  ];
  return `${lines.join('\n')}\n`;
}

function tableLines(section: Section): string[] {
  if (section.kind !== 'table' || section.terminal === undefined) return [];
  const rows = section.rows.map((row) => row.map((cell) => (typeof cell === 'object' ? percent(cell?.value ?? null) : String(cell))));
  return paragraph([section.title, ...aligned([section.head, ...rows])]);
}

const nameOf = ({ attack, about }: Trial): string => (about === null ? attack : `${attack} (${about})`);

const figures = (finding: Trial): string[] => [
  `${nameOf(finding)}, ${finding.figure}`,
  percent(finding.value),
  finding.interval === null ? NOT_COMPUTABLE : percent(finding.interval.low),
  finding.interval === null ? NOT_COMPUTABLE : percent(finding.interval.high),
  percent(finding.baseline?.value ?? null),
];

/** One line of JSON, without values of people: reasons, which may quote one, are left out. */
export function machineSummary({ name }: Plain, outcome: PlainOutcome, folder: string): string {
  const { assessed, people } = outcome;
  return `${JSON.stringify({
    kind: name,
    folder,
    people: people.figures.people,
    units: outcome.units,
    ...conclusionForMachines(outcome.conclusion, outcome.text),
    exposed: peopleForMachines(people.figures),
    attacks: assessed.trials.map(({ attack, about, status, figure, value, interval, baseline, overBaseline, coverage }) => ({
      attack,
      about,
      status,
      figure,
      value,
      interval,
      baseline,
      lift: overBaseline,
      coverage,
    })),
    notices: outcome.notices,
  })}\n`;
}
