import type { Notice } from '../audit/publish/notice.ts';

/** What left to one live source, and what it left without an answer. Figures only. */
interface Egress {
  readonly terms: number;
  readonly pairs: number;
  /** Null where the score cache is shared with others: they are not told what it spared. */
  readonly calls: number | null;
  readonly notExpressible: number;
  /** How often no answer could be had, by reason. */
  readonly unavailable: Readonly<Record<string, number>>;
}

export function egressNotice({ terms, pairs, calls, notExpressible, unavailable }: Egress, operator: string): Notice {
  const failures = Object.entries(unavailable)
    .map(([reason, times]) => `; ${times} times no answer could be had: ${reason}`)
    .join('');
  const mute = notExpressible > 0 ? `; ${notExpressible} that it has no way to ask stayed here` : '';
  return {
    code: 'egress',
    message: `${terms} terms and ${pairs} pairs were counted by ${operator}${calls === null ? '' : `, in ${calls} calls of this run`}${mute}${failures}`,
  };
}
