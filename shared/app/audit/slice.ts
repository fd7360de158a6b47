import type { GroupRecord, OutcomeRecord, ScoredRecord, StoredVerdict, TruthRecord, UnitPointer } from '../../contracts/work.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readAllJsonLines } from '../blobs/json-lines.ts';
import { truthKey } from './plan-groups.ts';
import { readSlice, readUnits } from './process-units.ts';
import { outcomePrefix, scoredPrefix } from './stored.ts';

/** A unit with all that the steps found out about it: what the result tables are written from. */
export interface FinishedUnit {
  readonly unit: number;
  readonly group: GroupRecord;
  readonly scored: ScoredRecord;
  /** In the order of the audit's attacks. */
  readonly verdicts: readonly StoredVerdict[];
  /** 1 for each cell that the original holds; null without the original. */
  readonly original: Uint8Array | null;
}

export interface SliceInput {
  readonly slice: number;
  readonly pointers: readonly UnitPointer[];
  /** Which stored plans hold the verdicts, in the order of the audit's attacks: their names, and how many attacks each has. */
  readonly plans: readonly { readonly name: string; readonly attacks: number }[];
  readonly hasOriginal: boolean;
}

/** Loads one slice: memory is that of its groups, at most a million cells or the largest group. */
export async function loadSlice(store: BlobStore, { slice, pointers, plans, hasOriginal }: SliceInput): Promise<FinishedUnit[]> {
  const groups = await readUnits<GroupRecord>(store, pointers);
  const scored = await readSlice<ScoredRecord>(store, scoredPrefix(slice));
  const outcomes = await Promise.all(plans.map(({ name }) => readSlice<OutcomeRecord>(store, outcomePrefix(slice, name))));
  const truth = hasOriginal ? await readTruth(store, pointers) : null;
  return pointers.map(({ unit }, at): FinishedUnit => {
    const group = groups[at] as GroupRecord;
    const score = scored[at];
    if (score?.unit !== unit) throw new Error(`slice ${slice} lacks the scores of unit ${unit}`);
    const verdicts = outcomes.flatMap((records, plan) => {
      const record = records[at];
      if (record?.unit === unit) return record.verdicts;
      // A child of the map that failed within what is tolerated: its attacks are errored here, never "no leak".
      return Array.from({ length: plans[plan]?.attacks ?? 0 }, (): StoredVerdict => ({ kind: 'errored', error: 'missing' }));
    });
    return { unit, group, scored: score, verdicts, original: truth === null ? null : cellsOf(group, truth.get(group.id)) };
  });
}

async function readTruth(store: BlobStore, pointers: readonly UnitPointer[]): Promise<Map<string, TruthRecord>> {
  const found = new Map<string, TruthRecord>();
  for (const blob of new Set(pointers.map((pointer) => pointer.blob))) {
    const bucket = blob.slice('groups/'.length, -'.jsonl'.length);
    for (const record of await readAllJsonLines<TruthRecord>(store, truthKey(bucket))) found.set(record.id, record);
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
