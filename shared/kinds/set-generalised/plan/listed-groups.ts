import { readColumns } from '../../../app/blobs/columns.ts';
import type { GroupRecord, TruthRecord } from '../../../contracts/work.ts';
import { encodeColumns } from '../../../core/format/columns.ts';
import { LISTED } from '../blobs.ts';

/** The groups of a bucket as the join sees them: columns of numbers, 21 bytes a group. */
interface ListedGroups {
  /** Of each group's line in the bucket's blob. */
  readonly bytes: Float64Array;
  readonly cells: Float64Array;
  readonly rows: Int32Array;
  /** 1 where the name of the group says that a pointer begins with it. */
  readonly begins: Uint8Array;
  /** Over all groups together. */
  readonly rowsWithoutContext: number;
  readonly originalCells: number;
}

/** Where units share pointers, these begin anew at names that end so, whatever stands before: what is counted of the others stays. */
const PARTS = 16;
const beginsPart = (id: string): boolean => Number.parseInt(id.slice(-2), 16) % PARTS === 0;

interface GatheredGroup {
  readonly record: GroupRecord;
  readonly truth: TruthRecord;
  readonly bytes: number;
}

export function encodeListed(groups: readonly GatheredGroup[]): Uint8Array {
  const bytes = new Float64Array(groups.length);
  const cells = new Float64Array(groups.length);
  const rows = new Int32Array(groups.length);
  const begins = new Uint8Array(groups.length);
  let [rowsWithoutContext, originalCells] = [0, 0];
  for (const [at, { record, truth, bytes: length }] of groups.entries()) {
    bytes[at] = length;
    cells[at] = record.rows.length * record.members.length;
    rows[at] = record.rows.length;
    begins[at] = beginsPart(record.id) ? 1 : 0;
    for (const row of record.rows) if (row.c.length === 0) rowsWithoutContext += 1;
    for (const held of truth.o) originalCells += held.length;
  }
  return encodeColumns([bytes, cells, rows, begins, Float64Array.of(rowsWithoutContext, originalCells)]);
}

export function decodeListed(stored: Uint8Array): ListedGroups {
  const [bytes, cells, rows, begins, totals] = readColumns(LISTED.name, stored, [
    Float64Array,
    Float64Array,
    Int32Array,
    Uint8Array,
    Float64Array,
  ]);
  const [rowsWithoutContext = 0, originalCells = 0] = totals;
  return { bytes, cells, rows, begins, rowsWithoutContext, originalCells };
}
