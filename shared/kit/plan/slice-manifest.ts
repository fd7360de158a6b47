import type { SlicePointer, SlicesPointer } from '../../contracts/execution.ts';
import { UNIT_POINTERS } from '../../contracts/work.ts';
import { checked } from '../../contracts/work-blob.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { unitsOf } from './batches.ts';
import { MANIFEST } from './units.ts';

export const SLICES = 'slices.jsonl';

const NEWLINE = 10;

/** Slices that are measured together: up to so many cells, some twenty seconds. */
const TOGETHER = { cells: 1_000_000, slices: 8 };

interface ManifestSize {
  units: number;
  pointers: number;
  slices: number;
  cells: number;
  /** Cells of the largest pointer. */
  largest: number;
}

/** The manifest of slices: which bytes of the units' manifest each is, and which are measured together. Units of one slice are neighbours. */
export async function writeSliceManifest(store: BlobStore): Promise<Readonly<ManifestSize>> {
  const size: ManifestSize = { units: 0, pointers: 0, slices: 0, cells: 0, largest: 0 };
  await store.write(SLICES, jsonLines(together(slices(store, size))));
  return size;
}

async function* together(slices: AsyncIterable<WeighedSlice>): AsyncGenerator<SlicesPointer> {
  let open: SlicePointer[] = [];
  let held = 0;
  for await (const { cells, ...slice } of slices) {
    if (open.length > 0 && (open.length === TOGETHER.slices || held + cells > TOGETHER.cells)) {
      yield { slices: open };
      [open, held] = [[], 0];
    }
    open.push(slice);
    held += cells;
  }
  if (open.length > 0) yield { slices: open };
}

type WeighedSlice = SlicePointer & { readonly cells: number };

async function* slices(store: BlobStore, size: ManifestSize): AsyncGenerator<WeighedSlice> {
  let open = null as WeighedSlice | null;
  for await (const { line, start, end } of lines(store.read(MANIFEST))) {
    const pointer = checked(UNIT_POINTERS, JSON.parse(line));
    const { slice, cells } = pointer;
    size.units += unitsOf(pointer);
    size.pointers += 1;
    size.cells += cells;
    size.largest = Math.max(size.largest, cells);
    if (open?.slice !== slice) size.slices += 1;
    if (open !== null && open.slice !== slice) yield open;
    open = open === null || open.slice !== slice ? { slice, start, end, cells } : { ...open, end, cells: open.cells + cells };
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
