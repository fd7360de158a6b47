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

/** What is kept of a group until its bucket is listed. */
export interface ListedGroup {
  readonly bytes: number;
  readonly cells: number;
  readonly rows: number;
  readonly begins: boolean;
  readonly rowsWithoutContext: number;
  readonly originalCells: number;
}

export const listedOf = ({ id, members, rows }: GroupRecord, { o }: TruthRecord, bytes: number): ListedGroup => ({
  bytes,
  cells: rows.length * members.length,
  rows: rows.length,
  begins: beginsPart(id),
  rowsWithoutContext: rows.filter(({ c }) => c.length === 0).length,
  originalCells: o.reduce((sum, held) => sum + held.length, 0),
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
    ),
  ]);
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
