import { percent } from '../../../core/findings/figure-text.ts';
import type { Finding } from '../../../core/findings/finding.ts';
import { peopleForMachines, peopleStatement, understated, vouched } from '../people/people-text.ts';
import { aligned, NOT_COMPUTABLE, paragraph, plural, wrapped } from '../publish/text.ts';
import type { PlainKind } from './plain-kind.ts';
import type { PlainOutcome } from './publish.ts';

type Plain = Pick<PlainKind<unknown, unknown, unknown, unknown>, 'name' | 'words' | 'units'>;

/** What the terminal shows at the end: the verdict, who is exposed, every attack beside what knows less. */
export function summary({ words, units }: Plain, outcome: PlainOutcome, folder: string): string {
  const { people, assessed, statement, notices, verdict, lead } = outcome;
  const named = `${peopleStatement(people.figures, words)}${understated(people.figures, lead?.value ?? null)}`;
  const said = assessed.findings.filter(({ status }) => status === 'decided');
  const silent = assessed.findings.filter(({ status }) => status !== 'decided');
  const lines = [
    `${plural(people.figures.people, words.person, words.people)}${units.arePeople ? '' : `, ${units.many}: ${outcome.units}`}`,
    ...(assessed.claim.checked && assessed.claim.broken.length === 0 ? ['the release is what it claims to be'] : []),
    '',
    ...wrapped(statement),
    '',
    ...paragraph(wrapped(vouched(named, people.figures, verdict))),
    ...paragraph(said.length === 0 ? [] : aligned([['attack', 'share', 'low', 'high', 'knows less'], ...said.map(figures)])),
    ...silent.flatMap((each) => wrapped(`${nameOf(each)} is ${each.status}: ${each.reason}`)),
    ...(silent.length > 0 ? [''] : []),
    ...notices.map(({ message }) => `note: ${message}`),
    `results: ${folder}`,
    `report:  ${folder}/report.html`,
  ];
  return `${lines.join('\n')}\n`;
}

const nameOf = ({ attack, about }: Finding): string => (about === null ? attack : `${attack} (${about})`);

const figures = (finding: Finding): string[] => [
  `${nameOf(finding)}, ${finding.figure}`,
  percent(finding.value),
  finding.interval === null ? NOT_COMPUTABLE : percent(finding.interval.low),
  finding.interval === null ? NOT_COMPUTABLE : percent(finding.interval.high),
  percent(finding.baseline?.value ?? null),
];

/** One line of JSON, for scripts. No value of a person stands in it: reasons, which may quote one, are left out. */
export function machineSummary({ name }: Plain, outcome: PlainOutcome, folder: string): string {
  const { verdict, assessed, people } = outcome;
  return `${JSON.stringify({
    kind: name,
    folder,
    people: people.figures.people,
    units: outcome.units,
    verdict: { level: verdict.level, why: verdict.obstacle?.why ?? null, remedy: verdict.obstacle?.remedy ?? null },
    statement: outcome.statement,
    exposed: peopleForMachines(people.figures),
    claim_holds: outcome.claimHolds,
    findings: assessed.findings.map(({ attack, about, status, figure, value, interval, baseline, overBaseline, coverage }) => ({
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
