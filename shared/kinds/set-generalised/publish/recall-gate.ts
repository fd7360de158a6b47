import type { AuditRequest } from '../../../contracts/audit-request.ts';
import type { GateLimit } from '../../../contracts/gate-policy.ts';
import { type Interval, TOO_FEW } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import type { Notice } from '../../../kit/kind.ts';
import { judgedBy } from '../attack/attack-set.ts';
import { precisionOf } from '../learn/calibrated-attack.ts';
import type { AttackResult } from './attack-results.ts';

/** Maximum recall of an attack that decides at this precision. */
interface RecallLimit {
  readonly recall: number;
  readonly precision: number;
}

/** A recall with its interval, or why there is none. */
type Judged = { readonly recall: number; readonly interval: Interval } | { readonly undecided: string };

/** Open only if the upper end of the interval is at or below the limit. */
export function judgeRecall(
  { recall: most, precision }: RecallLimit,
  judged: Judged,
): { readonly open: boolean; readonly message: string } {
  const limit = `${percent(most)} at precision ${percent(precision)}`;
  if ('undecided' in judged) return { open: false, message: `it cannot be decided whether recall is above ${limit}: ${judged.undecided}` };
  const { recall, interval } = judged;
  const open = interval.high <= most;
  const range = `${percent(recall)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return { open, message: `recall ${range}, upper end ${open ? 'not above' : 'above'} the limit ${limit}` };
}

type LimitOnRecall = Extract<GateLimit, { readonly recall: number }>;

export function recallJudge(request: AuditRequest, attacks: readonly AttackResult[]) {
  return (limit: LimitOnRecall): { readonly open: boolean; readonly message: string } =>
    judgeRecall(limit, judgedOf(limit, request, attacks));
}

function judgedOf(limit: LimitOnRecall, request: AuditRequest, attacks: readonly AttackResult[]): Judged {
  const name = judgedBy(limit);
  const result = attacks.find(({ attack }) => attack.name === name);
  if (result === undefined) return { undecided: `${name} was not run` };
  if (name === 'calibrated-precise' && limit.precision !== precisionOf(request))
    return { undecided: `in one audit ${name} decides at one precision, here ${percent(precisionOf(request))}` };
  const { status, reason, hasOriginal, tally, intervals } = result;
  if (status !== 'decided') return { undecided: `${name} is ${status}${reason === null ? '' : `: ${reason}`}` };
  if (!hasOriginal) return { undecided: 'without the original nobody knows the recall (--original)' };
  // Nothing was eliminated at that precision: nothing is undone.
  const recall = tally.eliminated === 0 ? 0 : result.recall;
  if (recall === 0 && intervals.recall === null) return { recall, interval: { low: 0, high: 0 } };
  if (recall === null || intervals.recall === null) return { undecided: TOO_FEW };
  return { recall, interval: intervals.recall };
}

/** An attack that removes so little can hardly have a recall above any limit. */
const HARDLY = 1;

/** Limits that could not close, whatever is exposed: recall of an attack that removes one cell, or none, at that precision. */
export const idleLimits = ({ gate = [] }: Pick<AuditRequest, 'gate'>, attacks: readonly AttackResult[]): Notice[] =>
  gate.flatMap((limit) => {
    if (!('recall' in limit)) return [];
    const result = attacks.find(({ attack }) => attack.name === judgedBy(limit));
    if (result === undefined || result.status !== 'decided' || result.tally.eliminated > HARDLY) return [];
    const removes = result.tally.eliminated === 0 ? 'no cell' : 'one cell';
    return [
      {
        code: 'gate-cannot-close',
        message: `the limit on recall cannot close the gate: at precision ${percent(limit.precision)} ${result.attack.name} removes ${removes} of ${result.tally.cells}. Limit what is learned of people: learned=0.05@confidence=0.8`,
      },
    ];
  });
