import type { Advice } from '../../contracts/advice.ts';
import { finePercent, percent } from '../../core/findings/figure-text.ts';

/** What a publisher can quote, by the last attacks. */
export function adviceVerdict({
  certainty,
  target,
  reached,
  mostLoss,
  chosen,
  last,
  points,
}: Omit<Advice, 'version' | 'verdict' | 'notices'>): string {
  const [before, after] = [last.given.people.value, last.chosen.people.value];
  if (before === null || after === null)
    return 'No attack here states a probability, so nothing can be advised. That is no sign of safety.';
  const named = `something hidden is named with at least ${percent(certainty)} certainty`;
  const given = points[0]?.losses ?? [];
  const cost = (points.find(({ name }) => name === chosen)?.losses ?? [])
    .map(({ name, value }, at) => `${finePercent(value)} by ${name} (${finePercent(given[at]?.value ?? null)})`)
    .join(', ');
  const change =
    chosen === 'as given'
      ? `Of ${shareText(before)} ${named} in the release as given, ${points.length === 1 ? 'and nothing was tried' : 'and nothing that was tried is safer'}.`
      : `Of ${shareText(after)} ${named}, where the release as given has ${percent(before)}.${cost === '' ? '' : ` The utility lost, in brackets as given: ${cost}.`}`;
  if (target === null) return change;
  const limit = mostLoss === null ? '' : ` at no more than ${mostLoss} times the loss`;
  return reached === true
    ? `The target of ${percent(target)} is reached. ${change}`
    : `The target of ${percent(target)} is not reached${limit}. ${change}`;
}

const shareText = (share: number): string => (share === 0 ? 'nobody' : `${percent(share)} of the people`);
