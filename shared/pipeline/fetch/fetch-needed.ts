import type { AuditRequest } from '../../contracts/audit-request.ts';
import { isLive } from '../../contracts/sources.ts';
import type { UnitPointer } from '../../contracts/work.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Notice } from '../../kit/kind.ts';
import type { CountRequest, HitCounter } from '../../ports/hit-counter.ts';

/** Asks a live source for what the cache does not hold. It is done when every answer that can be had is there. */
export interface LiveFetch {
  /** The place of the source in the order of preference; its counter reads the cache only. */
  readonly position: number;
  fetch(requests: AsyncIterable<CountRequest>): Promise<Notice>;
}

/** A kind's `needs`: counts that units still need after the earlier sources. */
type Needs = (pointers: readonly UnitPointer[], earlier: readonly HitCounter[]) => Promise<CountRequest>;

export async function* needed(
  batches: AsyncIterable<readonly UnitPointer[]>,
  earlier: readonly HitCounter[],
  needs: Needs,
): AsyncGenerator<CountRequest> {
  for await (const pointers of batches) yield await needs(pointers, earlier);
}

/**
 * Each live source is asked only for what the sources before it leave open: a term that a corpus of one's own relates never
 * leaves the machine. Says what left, to whom.
 */
export async function fetchNeeded(
  all: () => AsyncIterable<readonly UnitPointer[]>,
  sources: readonly HitCounter[],
  live: readonly LiveFetch[],
  needs: Needs,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const each of live) notices.push(await each.fetch(needed(all(), sources.slice(0, each.position), needs)));
  return notices;
}

/** Refuses questions that no live source answers, before one of them is asked. */
export function mustBeAskable({ sources, context }: Pick<AuditRequest, 'sources' | 'context'>): void {
  if (context.select === 'conjunctive' && sources.some(isLive)) {
    throw new BadInput(
      'context "conjunctive" asks for many terms at once, which live sources do not answer; use a corpus, or another context',
    );
  }
}

/** Requests to one live source, and unanswered ones. Figures only. */
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
