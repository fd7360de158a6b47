import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Expected } from '../../core/attack/calibrated/outlook.ts';
import { type GateVerdict, type Judged, judge } from '../../core/measure/gate.ts';
import { FEWEST } from '../../core/measure/intervals.ts';
import type { AttackResult } from './attack-results.ts';
import { judgedBy } from './attack-set.ts';

type Gate = NonNullable<AuditRequest['gate']>;

/** Judges the attack that the gate names; by default the calibrated one, which decides at the gate's precision. */
export function gateVerdict(gate: Gate, attacks: readonly AttackResult[], transactions: number): GateVerdict {
  const name = judgedBy(gate);
  const attack = attacks.find((each) => each.attack.name === name);
  return judge(gate, attack === undefined ? { tooFew: `${name} was not run` } : judgedOf(attack, transactions));
}

function judgedOf(result: AttackResult, transactions: number): Judged {
  const { attack, status, reason, hasOriginal, tally, intervals } = result;
  if (status !== 'decided') return { tooFew: `${attack.name} is ${status}${reason === null ? '' : `: ${reason}`}` };
  if (!hasOriginal) return expectation(result, transactions);
  // Nothing was eliminated at that precision: nothing is undone.
  const recall = tally.eliminated === 0 ? 0 : result.recall;
  if (recall === null || intervals.recall === null) return FEW;
  return { recall, interval: intervals.recall, expected: false };
}

/** The model's expectation moves with the density that it estimates: its interval is that of a density 0.1 off either way. */
function expectation({ attack, details, tally }: AttackResult, transactions: number): Judged {
  const { expected, ifSparser, ifDenser } = (details ?? {}) as Partial<Record<'expected' | 'ifSparser' | 'ifDenser', Expected>>;
  if (expected === undefined)
    return { tooFew: `without the original only a calibrated attack says what it expects; ${attack.name} does not` };
  const recalls = [expected, ifSparser, ifDenser].map((each) => each?.recall ?? Number.NaN);
  if (recalls.some(Number.isNaN) || Math.min(tally.decidedGroups, transactions) < FEWEST) return FEW;
  return { recall: recalls[0] as number, interval: { low: Math.min(...recalls), high: Math.max(...recalls) }, expected: true };
}

const FEW: Judged = { tooFew: `an interval needs ${FEWEST} generalised items and ${FEWEST} transactions` };
