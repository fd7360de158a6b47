import type { UnitPointer } from '../../contracts/work.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { CountRequest, HitCounter } from '../../ports/hit-counter.ts';
import { type BatchLimits, batches } from '../audit/plan/batches.ts';
import { MANIFEST, readUnits } from '../audit/plan/units.ts';
import type { Notice } from '../audit/publish/notice.ts';
import { openQuestion, type ScoreOptions } from '../audit/score/score-groups.ts';
import { readJsonLines } from '../blobs/json-lines.ts';

/** Asks a live source for what the cache does not hold. It is done when every answer that can be had is there. */
export interface LiveFetch {
  /** The place of the source in the order of preference; its counter reads the cache only. */
  readonly position: number;
  fetch(requests: AsyncIterable<CountRequest>): Promise<Notice>;
}

/**
 * Each live source is asked only for what the sources before it leave open: a term that a corpus of one's own relates never
 * leaves the machine. Says what left, to whom.
 */
export async function fetchNeeded(
  work: BlobStore,
  limits: BatchLimits,
  sources: readonly HitCounter[],
  live: readonly LiveFetch[],
  options: ScoreOptions,
): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const each of live) notices.push(await each.fetch(needed(work, limits, sources.slice(0, each.position), options)));
  return notices;
}

async function* needed(
  work: BlobStore,
  limits: BatchLimits,
  earlier: readonly HitCounter[],
  options: ScoreOptions,
): AsyncGenerator<CountRequest> {
  for await (const pointers of batches(readJsonLines<UnitPointer>(work, MANIFEST), limits)) {
    yield await openQuestion(await readUnits(work, pointers), earlier, options);
  }
}
