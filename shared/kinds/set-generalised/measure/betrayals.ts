import type { Section } from '../../../contracts/report-data.ts';
import type { StoredVerdict } from '../../../contracts/work.ts';
import type { Betrayal } from '../../../core/attack/calibrated/betrayal.ts';
import type { FinishedUnit } from './finished-units.ts';

/** As many as the page lists; the table `groups` has one for each generalised item. */
const SHOWN = 12;

/** Which context item sets which member of a generalised item apart. */
export interface GroupBetrayal {
  readonly unit: number;
  readonly member: string;
  /** From 1. */
  readonly transaction: number;
  readonly by: Betrayal;
}

export function betrayalsIn(units: readonly FinishedUnit[], attack: number): GroupBetrayal[] {
  const all: GroupBetrayal[] = [];
  for (const { unit, group, verdicts } of units) {
    const verdict = verdicts[attack] as StoredVerdict;
    const by = verdict.kind === 'decided' ? verdict.betrayedBy : undefined;
    if (by === undefined) continue;
    all.push({ unit, member: group.members[by.column] as string, transaction: (group.rows[by.row]?.t ?? 0) + 1, by });
  }
  return strongest(all);
}

/** The plainest first, the earlier unit where they are equal: slices may come in any order. */
export const strongest = (all: readonly GroupBetrayal[]): GroupBetrayal[] =>
  all.toSorted((a, b) => b.by.above - a.by.above || a.unit - b.unit).slice(0, SHOWN);

export function betrayalSection(attack: string, betrayals: readonly GroupBetrayal[]): Section[] {
  if (betrayals.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'What betrays what: neighbours',
      conclude: 'Each of these neighbours sets one member of a generalised item apart from the others: withhold it, or hide it too.',
      note: `For ${attack}, the ${betrayals.length} plainest; the table groups has one for each generalised item. Nearness is the ${betrayals[0]?.by.measure}; above is how much nearer than the other members are.`,
      head: ['Member', 'Betrayed by', 'In transaction', 'Nearness', 'Above the others'],
      rows: betrayals.map(({ member, transaction, by }) => [member, by.item, transaction, two(by.nearness), two(by.above)]),
    },
  ];
}

const two = (value: number): string => value.toFixed(2);
