import type { Section } from '../../../contracts/report-data.ts';
import type { Trial } from '../../../core/verdict/trial.ts';

/** Prosecutor, journalist and marketer risks: counted in the release, by the register, and estimated for the population. */
export function riskSection(trials: readonly Trial[]): Section[] {
  const details = (name: string): Trial['details'] =>
    trials.find(({ attack, status }) => attack === name && status === 'decided')?.details ?? {};
  const [linking, population] = [details('linking'), details('population-uniqueness')];
  const share = (value: unknown) => (typeof value === 'number' ? { value, low: null, high: null } : '');
  const journalist = linking['journalistGreatest'] ?? null;
  const rows = [
    ['Prosecutor: knows that the person is in the release', share(linking['prosecutorGreatest']), share(linking['prosecutorMean'])],
    ...(journalist === null
      ? [['Journalist: any person of the population, expected', share(population['journalistGreatest']), '']]
      : [['Journalist: any person of the register', share(journalist), '']]),
    [
      journalist === null ? 'Marketer: links everybody, expected' : 'Marketer: links everybody of the register',
      '',
      share(journalist === null ? population['marketer'] : linking['marketer']),
    ],
  ].filter(([, ...figures]) => figures.some((figure) => figure !== ''));
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'How surely a person is linked to a record',
      conclude: 'The greatest risk of any record, and the share of links that are right on average.',
      head: ['Attacker', 'Greatest', 'On average'],
      rows,
      terminal: true,
    },
  ];
}
