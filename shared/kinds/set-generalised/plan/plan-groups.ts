import type { UnitPointer } from '../../../contracts/work.ts';
import { encodeColumns } from '../../../core/format/columns.ts';
import { readColumns } from '../../../kit/blobs/columns.ts';
import { jsonLines, readBytes } from '../../../kit/blobs/json-lines.ts';
import { readAhead } from '../../../kit/blobs/read-ahead.ts';
import { unitsOf } from '../../../kit/plan/batches.ts';
import { MANIFEST } from '../../../kit/plan/units.ts';
import type { GroupRecord } from '../../../kit/score/group-record.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { LISTED } from '../blobs.ts';
import type { TruthRecord } from '../contracts.ts';
import { isCoded } from '../learn/release-view.ts';
import { bucketCount, groupsKey, listKey, type ReleaseSummary } from '../read/store-release.ts';

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
  /** Groups of two transactions or more whose members are words: learned attacks decide no others unless there are labels. */
  readonly worded: number;
  readonly coded: number;
}

/** A slice of the results: as many groups or as many cells, whichever comes first. One file of each table; the same in both homes. */
const SLICE_GROUPS = 16_384;
const SLICE_CELLS = 250_000;

/** Releases of fewer characters have a pointer for each unit: there is little to save. */
const FEW_CHARACTERS = 1_000_000;
/**
 * In larger releases neighbours share one up to SHARED_CELLS cells, and part where the name of a group says so: on average after 16.
 */
const SHARED_CELLS = 2_048;

/** Joins what was gathered: numbers the groups of all buckets, cuts them into slices, and writes the manifest. Memory: the list of a few buckets. */
export async function joinGroups(store: BlobStore, summary: ReleaseSummary): Promise<PlanSummary> {
  const { hasOriginal, characters } = summary;
  const totals = {
    groups: 0,
    groupsOfOne: 0,
    rows: 0,
    cells: 0,
    rowsWithoutContext: 0,
    originalCells: 0,
    largest: 0,
    slices: 0,
    worded: 0,
    coded: 0,
  };
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
        const cells = listed.cells[at];
        const rows = listed.rows[at];
        const slice = slices.next(cells);
        const end = start + listed.bytes[at];
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
      totals.worded += listed.worded;
      totals.coded += listed.coded;
      if (open !== null) yield open;
    }
  };
  await store.write(MANIFEST, jsonLines(pointers()));
  return { ...totals, originalCells: hasOriginal ? totals.originalCells : null };
}

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

/** The groups of a bucket as the join sees them: columns of numbers, 21 bytes a group. */
interface ListedGroups {
  /** Of each group's line in the bucket's blob. */
  readonly bytes: Float64Array;
  readonly cells: Float64Array;
  readonly rows: Int32Array;
  /** 1 where the name of the group says that a pointer begins with it. */
  readonly begins: Uint8Array;
  readonly rowsWithoutContext: number;
  readonly originalCells: number;
  readonly worded: number;
  readonly coded: number;
}

/** Where units share pointers, these begin anew at names that end so, whatever stands before: what is counted of the others stays. */
const PARTS = 16;
const beginsPart = (id: string): boolean => Number.parseInt(id.slice(-2), 16) % PARTS === 0;

/** Kept until the group's bucket is listed. */
export type ListedGroup = ReturnType<typeof listedOf>;

export const listedOf = ({ id, members, rows }: GroupRecord, { o }: TruthRecord, bytes: number) => ({
  bytes,
  cells: rows.length * members.length,
  rows: rows.length,
  begins: beginsPart(id),
  rowsWithoutContext: rows.filter(({ c }) => c.length === 0).length,
  originalCells: o.reduce((sum, held) => sum + held.length, 0),
  worded: rows.length > 1 && !isCoded({ members }) ? 1 : 0,
  coded: rows.length > 1 && isCoded({ members }) ? 1 : 0,
});

export function encodeListed(groups: readonly ListedGroup[]): Uint8Array {
  const total = (of: (group: ListedGroup) => number): number => groups.reduce((sum, group) => sum + of(group), 0);
  return encodeColumns([
    Float64Array.from(groups, ({ bytes }) => bytes),
    Float64Array.from(groups, ({ cells }) => cells),
    Int32Array.from(groups, ({ rows }) => rows),
    Uint8Array.from(groups, ({ begins }) => (begins ? 1 : 0)),
    Float64Array.of(
      total(({ rowsWithoutContext }) => rowsWithoutContext),
      total(({ originalCells }) => originalCells),
      total(({ worded }) => worded),
      total(({ coded }) => coded),
    ),
  ]);
}

function decodeListed(stored: Uint8Array): ListedGroups {
  const columns = [Float64Array, Float64Array, Int32Array, Uint8Array, Float64Array] as const;
  const [bytes, cells, rows, begins, totals] = readColumns(LISTED.name, stored, columns);
  const [rowsWithoutContext = 0, originalCells = 0, worded = 0, coded = 0] = totals;
  return { bytes, cells, rows, begins, rowsWithoutContext, originalCells, worded, coded };
}
