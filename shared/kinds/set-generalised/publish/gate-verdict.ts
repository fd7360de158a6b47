import type { PeopleFindings } from '../../../app/audit/people/finish-people.ts';
import { peopleGate } from '../../../app/audit/people/people-gate.ts';
import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { type GateVerdict, type Judged, judge } from '../../../core/measure/gate.ts';
import { FEWEST, TOO_FEW } from '../../../core/measure/intervals.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import { judgedBy } from '../attack/attack-set.ts';
import type { AttackResult } from './attack-results.ts';
import type { Outlooks } from './evidence.ts';

type Gate = NonNullable<AuditRequest['gate']>;

/** What a gate looks at beside the attacks. */
interface Gated {
  readonly verdict: Verdict;
  readonly transactions: number;
  readonly people: Pick<PeopleFindings, 'shareAt' | 'figures'> | null;
}

/** Judges the attack that the gate names; by default the calibrated one, which decides at the gate's precision. A release that cannot be judged lets nothing through. */
export function judgeGate(gate: Gate, attacks: readonly AttackResult[], { verdict, transactions, people }: Gated): GateVerdict {
  if ('people' in gate) return peopleGate(gate, people, verdict);
  const name = judgedBy(gate);
  const attack = attacks.find((each) => each.attack.name === name);
  const judged: Judged = attack === undefined ? { undecided: `${name} was not run` } : judgedOf(attack, transactions);
  const obstacle = verdict.obstacle?.why;
  // A limit that is exceeded all the same closes it by its figures.
  return judge(gate, obstacle !== undefined && judge(gate, judged).open ? { undecided: obstacle } : judged);
}

function judgedOf(result: AttackResult, transactions: number): Judged {
  const { attack, status, reason, hasOriginal, tally, intervals } = result;
  if (status !== 'decided') return { undecided: `${attack.name} is ${status}${reason === null ? '' : `: ${reason}`}` };
  if (!hasOriginal) return expectation(result, transactions);
  // Nothing was eliminated at that precision: nothing is undone.
  const recall = tally.eliminated === 0 ? 0 : result.recall;
  if (recall === null || intervals.recall === null) return { undecided: TOO_FEW };
  return { recall, interval: intervals.recall, expected: false };
}

/** The model's own expectation, and the range that it states. */
function expectation({ attack, details, tally }: AttackResult, transactions: number): Judged {
  const { expected, range } = (details ?? {}) as Outlooks;
  if (expected === undefined)
    return { undecided: `without the original only a calibrated attack says what it expects; ${attack.name} does not` };
  if (expected.recall === null || Math.min(tally.decidedGroups, transactions) < FEWEST.expected)
    return { undecided: `what the model expects needs ${FEWEST.expected} generalised items and ${FEWEST.expected} transactions` };
  // At 0 and 1 there is no range to speak of: nothing, or everything, is undone at that precision.
  return { recall: expected.recall, interval: range?.recall ?? { low: expected.recall, high: expected.recall }, expected: true };
}
