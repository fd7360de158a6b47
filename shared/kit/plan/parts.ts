import type { TableEncoder } from '../../ports/table-encoder.ts';
import type { Audit, Kind, Steps } from '../kind.ts';

/** Manifests of planning, one line for each part or bucket: the maps iterate over them. */
export const PARTS = 'parts.jsonl';
export const BUCKETS = 'buckets.jsonl';

/** A release of one part is planned by one function: maps would take longer to start than it works. */
export const isMapped = ({ parts }: { readonly parts: number }): boolean => parts > 1;

/** Buckets gathered at once: the offsets of their rows are read once. */
const BUCKETS_AT_ONCE = 8;

/** All parts of planning one after another, then all buckets: at home, and in the cloud where a release is small. */
export async function planInParts({ cut }: Kind, audit: Audit): Promise<void> {
  if (cut === undefined) return;
  const { parts, buckets } = await cut.count(audit);
  const { progress } = audit;
  progress.step('plan', parts + buckets);
  for (let part = 0; part < parts; part += 1) {
    await cut.spread(audit, [part]);
    progress.advance(part + 1);
  }
  for (let from = 0; from < buckets; from += BUCKETS_AT_ONCE) {
    const own = Array.from({ length: Math.min(BUCKETS_AT_ONCE, buckets - from) }, (_, at) => from + at);
    await cut.gather(audit, own);
    progress.advance(parts + from + own.length);
  }
  progress.end();
}

export async function finishInParts({ cut }: Kind, audit: Audit, steps: Steps, encoders: readonly TableEncoder[]): Promise<void> {
  if (cut === undefined || steps.finish === undefined) return;
  const { parts } = await cut.count(audit);
  await steps.finish([...Array(parts).keys()], encoders);
}
