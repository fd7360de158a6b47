import type { TableAttack } from '../../../app/audit/attack/attack-identity.ts';
import { eachUnit } from '../../../app/audit/plan/batches.ts';
import { readUnits, unitKey } from '../../../app/audit/plan/units.ts';
import { type ScoreOptions, scoreGroups } from '../../../app/audit/score/score-groups.ts';
import { readBytes } from '../../../app/blobs/json-lines.ts';
import {
  GROUP_RECORDS,
  type GroupRecord,
  type OutcomeRecord,
  type ScoredRecord,
  type StoredVerdict,
  type UnitPointer,
} from '../../../contracts/work.ts';
import type { DistanceTable } from '../../../core/attack/table.ts';
import { type AttackFailed, failureName } from '../../../core/findings/failure.ts';
import { hashText } from '../../../core/random/hash.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import { decodeOutcomes, decodeScored, encodeOutcomes, encodeScored, outcomePrefix, scoredPrefix, storeVerdict } from './stored.ts';

interface ProcessOptions extends ScoreOptions {
  readonly sources: readonly HitCounter[];
  readonly attacks: readonly TableAttack[];
  readonly failed?: AttackFailed | undefined;
}

type Unit = ReturnType<typeof eachUnit>[number];

/** The name under which the verdicts of the attacks on tables are stored; attacks on the whole release have prefixes of their own. */
export const ON_TABLES = 'tables';

/**
 * Scores and attacks a batch of units: the work of one child of the map, or of one turn of the loop at home. The keys it writes to follow
 * from the units, so it may run twice; any batch split gives the same records.
 */
export async function processUnits(store: BlobStore, pointers: readonly UnitPointer[], options: ProcessOptions): Promise<void> {
  const groups = await readUnits(store, pointers, GROUP_RECORDS);
  const scored = await scoreGroups(groups, options.sources, options);
  const units = eachUnit(pointers);
  const records = scored.map(({ table, pairs, unmatchedMembers, unmatchedContext }, at): ScoredRecord => {
    return { unit: (units[at] as Unit).unit, cells: table.cells, pairs, unmatchedMembers, unmatchedContext };
  });
  const outcomes = scored.map(({ group, table }, at): OutcomeRecord => {
    return { unit: (units[at] as Unit).unit, verdicts: attackTable(group, table, options) };
  });
  await writeBySlice(store, units, scoredPrefix, (from, to) => encodeScored(records.slice(from, to)));
  await writeOutcomes(store, units, outcomes, ON_TABLES);
}

/** All attacks on one table. An attack that throws is errored on this table, and the others go on. */
function attackTable(group: GroupRecord, table: DistanceTable, { attacks, labels, failed }: ProcessOptions): StoredVerdict[] {
  if (table.rows < 2) return attacks.map(() => ({ kind: 'not computable', reason: 'one transaction only' }));
  const meaningless = isCoded(group) && labels === undefined;
  const key = groupContent(group);
  return attacks.map((attack) => {
    if (meaningless && !attack.baseline) return UNLABELLED;
    try {
      return storeVerdict(attack.run(table, key), table.columns);
    } catch (error) {
      failed?.(attack.name, error);
      return { kind: 'errored', error: failureName(error) };
    }
  });
}

const CODE = /^\d+$/;
export const UNLABELLED: StoredVerdict = { kind: 'not computable', reason: 'the items are codes; --labels says what they mean' };
/** Numbers mean nothing to any source: no distance to them says anything, which is not the same as safe. */
export const isCoded = ({ members }: GroupRecord): boolean => members.every((member) => CODE.test(member));

/** Names the content of a group for seeds: its members, and the context of each row. */
export const groupContent = (group: GroupRecord): string =>
  hashText(JSON.stringify([group.members, group.context, group.rows.map((row) => row.c)])).join('-');

/** The verdicts of one plan on a batch, where measuring looks for them. */
export const writeOutcomes = (store: BlobStore, units: readonly Unit[], outcomes: readonly OutcomeRecord[], plan: string): Promise<void> =>
  writeBySlice(
    store,
    units,
    (slice) => outcomePrefix(slice, plan),
    (from, to) => encodeOutcomes(outcomes.slice(from, to)),
  );

async function writeBySlice(
  store: BlobStore,
  units: readonly Unit[],
  prefix: (slice: number) => string,
  encode: (from: number, to: number) => Uint8Array,
): Promise<void> {
  for (let from = 0; from < units.length; ) {
    const { slice, unit } = units[from] as Unit;
    let to = from + 1;
    while (units[to]?.slice === slice) to += 1;
    await store.write(unitKey(prefix(slice), unit), encode(from, to));
    from = to;
  }
}

export const readScored = (store: BlobStore, slice: number): Promise<ScoredRecord[]> => readSlice(store, scoredPrefix(slice), decodeScored);

export const readOutcomes = (store: BlobStore, slice: number, plan: string): Promise<OutcomeRecord[]> =>
  readSlice(store, outcomePrefix(slice, plan), decodeOutcomes);

/** The records of one slice in the order of units, whatever batches wrote them; written twice is there once. */
async function readSlice<T extends { readonly unit: number }>(
  store: BlobStore,
  prefix: string,
  decode: (bytes: Uint8Array) => readonly T[],
): Promise<T[]> {
  const records = new Map<number, T>();
  for await (const { key } of store.list(prefix)) {
    for (const record of decode(await readBytes(store, key))) records.set(record.unit, record);
  }
  return [...records.values()].toSorted((a, b) => a.unit - b.unit);
}
