import { type GateVerdict, judgePeople, type PeoplePolicy } from '../../../core/measure/gate.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { PeopleFindings } from './finish-people.ts';

/** Judges how many people are named, for every kind of release alike. A release that cannot be judged lets nothing through. */
export function peopleGate(policy: PeoplePolicy, people: Pick<PeopleFindings, 'shareAt'> | null, { obstacle }: Verdict): GateVerdict {
  const found = people === null ? { undecided: 'no attack states a probability' } : people.shareAt(policy.certainty);
  const judged = judgePeople(policy, found);
  return judged.open && obstacle !== null ? judgePeople(policy, { undecided: obstacle.why }) : judged;
}
