import type { Advice } from '../../contracts/advice.ts';
import { percent } from '../figure-text.ts';

/** What a publisher can quote, by the last attack. */
export function adviceVerdict({
  certainty,
  target,
  reached,
  mostLoss,
  chosen,
  confirmed,
  points,
}: Omit<Advice, 'version' | 'verdict' | 'notices'>): string {
  const given = points[0]?.people ?? { value: null };
  if (given.value === null || confirmed.value === null)
    return 'No attack here states a probability, so nothing can be advised. That is no sign of safety.';
  const named = `something hidden is named with at least ${percent(certainty)} certainty`;
  const point = points.find(({ name }) => name === chosen);
  const before = points[0];
  const cost =
    point === undefined || before === undefined
      ? ''
      : ` The utility lost is ${percent(point.ncp)} by NCP (as given ${percent(before.ncp)}), and ${percent(point.pairCountError)} of the counts of pairs (${percent(before.pairCountError)}).`;
  const change =
    chosen === 'as given'
      ? `Of ${percent(given.value)} of the people ${named}; nothing that was tried is safer.`
      : `Of ${percent(confirmed.value)} of the people ${named}, where the release as given has ${percent(given.value)}.${cost}`;
  if (target === null) return change;
  const limit = mostLoss === null ? '' : ` at no more than ${mostLoss} times the loss`;
  return reached === true
    ? `The target of ${percent(target)} is reached. ${change}`
    : `The target of ${percent(target)} is not reached${limit}. ${change}`;
}
