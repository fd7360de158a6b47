import type { UnitPointer } from '../../contracts/work.ts';
import type { CountRequest, HitCounter } from '../../ports/hit-counter.ts';
import type { Notice } from '../audit/publish/notice.ts';

/** Asks a live source for what the cache does not hold. It is done when every answer that can be had is there. */
export interface LiveFetch {
  /** The place of the source in the order of preference; its counter reads the cache only. */
  readonly position: number;
  fetch(requests: AsyncIterable<CountRequest>): Promise<Notice>;
}

/** What some units need when the earlier sources have answered: a kind's `needs`. */
type Needs = (pointers: readonly UnitPointer[], earlier: readonly HitCounter[]) => Promise<CountRequest>;

/** What is needed, batch after batch. */
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
