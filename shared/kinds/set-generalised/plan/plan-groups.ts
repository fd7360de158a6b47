import { unitsOf } from '../../../app/audit/plan/batches.ts';
import { MANIFEST } from '../../../app/audit/plan/units.ts';
import { jsonLines, readBytes } from '../../../app/blobs/json-lines.ts';
import { readAhead } from '../../../app/blobs/read-ahead.ts';
import type { UnitPointer } from '../../../contracts/work.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { ReleaseSummary } from '../read/store-release.ts';
import { decodeListed } from './listed-groups.ts';
import { bucketCount, groupsKey, listKey } from './parts.ts';

export interface PlanSummary {
  readonly groups: number;
  readonly groupsOfOne: number;
  readonly rows: number;
  readonly cells: number;
  readonly rowsWithoutContext: number;
  /** Cells that the original holds; null without one. */
  readonly originalCells: number | null;
  readonly largest: number;
  readonly slices: number;
}

/** A slice of the results: as many groups or as many cells, whichever comes first. One file of each table; the same in both homes. */
const SLICE_GROUPS = 4096;
const SLICE_CELLS = 250_000;

/** Releases of fewer characters have a pointer for each unit: there is little to save. */
const FEW_CHARACTERS = 1_000_000;
/** Above, neighbours share one up to so many cells, and part where the name of a group says so: on average after 16 (listed-groups). */
const SHARED_CELLS = 2_048;

/** Joins what was gathered: numbers the groups of all buckets, cuts them into slices, and writes the manifest. Memory: the list of a few buckets. */
export async function joinGroups(store: BlobStore, summary: ReleaseSummary): Promise<PlanSummary> {
  const { hasOriginal, characters } = summary;
  const totals = { groups: 0, groupsOfOne: 0, rows: 0, cells: 0, rowsWithoutContext: 0, originalCells: 0, largest: 0, slices: 0 };
  const slices = new Slices();
  const lists = readAhead(Array(bucketCount(summary)).keys(), async (bucket) => ({
    blob: groupsKey(bucket),
    listed: decodeListed(await readBytes(store, listKey(bucket))),
  }));
  const pointers = async function* (): AsyncGenerator<UnitPointer> {
    for await (const { blob, listed } of lists) {
      let open = null as UnitPointer | null;
      let start = 0;
      for (let at = 0; at < listed.bytes.length; at += 1) {
        const cells = listed.cells[at] as number;
        const rows = listed.rows[at] as number;
        const slice = slices.next(cells);
        const end = start + (listed.bytes[at] as number);
        const own: UnitPointer = { unit: totals.groups, slice, blob, start, end, cells };
        const joins = open !== null && characters >= FEW_CHARACTERS && listed.begins[at] === 0;
        if (open !== null && joins && open.slice === slice && open.cells + cells <= SHARED_CELLS) {
          open = { ...open, units: unitsOf(open) + 1, end, cells: open.cells + cells };
        } else {
          if (open !== null) yield open;
          open = own;
        }
        start = end;
        totals.groups += 1;
        totals.slices = slice + 1;
        totals.rows += rows;
        totals.cells += cells;
        totals.largest = Math.max(totals.largest, rows);
        if (rows === 1) totals.groupsOfOne += 1;
      }
      totals.rowsWithoutContext += listed.rowsWithoutContext;
      totals.originalCells += listed.originalCells;
      if (open !== null) yield open;
    }
  };
  await store.write(MANIFEST, jsonLines(pointers()));
  return { ...totals, originalCells: hasOriginal ? totals.originalCells : null };
}

/** Cuts units into slices as they come. */
class Slices {
  #slice = 0;
  #groups = 0;
  #cells = 0;

  next(cells: number): number {
    if (this.#groups > 0 && (this.#groups === SLICE_GROUPS || this.#cells + cells > SLICE_CELLS)) {
      this.#slice += 1;
      this.#groups = 0;
      this.#cells = 0;
    }
    this.#groups += 1;
    this.#cells += cells;
    return this.#slice;
  }
}
