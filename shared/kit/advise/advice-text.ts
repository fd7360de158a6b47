import type { Advice, AdviceAttack, AdvicePoint, LastAttacks } from '../../contracts/advice.ts';
import type { Estimate } from '../../contracts/report-data.ts';
import { finePercent, percent, surely } from '../../core/verdict/figure-text.ts';
import type { Level } from '../../core/verdict/verdict.ts';

/** The mean of one attacker's attacks, with the least and the greatest; null where none of them could say. */
export function meanShare(attacks: readonly AdviceAttack[], attacker: string): Estimate {
  const shares = attacks.filter((each) => each.attacker === attacker && each.people !== null).map(({ people }) => people as number);
  if (shares.length === 0) return { value: null, low: null, high: null };
  const value = shares.reduce((total, share) => total + share, 0) / shares.length;
  return { value, low: Math.min(...shares), high: Math.max(...shares) };
}

/** Attackers, with the number that each names before and after: what was asked is one of several. */
export function attackersText({ given, chosen }: Advice['last']): string[] {
  if (chosen.attackers.length < 2) return [];
  const before = new Map(given.attackers.map(({ attacker, people }) => [attacker, people.value]));
  const one = ({ attacker, use, people }: LastAttacks['attackers'][number]): string =>
    `${attacker}${use === 'proof' ? ' (nothing was chosen by it)' : ''}: ${percent(before.get(attacker) ?? null)}, now ${percent(people.value)}`;
  return [`people named by each attacker: ${chosen.attackers.map(one).join('; ')}`];
}

/** Where an attacker can hardly be lowered at the allowed loss, what less risk would cost. */
export function priceText(points: readonly AdvicePoint[], names: readonly string[], mostLoss: number | null): string[] {
  const priced = points.filter(({ name }) => name.startsWith('price: '));
  if (names.length === 0 || mostLoss === null || points.length === 1) return [];
  const shares = (point: AdvicePoint): string =>
    names.map((name) => `${percent(meanShare(point.attacks, name).value)} by ${name}`).join(', ');
  const price = priced.map((point) => `${point.name.slice('price: '.length)}: ${shares(point)}`).join('; ');
  return [
    `at ${mostLoss} times the loss there is little room against ${names.join(' and ')}${price === '' ? '' : `. The price of less risk: ${price} (--max-loss)`}`,
  ];
}

/** Verdict on the advised release, from the last attacks. */
export function adviceVerdict({
  certainty,
  target,
  reached,
  mostLoss,
  chosen,
  last,
  points,
}: Omit<Advice, 'version' | 'verdict' | 'notices'>): string {
  const [strongest, strongestOfGiven] = [last.chosen.attackers[0], last.given.attackers[0]];
  const [before, after] = [(strongestOfGiven ?? last.given).people.value, (strongest ?? last.chosen).people.value];
  if (before === null || after === null)
    return 'No attack here states a probability, so nothing can be advised. That is no sign of safety.';
  const several = last.chosen.attackers.length > 1;
  const who = several ? `"${strongest?.attacker}", the strongest of ${last.chosen.attackers.length} attackers,` : 'The attack';
  const asGiven = several && strongestOfGiven?.attacker !== strongest?.attacker ? ` (by "${strongestOfGiven?.attacker}")` : '';
  const named = (share: number): string =>
    `${who} names something hidden of ${share === 0 ? 'nobody' : `${percent(share)} of the people`} ${surely(certainty)}`;
  const given = points[0]?.losses ?? [];
  const cost = (points.find(({ name }) => name === chosen)?.losses ?? [])
    .map(({ name, value }, at) => `${finePercent(value)} by ${name} (${finePercent(given[at]?.value ?? null)})`)
    .join(', ');
  const change =
    chosen === 'as given'
      ? `${named(before)} in the release as given. ${points.length === 1 ? 'Nothing was tried.' : 'Nothing that was tried is safer.'}`
      : `${named(after)}. In the release as given it is ${percent(before)}${asGiven}.${cost === '' ? '' : ` The utility lost, in brackets as given: ${cost}.`}`;
  if (target === null) return change;
  const limit = mostLoss === null ? '' : ` at no more than ${mostLoss} times the loss`;
  return reached === true
    ? `The target of ${percent(target)} is reached. ${change}`
    : `The target of ${percent(target)} is not reached${limit}. ${change}`;
}

/** Advice counts people who are named with the asked confidence; the audit of the result also finds those who are learned with less. */
export function withAudited(advice: Advice, level: Level, headline: string): Advice {
  if (level === 'no leak found') return advice;
  const leaks = level === 'leaks' || level === 'guarantee broken';
  return leaks
    ? { ...advice, verdict: `${advice.verdict} Do not publish it: its audit finds more than this confidence shows. ${headline}` }
    : { ...advice, notices: [`audit of the result: ${headline}`, ...advice.notices] };
}
