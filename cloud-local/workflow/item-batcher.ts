import type { Json } from './definition.ts';
import { PAYLOAD_LIMIT } from './payload.ts';

interface Batching {
  readonly most: number;
  readonly bytes: number;
  /** Given to every child with its items. */
  readonly batchInput: Json | undefined;
}

/** `{"BatchInput": ..., "Items": [...]}`: as many items as count and bytes allow, within the service's own limit. */
export async function* inBatches(items: AsyncIterable<Json>, { most, bytes, batchInput }: Batching): AsyncGenerator<Json> {
  const frame = Buffer.byteLength(JSON.stringify({ BatchInput: batchInput ?? {}, Items: [] }));
  const room = Math.min(bytes, PAYLOAD_LIMIT) - frame;
  const batch = (Items: Json[]): Json => (batchInput === undefined ? { Items } : { BatchInput: batchInput, Items });
  let held: Json[] = [];
  let size = 0;
  for await (const item of items) {
    const weight = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (held.length > 0 && (held.length === most || size + weight > room)) {
      yield batch(held);
      held = [];
      size = 0;
    }
    held.push(item);
    size += weight;
  }
  if (held.length > 0) yield batch(held);
}
