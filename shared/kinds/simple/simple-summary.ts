import { peopleForMachines, peopleStatement, vouched } from '../../app/audit/people/people-text.ts';
import { plural, wrapped } from '../../app/audit/publish/text.ts';
import { grouped } from '../../app/figure-text.ts';
import type { SimpleOutcome } from './simple-kind.ts';

/** What the terminal shows of a simple kind at the end. */
export function simpleSummary(outcome: SimpleOutcome, folder: string): string {
  const { everybody, unitCount, words, units, statement, people, facts, verdict, notices } = outcome;
  return `${[
    `${plural(everybody, words.person, words.people)}, ${grouped(unitCount)} ${units.many}`,
    '',
    ...wrapped(statement),
    ...(people === null ? [] : ['', ...wrapped(vouched(peopleStatement(people.figures, words), people.figures, verdict))]),
    '',
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    '',
    ...notices.map(({ message }) => `note: ${message}`),
    `results: ${folder}`,
    `report:  ${folder}/report.html`,
  ].join('\n')}\n`;
}

/** One line of JSON, for scripts. */
export function simpleMachineSummary(outcome: SimpleOutcome, folder: string): string {
  const { kind, auditId, everybody, unitCount, verdict, statement, people, claimHolds, attacks, rows, notices } = outcome;
  const summary = {
    kind,
    audit_id: auditId,
    folder,
    people: everybody,
    units: unitCount,
    verdict: { level: verdict.level, why: verdict.obstacle?.why ?? null, remedy: verdict.obstacle?.remedy ?? null },
    statement,
    exposed: people === null ? null : peopleForMachines(people.figures),
    claim_holds: claimHolds,
    attacks: attacks.map(({ name, version, parametersHash }, at) => ({
      attack: name,
      attack_version: version,
      parameters_hash: parametersHash,
      ...rows[at],
    })),
    notices,
  };
  return `${JSON.stringify(summary)}\n`;
}
