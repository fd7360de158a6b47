import type { SlicePointer } from '../../contracts/execution.ts';
import { UNIT_POINTERS } from '../../contracts/work.ts';
import { checked } from '../../contracts/work-blob.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { unitsOf } from './batches.ts';
import { MANIFEST } from './units.ts';

export const SLICES = 'slices.jsonl';

const NEWLINE = 10;

interface ManifestSize {
  units: number;
  pointers: number;
  slices: number;
  cells: number;
  /** Cells of the largest pointer. */
  largest: number;
}

/** The manifest of slices: which bytes of the units' manifest each is. Units of one slice are neighbours. */
export async function writeSliceManifest(store: BlobStore): Promise<Readonly<ManifestSize>> {
  const size: ManifestSize = { units: 0, pointers: 0, slices: 0, cells: 0, largest: 0 };
  await store.write(SLICES, jsonLines(slices(store, size)));
  return size;
}

async function* slices(store: BlobStore, size: ManifestSize): AsyncGenerator<SlicePointer> {
  let open = null as SlicePointer | null;
  for await (const { line, start, end } of lines(store.read(MANIFEST))) {
    const pointer = checked(UNIT_POINTERS, JSON.parse(line));
    const { slice } = pointer;
    size.units += unitsOf(pointer);
    size.pointers += 1;
    size.cells += pointer.cells;
    size.largest = Math.max(size.largest, pointer.cells);
    if (open?.slice !== slice) size.slices += 1;
    if (open !== null && open.slice !== slice) yield open;
    open = open === null || open.slice !== slice ? { slice, start, end } : { ...open, end };
  }
  if (open !== null) yield open;
}

/** Lines with the bytes they stand at. */
async function* lines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly line: string; readonly start: number; readonly end: number }> {
  const decoder = new TextDecoder();
  let held: Uint8Array[] = [];
  let start = 0;
  let at = 0;
  for await (const piece of bytes) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      held.push(piece.subarray(from, to));
      const line = held.map((part) => decoder.decode(part, { stream: true })).join('');
      held = [];
      from = to + 1;
      yield { line, start, end: at + from };
      start = at + from;
    }
    if (from < piece.length) held.push(piece.slice(from));
    at += piece.length;
  }
}
