import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { Expected } from '../../core/attack/calibrated/outlook.ts';
import { type GateVerdict, judge } from '../../core/measure/gate.ts';
import type { AttackResult } from './attack-results.ts';
import { judgedBy } from './attack-set.ts';

type Gate = NonNullable<AuditRequest['gate']>;

/** Judges the attack that the gate names; by default the calibrated one, which decides at the gate's precision. */
export function gateVerdict(gate: Gate, attacks: readonly AttackResult[]): GateVerdict {
  const judged = attacks.find(({ attack }) => attack.name === judgedBy(gate));
  if (judged === undefined || judged.status !== 'decided') return judge(gate, null, null, false);
  // Nothing was eliminated at that precision: nothing is undone.
  if (judged.hasOriginal && judged.tally.eliminated === 0) return judge(gate, 0, judged.intervals.recall, false);
  if (judged.hasOriginal) return judge(gate, judged.recall, judged.intervals.recall, false);
  // The model's expectation moves with the density that it estimates: the interval is that of a density 0.1 off either way.
  const { expected, ifSparser, ifDenser } = (judged.details ?? {}) as Partial<Record<'expected' | 'ifSparser' | 'ifDenser', Expected>>;
  const recalls = [expected, ifSparser, ifDenser].map((each) => each?.recall ?? null);
  const known = recalls.filter((recall) => recall !== null);
  if (known.length < recalls.length) return judge(gate, null, null, true);
  return judge(gate, known[0] as number, { low: Math.min(...known), high: Math.max(...known) }, true);
}
