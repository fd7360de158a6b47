import type { UnitPointer } from '../../contracts/work.ts';
import type { WorkBlob } from '../../contracts/work-blob.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readAllJsonLines } from '../blobs/json-lines.ts';

/** A line for each pointer to units of work. */
export const MANIFEST = 'manifest.jsonl';

/** Key of a batch's results within a slice, by its first unit: a rerun overwrites it. */
export const unitKey = (prefix: string, unit: number): string => `${prefix}${String(unit).padStart(9, '0')}.columns`;
export const sliceName = (slice: number): string => String(slice).padStart(6, '0');
export const figuresKey = (slice: number): string => `figures/${sliceName(slice)}.json`;

/** Ranges that touch are read at once. */
export async function readUnits<T>(store: BlobStore, pointers: readonly UnitPointer[], blob: WorkBlob<T>): Promise<T[]> {
  const units: T[] = [];
  for (let from = 0; from < pointers.length; ) {
    const first = pointers[from];
    let to = from + 1;
    while (pointers[to]?.blob === first.blob && pointers[to]?.start === pointers[to - 1]?.end) to += 1;
    const end = pointers[to - 1].end;
    for (const unit of await readAllJsonLines(store, first.blob, blob, { start: first.start, end })) units.push(unit);
    from = to;
  }
  return units;
}
