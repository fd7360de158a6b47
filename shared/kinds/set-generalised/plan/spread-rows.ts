import { transactionKey } from '../../../core/model/canonical-order.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { type Entry, groupKey, isGeneralised } from '../../../core/model/transaction.ts';
import { hashHex } from '../../../core/random/random.ts';
import { conjunction } from '../../../core/relatedness/conjunction.ts';
import { BucketRunWriter } from '../../../kit/blobs/sorted-runs.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { type ContextRule, contextOf } from '../core/context.ts';
import { isStudied } from '../learn/calibrated/study.ts';
import {
  blocksOfPart,
  bucketCount,
  groupBucket,
  type ReleaseSummary,
  readBlock,
  readOriginalBlock,
  rowsPrefix,
} from '../read/store-release.ts';

/**
 * A row on its way to its group: the number of its members as published, the transaction's ordinal, id and key, the context, and the places of
 * the members that the original holds. The first row of a number in a part says which members these are and the name of their group: on all
 * rows the members would be most of the bytes.
 */
export type LooseRow = readonly [
  set: number,
  t: number,
  id: string | null,
  key: string,
  context: readonly string[],
  original: readonly number[] | null,
  around: Around | null,
  group?: string,
  members?: readonly string[],
];

/** The place of a generalised item, and the items that its transaction publishes alone, with their places. */
export type Around = readonly [place: number, items: readonly string[], places: readonly number[]];

/** Sends the rows of one part of the release to buckets by the hash of their group. Memory: what a writer of runs holds. */
export async function spreadRows(
  store: BlobStore,
  summary: ReleaseSummary,
  context: ContextRule,
  seed: string,
  part: number,
): Promise<void> {
  const buckets = bucketCount(summary);
  const numbers = new Numbers(buckets);
  const writer = new BucketRunWriter(store, rowsPrefix(part));
  const whole = isStudied(summary);
  for (const number of blocksOfPart(summary, part)) {
    const block = summary.blocks[number];
    const originals = summary.hasOriginal ? await readOriginalBlock(store, number) : null;
    for await (const { t, id, items } of readBlock(store, block)) {
      const original = originals === null ? null : new Set(originals[t - block.start]);
      let key = '';
      const alone = whole ? aloneIn(items) : null;
      for (const [position, entry] of items.entries()) {
        if (!isGeneralised(entry)) continue;
        const { number: set, group, bucket, isNew } = numbers.of(entry);
        const held = original === null ? null : entry.flatMap((member, at) => (original.has(member) ? [at] : []));
        if (key === '') key = transactionKey(items, context.kind === 'nearest', seed);
        const around = alone && ([position, ...alone] as const);
        const loose = [set, t, id ?? null, key, contextFor(items, position, context), held, around] as const;
        const row: LooseRow = isNew ? [...loose, group, entry] : loose;
        const full = writer.add(bucket, row);
        if (full !== undefined) await full;
      }
    }
  }
  await writer.end();
}

interface Numbered {
  readonly number: number;
  readonly group: string;
  readonly bucket: number;
}

/** Numbers sets of members in the order they are written in. Those seen lately are remembered; the others get another number and are told again. */
class Numbers {
  readonly #buckets: number;
  readonly #known = new Map<string, Numbered>();
  #next = 0;

  constructor(buckets: number) {
    this.#buckets = buckets;
  }

  of(members: readonly string[]): Numbered & { readonly isNew: boolean } {
    const text = members.join('\u001f');
    const known = this.#known.get(text);
    if (known !== undefined) return { ...known, isNew: false };
    if (this.#known.size === REMEMBERED) this.#known.clear();
    // 128 bits of its members, whatever their order.
    const group = hashHex(groupKey(members));
    const numbered = { number: this.#next, group, bucket: groupBucket(group, this.#buckets) };
    this.#next += 1;
    this.#known.set(text, numbered);
    return { ...numbered, isNew: true };
  }
}
const REMEMBERED = 20_000;

/** For `conjunctive` all context items are one question: one item of the context. Where order carries nothing, none is kept. */
function contextFor(items: readonly Entry[], position: number, rule: ContextRule): string[] {
  const context = contextOf(items, position, rule);
  if (rule.kind !== 'nearest') context.sort(compareCodePoints);
  return rule.kind === 'conjunctive' && context.length > 0 ? [conjunction(context)] : context;
}

function aloneIn(items: readonly Entry[]): readonly [items: string[], places: number[]] {
  const alone: string[] = [];
  const places: number[] = [];
  for (const [place, entry] of items.entries()) {
    if (isGeneralised(entry)) continue;
    alone.push(entry);
    places.push(place);
  }
  return [alone, places];
}
