import type { UnitPointer } from '../../contracts/work.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readBytes } from '../blobs/json-lines.ts';
import { BucketRunWriter } from '../blobs/sorted-runs.ts';
import { runsOfSlices } from './unit-writer.ts';
import { sliceName, unitKey } from './units.ts';

/** Writes what a batch left of its units, a blob for each slice. Keys follow from the units, so a batch may run twice. */
export async function writeBySlice(
  store: BlobStore,
  units: readonly Pick<UnitPointer, 'unit' | 'slice'>[],
  prefix: (slice: number) => string,
  encode: (from: number, to: number) => Parameters<BlobStore['write']>[1],
): Promise<void> {
  for (const { slice, from, to } of runsOfSlices(units)) await store.write(unitKey(prefix(slice), units[from].unit), encode(from, to));
}

/** Where slices that are measured together leave what is wanted by bucket. */
export const sliceRuns = (store: BlobStore, prefix: string, [first]: readonly Pick<UnitPointer, 'slice'>[]): BucketRunWriter =>
  new BucketRunWriter(store, `${prefix}/${sliceName(first?.slice ?? 0)}`);

/** The records of one slice by unit, whatever batches wrote them. `wanted`: neighbouring units; blobs that begin behind them are not read. */
export async function readSlice<T extends { readonly unit: number }>(
  store: BlobStore,
  prefix: string,
  decode: (bytes: Uint8Array) => readonly T[],
  wanted?: readonly number[],
): Promise<ReadonlyMap<number, T>> {
  const keys: string[] = [];
  const behind = wanted === undefined ? null : unitKey(prefix, (wanted.at(-1) ?? -1) + 1);
  for await (const { key } of store.list(prefix)) if (behind === null || key < behind) keys.push(key);
  const records = new Map<number, T>();
  // A blob holds its first unit and those after it: mostly the last of the blobs holds all that are wanted.
  for (const key of keys.toSorted().toReversed()) {
    for (const record of decode(await readBytes(store, key))) records.set(record.unit, record);
    if (wanted?.every((unit) => records.has(unit)) === true) break;
  }
  return records;
}
