import { type GateVerdict, judgePeople, type PeoplePolicy } from '../../../core/measure/gate.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { PeopleFindings } from './finish-people.ts';
import { isUnderstated } from './people-text.ts';

/**
 * Judges how many people are named, for every kind of release alike. A release that cannot be judged lets nothing through, and neither does an attack
 * that names nobody so surely and guesses rightly so often: `right` is the share of its guesses that are right, where that is another figure.
 */
export function peopleGate(
  policy: PeoplePolicy,
  people: Pick<PeopleFindings, 'shareAt' | 'figures'> | null,
  { obstacle }: Verdict,
  right: number | null = null,
): GateVerdict {
  if (people === null) return judgePeople(policy, { undecided: 'no attack states a probability' });
  const found = people.shareAt(policy.certainty);
  const judged = judgePeople(policy, found);
  if (!judged.open) return judged;
  if (obstacle !== null) return judgePeople(policy, { undecided: obstacle.why });
  return isUnderstated(people.figures, found.value, policy.certainty, right)
    ? judgePeople(policy, { undecided: 'the attack names nobody so surely, and yet its guesses are right so often' })
    : judged;
}
