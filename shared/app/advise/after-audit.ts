import type { Advice } from '../../contracts/advice.ts';
import { percent } from '../../core/findings/figure-text.ts';
import { type Finding, hasFigure } from '../../core/verdict/finding.ts';
import { actsAt } from '../../core/verdict/gate.ts';
import { adviceVerdict } from './advice-verdict.ts';

/**
 * The audit of the result has the last word: the target is reached only if no finding on what is linked or learned is above it, whichever attack it
 * came from, and nothing failed.
 */
export function afterAudit(advice: Advice, findings: readonly Finding[]): Advice {
  const { target, certainty, reached } = advice;
  if (target === null || reached !== true) return advice;
  const own = findings.filter(({ way }) => way !== 'singled out');
  const worst = own
    .filter((finding) => hasFigure(finding) && actsAt(finding, certainty))
    .reduce<Finding | null>((most, each) => (most === null || (each.exposed ?? 0) > (most.exposed ?? 0) ? each : most), null);
  const failed = own.find(({ state, lost }) => state === 'errored' || lost > 0);
  if (failed === undefined && (worst === null || (worst.exposed ?? 0) <= target)) return advice;
  const why =
    failed !== undefined
      ? `the attack ${failed.attack} failed in the audit of the result`
      : `in the audit of the result ${worst?.attack}${worst?.about == null ? '' : ` on ${worst.about}`} exposes ${percent(worst?.exposed ?? null)} of the people, which advice does not mend`;
  return { ...advice, reached: false, verdict: adviceVerdict({ ...advice, reached: false }), notices: [why, ...advice.notices] };
}
