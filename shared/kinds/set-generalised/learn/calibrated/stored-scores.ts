import { sliceName } from '../../../../app/audit/plan/units.ts';
import { heldTo, readColumns } from '../../../../app/blobs/columns.ts';
import { readBytes } from '../../../../app/blobs/json-lines.ts';
import { checked } from '../../../../contracts/work-blob.ts';
import { encodeColumns, joined } from '../../../../core/format/columns.ts';
import { groupKey } from '../../../../core/model/group.ts';
import type { BlobStore } from '../../../../ports/blob-store.ts';
import { BETRAYALS, LEARNED } from '../../blobs.ts';
import type { SliceUnits } from '../release-attack.ts';
import type { ScoredGroup } from './learn.ts';

/** What a model said of a group when it was learned. */
export type LearnedScores = Pick<ScoredGroup, 's' | 'betrayedBy'>;

const keyOf = (model: string, slice: number): string => `scores/${model}/${sliceName(slice)}.columns`;

/** Stores the log-odds that a model gave the release, a blob a slice: who decides some units reads no others but those of their slice. */
export async function storeScores(
  store: BlobStore,
  model: string,
  tables: readonly ScoredGroup[],
  slices: AsyncIterable<SliceUnits>,
): Promise<void> {
  const byKey = new Map(tables.map((table) => [table.key, table]));
  for await (const { slice, units, groups } of slices) {
    const own = groups.flatMap(({ members }, at) => {
      const table = byKey.get(groupKey(members));
      return table === undefined ? [] : [{ unit: units[at] as number, table }];
    });
    await store.write(keyOf(model, slice), encodeScores(own));
  }
}

/** By unit. Groups that no model is shown, those of one transaction, have none. */
export async function readScores(store: BlobStore, model: string, slice: number): Promise<ReadonlyMap<number, LearnedScores>> {
  return decodeScores(await readBytes(store, keyOf(model, slice)));
}

function encodeScores(own: readonly { readonly unit: number; readonly table: LearnedScores }[]): Uint8Array {
  return encodeColumns([
    Int32Array.from(own, ({ unit }) => unit),
    Int32Array.from(own, ({ table }) => table.s.length),
    joined(Float64Array, own.map(({ table }) => table.s)), // biome-ignore format: a line a column
    new TextEncoder().encode(JSON.stringify(own.map(({ table }) => table.betrayedBy))),
  ]);
}

function decodeScores(bytes: Uint8Array): Map<number, LearnedScores> {
  const [units, cells, s, json] = readColumns(LEARNED.name, bytes, [Int32Array, Int32Array, Float64Array, Uint8Array]);
  heldTo(LEARNED.name, s, cells);
  const betrayals = checked(BETRAYALS, JSON.parse(new TextDecoder().decode(json)));
  const scores = new Map<number, LearnedScores>();
  let from = 0;
  for (const [at, unit] of units.entries()) {
    const to = from + (cells[at] as number);
    scores.set(unit, { s: s.subarray(from, to), betrayedBy: betrayals[at] ?? null });
    from = to;
  }
  return scores;
}
