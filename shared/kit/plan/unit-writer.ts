import type { UnitPointer } from '../../contracts/work.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { MANIFEST, sliceName } from './units.ts';

/** A unit's place in the work: its slice of the results, and what batches weigh it by. */
export interface UnitPlace {
  readonly unit: number;
  readonly slice: number;
  readonly cells: number;
}

/** A slice of the results: as many units or as many cells, whichever comes first. One part of each table; the same in both homes. */
const SLICE_UNITS = 1024;
const SLICE_CELLS = 250_000;

/** Units one after the other, cut into slices as they come. */
export class UnitSlices {
  #unit = 0;
  #slice = 0;
  #units = 0;
  #cells = 0;

  next(cells: number): UnitPlace {
    if (this.#units > 0 && (this.#units === SLICE_UNITS || this.#cells + cells > SLICE_CELLS)) {
      this.#slice += 1;
      this.#units = 0;
      this.#cells = 0;
    }
    this.#units += 1;
    this.#cells += cells;
    this.#unit += 1;
    return { unit: this.#unit - 1, slice: this.#slice, cells };
  }
}

/** A unit as its kind stores it; its truth apart, which measures alone read. */
export interface StoredUnit<Unit, Truth> {
  readonly unit: Unit;
  /** Number of units in it: at least 1. */
  readonly cells: number;
  /** Null without an original. */
  readonly truth: Truth | null;
}

const UNITS = 'units.jsonl';
export const truthKey = (slice: number): string => `original/${sliceName(slice)}.jsonl`;

/** Stores units a line each, their truths slice by slice, and the manifest that points to them. */
export async function storeUnits<Unit, Truth>(
  store: BlobStore,
  units: Iterable<StoredUnit<Unit, Truth>>,
): Promise<{ readonly units: number; readonly slices: number; readonly cells: number }> {
  const pointers: UnitPointer[] = [];
  let cells = 0;
  await store.write(UNITS, lines());
  await store.write(MANIFEST, jsonLines(pointers));
  return { units: pointers.length, slices: (pointers.at(-1)?.slice ?? -1) + 1, cells };

  async function* lines(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    const slices = new UnitSlices();
    let [start, truths, open] = [0, [] as (Truth | null)[], 0];
    for (const each of units) {
      const place = slices.next(each.cells);
      if (place.slice !== open) {
        await store.write(truthKey(open), jsonLines(truths));
        [truths, open] = [[], place.slice];
      }
      truths.push(each.truth);
      const line = encoder.encode(`${JSON.stringify(each.unit)}\n`);
      pointers.push({ ...place, blob: UNITS, start, end: start + line.length });
      start += line.length;
      cells += each.cells;
      yield line;
    }
    await store.write(truthKey(open), jsonLines(truths));
  }
}

/** Neighbours of one slice, as positions: what a batch found is stored by slice. */
export function* runsOfSlices(
  pointers: readonly Pick<UnitPointer, 'slice'>[],
): Generator<{ readonly slice: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < pointers.length; ) {
    const { slice } = pointers[from];
    let to = from + 1;
    while (pointers[to]?.slice === slice) to += 1;
    yield { slice, from, to };
    from = to;
  }
}
