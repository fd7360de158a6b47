import type { UnitPointer } from '../../../contracts/work.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import { readAllJsonLines } from '../../../kit/blobs/json-lines.ts';
import { eachUnit } from '../../../kit/plan/batches.ts';
import { readUnits } from '../../../kit/plan/units.ts';
import type { GroupRecord } from '../../../kit/score/group-record.ts';
import { noPairs, type ScoredRecord } from '../../../kit/score/pair-table.ts';
import { readScored } from '../../../kit/score/stored-scores.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { readOutcomes } from '../attack/attack-units.ts';
import { GROUP_RECORDS, type StoredVerdict, TRUTHS, type TruthRecord } from '../contracts.ts';
import { truthBeside } from '../read/store-release.ts';

/** A unit with all that the steps found out about it: what the result tables are written from. */
export interface FinishedUnit {
  readonly unit: number;
  readonly group: GroupRecord;
  readonly scored: ScoredRecord;
  /** In the order of the audit's attacks. */
  readonly verdicts: readonly StoredVerdict[];
  /** 1 for each cell that the original holds; null without the original. */
  readonly original: Uint8Array | null;
  /** Scoring or attacking left nothing of it. */
  readonly lost: boolean;
}

export interface SliceInput {
  readonly slice: number;
  readonly pointers: readonly UnitPointer[];
  readonly attacks: number;
  readonly smoothing: Smoothing;
  readonly hasOriginal: boolean;
}

/** Loads one slice: memory is that of its groups, at most 250,000 cells or the largest group. */
export async function loadSlice(
  store: BlobStore,
  { slice, pointers, attacks, smoothing, hasOriginal }: SliceInput,
): Promise<FinishedUnit[]> {
  const groups = await readUnits(store, pointers, GROUP_RECORDS);
  const [scored, outcomes] = await Promise.all([readScored(store, slice, smoothing), readOutcomes(store, slice)]);
  const truth = hasOriginal ? await readTruth(store, pointers) : null;
  return eachUnit(pointers).map(({ unit }, at): FinishedUnit => {
    const group = groups[at];
    const score = scored.get(unit);
    // A child of the map that failed within what is tolerated: its attacks are errored here, never "no leak".
    const verdicts =
      outcomes.get(unit)?.verdicts ?? Array.from({ length: attacks }, (): StoredVerdict => ({ kind: 'errored', error: 'missing' }));
    const original = truth === null ? null : cellsOf(group, truth.get(group.id));
    return { unit, group, scored: score ?? unscored(unit, group), verdicts, original, lost: score === undefined || !outcomes.has(unit) };
  });
}

/** Of a group, from 1: its rows come in the canonical order. */
export const firstTransaction = ({ rows }: GroupRecord): number => rows.reduce((least, { t }) => Math.min(least, t), Infinity) + 1;

/** A unit that was lost before it was scored: every cell undefined, nothing said of any item. */
function unscored(unit: number, { rows, members }: GroupRecord): ScoredRecord {
  return {
    unit,
    cells: new Float64Array(rows.length * members.length).fill(Number.NaN),
    unmatchedMembers: new Int32Array(0),
    unmatchedContext: new Int32Array(0),
    counts: noPairs(0),
    pairs: noPairs(0),
  };
}

async function readTruth(store: BlobStore, pointers: readonly UnitPointer[]): Promise<Map<string, TruthRecord>> {
  const found = new Map<string, TruthRecord>();
  for (const blob of new Set(pointers.map((pointer) => pointer.blob))) {
    for (const record of await readAllJsonLines(store, truthBeside(blob), TRUTHS)) found.set(record.id, record);
  }
  return found;
}

function cellsOf({ members, rows }: GroupRecord, truth: TruthRecord | undefined): Uint8Array {
  const cells = new Uint8Array(rows.length * members.length);
  truth?.o.forEach((held, row) => {
    for (const column of held) cells[row * members.length + column] = 1;
  });
  return cells;
}
