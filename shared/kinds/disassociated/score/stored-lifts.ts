import { encodeColumns, joined, packWholes, unpackWholes } from '../../../core/format/columns.ts';
import { heldTo, readColumns } from '../../../kit/blobs/columns.ts';
import { readSlice, writeBySlice } from '../../../kit/plan/slice-records.ts';
import { sliceName } from '../../../kit/plan/units.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { LIFT_COUNTS } from '../blobs.ts';
import type { LiftCounts } from './pair-scores.ts';

interface LiftRecord {
  readonly unit: number;
  readonly lifts: readonly LiftCounts[];
}

const liftPrefix = (slice: number): string => `lifts/${sliceName(slice)}/`;

/** Stores what the sources count of the items of clusters: what learned attacks need. */
export async function writeLifts(
  store: BlobStore,
  units: readonly { readonly unit: number; readonly slice: number }[],
  lifts: readonly (readonly LiftCounts[])[],
): Promise<void> {
  await writeBySlice(store, units, liftPrefix, (from, to) => encode(units.slice(from, to), lifts.slice(from, to)));
}

export const readLifts = (store: BlobStore, slice: number, wanted: readonly number[]): Promise<ReadonlyMap<number, LiftRecord>> =>
  readSlice(store, liftPrefix(slice), decode, wanted);

function encode(units: readonly { readonly unit: number }[], lifts: readonly (readonly LiftCounts[])[]): Uint8Array {
  const all = lifts.flat();
  return encodeColumns([
    Int32Array.from(units, ({ unit }) => unit),
    Int32Array.from(lifts, ({ length }) => length),
    Float64Array.from(all, ({ size }) => size),
    Int32Array.from(all, ({ terms }) => terms.length),
    Int32Array.from(all, ({ pairs }) => pairs.length),
    packWholes(joined(Float64Array, all.map(({ terms }) => terms))), // biome-ignore format: a line a column
    packWholes(joined(Float64Array, all.map(({ pairs }) => pairs))), // biome-ignore format: a line a column
  ]);
}

const PACKED = [Uint8Array, Float64Array] as const;

function decode(bytes: Uint8Array): LiftRecord[] {
  const [units, sources, sizes, termCounts, pairCounts, packedTerms, packedPairs] = readColumns(LIFT_COUNTS.name, bytes, [
    Int32Array,
    Int32Array,
    Float64Array,
    Int32Array,
    Int32Array,
    PACKED,
    PACKED,
  ]);
  const [terms, pairs] = [unpackWholes(packedTerms), unpackWholes(packedPairs)];
  heldTo(LIFT_COUNTS.name, sizes, sources);
  heldTo(LIFT_COUNTS.name, terms, termCounts);
  heldTo(LIFT_COUNTS.name, pairs, pairCounts);
  const next = { source: 0, term: 0, pair: 0 };
  return Array.from(units, (unit, at): LiftRecord => {
    const lifts = Array.from({ length: sources[at] }, (): LiftCounts => {
      const { source, term, pair } = next;
      next.source += 1;
      next.term += termCounts[source];
      next.pair += pairCounts[source];
      return { size: sizes[source], terms: terms.subarray(term, next.term), pairs: pairs.subarray(pair, next.pair) };
    });
    return { unit, lifts };
  });
}
