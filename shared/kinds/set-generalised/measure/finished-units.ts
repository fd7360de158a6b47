import { eachUnit } from '../../../app/audit/plan/batches.ts';
import { readUnits } from '../../../app/audit/plan/units.ts';
import { noPairs } from '../../../app/audit/score/pair-columns.ts';
import { readAllJsonLines } from '../../../app/blobs/json-lines.ts';
import {
  GROUP_RECORDS,
  type GroupRecord,
  type ScoredRecord,
  type StoredVerdict,
  TRUTHS,
  type TruthRecord,
  type UnitPointer,
} from '../../../contracts/work.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { readOutcomes, readScored } from '../attack/process-units.ts';
import { truthBeside } from '../plan/parts.ts';

/** A unit with all that the steps found out about it: what the result tables are written from. */
export interface FinishedUnit {
  readonly unit: number;
  readonly group: GroupRecord;
  readonly scored: ScoredRecord;
  /** In the order of the audit's attacks. */
  readonly verdicts: readonly StoredVerdict[];
  /** 1 for each cell that the original holds; null without the original. */
  readonly original: Uint8Array | null;
  /** The step that scores and attacks left nothing of it. */
  readonly lost: boolean;
}

export interface SliceInput {
  readonly slice: number;
  readonly pointers: readonly UnitPointer[];
  /** Which stored plans hold the verdicts, in the order of the audit's attacks: their names, and how many attacks each has. */
  readonly plans: readonly { readonly name: string; readonly attacks: number }[];
  readonly hasOriginal: boolean;
}

/** Loads one slice: memory is that of its groups, at most 250,000 cells or the largest group. */
export async function loadSlice(store: BlobStore, { slice, pointers, plans, hasOriginal }: SliceInput): Promise<FinishedUnit[]> {
  const groups = await readUnits(store, pointers, GROUP_RECORDS);
  const scored = byUnit(await readScored(store, slice));
  const outcomes = await Promise.all(plans.map(async ({ name }) => byUnit(await readOutcomes(store, slice, name))));
  const truth = hasOriginal ? await readTruth(store, pointers) : null;
  return eachUnit(pointers).map(({ unit }, at): FinishedUnit => {
    const group = groups[at] as GroupRecord;
    const score = scored.get(unit);
    // A child of the map that failed within what is tolerated: its attacks are errored here, never "no leak".
    const verdicts = outcomes.flatMap(
      (records, plan) =>
        records.get(unit)?.verdicts ??
        Array.from({ length: plans[plan]?.attacks ?? 0 }, (): StoredVerdict => ({ kind: 'errored', error: 'missing' })),
    );
    const original = truth === null ? null : cellsOf(group, truth.get(group.id));
    return { unit, group, scored: score ?? unscored(unit, group), verdicts, original, lost: score === undefined };
  });
}

/** Of a group, from 1: its rows come in the canonical order. */
export const firstTransaction = ({ rows }: GroupRecord): number => rows.reduce((least, { t }) => Math.min(least, t), Infinity) + 1;

const byUnit = <T extends { readonly unit: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.unit, record]));

/** A unit that was lost before it was scored: every cell undefined, nothing said of any item. */
function unscored(unit: number, { rows, members }: GroupRecord): ScoredRecord {
  return {
    unit,
    cells: new Float64Array(rows.length * members.length).fill(Number.NaN),
    unmatchedMembers: new Int32Array(0),
    unmatchedContext: new Int32Array(0),
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
