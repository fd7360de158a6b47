import type { Trial } from './finding.ts';

/**
 * The finding that a verdict rests on, among those that `may` lead: what tells most beyond what knows less. Where none surely does, the one
 * that may still tell most leads: that nothing is told is then said only where it holds of all of them.
 */
export function leading(findings: readonly Trial[], may: (attack: string) => boolean): number | null {
  const told = findings.flatMap(({ attack, status, overBaseline }, at) =>
    status === 'decided' && may(attack) ? [{ at, over: overBaseline }] : [],
  );
  const surely = told.filter(({ over }) => (over?.low ?? 0) > 0).toSorted((a, b) => (b.over?.lift ?? 0) - (a.over?.lift ?? 0));
  const open = told.toSorted((a, b) => (b.over?.high ?? -Infinity) - (a.over?.high ?? -Infinity));
  return (surely[0] ?? open[0] ?? null)?.at ?? null;
}
