import { encodeColumns, joined, packWholes, unpackWholes } from '../../core/format/columns.ts';
import { ngd, type Smoothing } from '../../core/relatedness/relatedness.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { heldTo, readColumns } from '../blobs/columns.ts';
import { readSlice, writeBySlice } from '../plan/slice-records.ts';
import { sliceName } from '../plan/units.ts';
import { noPairs, type PairColumns, SCORED, type ScoredRecord, stateNumber } from './pair-table.ts';
import type { ScoredUnit } from './score-groups.ts';

const scoredPrefix = (slice: number): string => `scored/${sliceName(slice)}/`;

/** Stores what scoring found out about a batch. `sizes`: the documents of each source. */
export async function writeScored(
  store: BlobStore,
  units: readonly { readonly unit: number; readonly slice: number }[],
  scored: readonly ScoredUnit[],
  sizes: readonly number[],
): Promise<void> {
  await writeBySlice(store, units, scoredPrefix, (from, to) =>
    encodeScored(
      units.slice(from, to).map(({ unit }) => unit),
      scored.slice(from, to),
      sizes,
    ),
  );
}

export const readScored = (
  store: BlobStore,
  slice: number,
  smoothing: Smoothing,
  wanted?: readonly number[],
): Promise<ReadonlyMap<number, ScoredRecord>> => readSlice(store, scoredPrefix(slice), (bytes) => decodeScored(bytes, smoothing), wanted);

const lengths = (scored: readonly ScoredUnit[], of: (each: ScoredUnit) => number): Int32Array => Int32Array.from(scored, of);

/** Counts of a term are stored once a unit. States and distances are not stored: they follow from the counts. */
function encodeScored(units: readonly number[], scored: readonly ScoredUnit[], sizes: readonly number[]): Uint8Array {
  return encodeColumns([
    Float64Array.from(sizes),
    Int32Array.from(units),
    lengths(scored, ({ table }) => table.cells.length),
    lengths(scored, ({ group }) => group.members.length),
    lengths(scored, ({ group }) => group.context.length),
    lengths(scored, ({ unmatchedMembers }) => unmatchedMembers.length),
    lengths(scored, ({ unmatchedContext }) => unmatchedContext.length),
    joined(Float64Array, scored.map(({ table }) => table.cells)), // biome-ignore format: a line a column
    joined(Int32Array, scored.map(({ unmatchedMembers }) => unmatchedMembers)), // biome-ignore format: a line a column
    joined(Int32Array, scored.map(({ unmatchedContext }) => unmatchedContext)), // biome-ignore format: a line a column
    joined(Int8Array, scored.map(({ pairs }) => pairs.source)), // biome-ignore format: a line a column
    joined(Uint8Array, scored.map(({ pairs }) => pairs.flags)), // biome-ignore format: a line a column
    packWholes(joined(Float64Array, scored.map((each) => termCounts(each, sizes.length)))), // biome-ignore format: a line a column
    packWholes(joined(Float64Array, scored.map(({ pairs }) => pairs.both))), // biome-ignore format: a line a column
  ]);
}

/** The source that had the last word on a pair: the last of all where none relates the two. */
const wordOf = (source: number, sources: number): number => (source < 0 ? sources - 1 : source);

/** Documents with each member and context item, source after source; NaN where no pair rests on them. */
function termCounts({ group, pairs }: ScoredUnit, sources: number): Float64Array {
  const [members, terms] = [group.members.length, group.members.length + group.context.length];
  const counts = new Float64Array(sources * terms).fill(Number.NaN);
  for (let at = 0; sources > 0 && at < pairs.source.length; at += 1) {
    const first = wordOf(pairs.source[at], sources) * terms;
    counts[first + (at % members)] = pairs.item[at];
    counts[first + members + Math.floor(at / members)] = pairs.context[at];
  }
  return counts;
}

const PACKED = [Uint8Array, Float64Array] as const;
const COLUMNS = [
  ...[Float64Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Float64Array, Int32Array, Int32Array],
  ...[Int8Array, Uint8Array, PACKED, PACKED],
] as const;

function decodeScored(bytes: Uint8Array, smoothing: Smoothing): ScoredRecord[] {
  const [sizes, units, cellCounts, members, contexts, lessMembers, lessContexts, cells, unmatchedMembers, unmatchedContext, ...ofPairs] =
    readColumns(SCORED.name, bytes, COLUMNS);
  const [source, flags, ...packed] = ofPairs;
  const [terms, both] = [unpackWholes(packed[0]), unpackWholes(packed[1])];
  const termCounts = members.map((count, at) => sizes.length * (count + contexts[at]));
  const pairCounts = members.map((count, at) => count * contexts[at]);
  heldTo(SCORED.name, cells, cellCounts);
  heldTo(SCORED.name, unmatchedMembers, lessMembers);
  heldTo(SCORED.name, unmatchedContext, lessContexts);
  heldTo(SCORED.name, terms, termCounts);
  for (const column of [source, flags, both]) heldTo(SCORED.name, column, pairCounts);
  const next = { cell: 0, member: 0, context: 0, term: 0, pair: 0 };
  const taken = (place: keyof typeof next, count: number): [number, number] => {
    next[place] += count;
    return [next[place] - count, next[place]];
  };
  return Array.from(units, (unit, at): ScoredRecord => {
    const pair = taken('pair', pairCounts[at]);
    const counts: StoredCounts = {
      members: members[at],
      sizes,
      terms: terms.subarray(...taken('term', termCounts[at])),
      source: source.subarray(...pair),
      flags: flags.subarray(...pair),
      both: both.subarray(...pair),
    };
    let pairs: PairColumns | null = null;
    return {
      unit,
      cells: cells.subarray(...taken('cell', cellCounts[at])),
      unmatchedMembers: unmatchedMembers.subarray(...taken('member', lessMembers[at])),
      unmatchedContext: unmatchedContext.subarray(...taken('context', lessContexts[at])),
      counts,
      // Whoever needs no more than the counts or the table is spared the logarithms.
      get pairs() {
        pairs ??= pairsOf(counts, smoothing);
        return pairs;
      },
    };
  });
}

interface StoredCounts extends Pick<PairColumns, 'source' | 'flags' | 'both'> {
  readonly members: number;
  readonly sizes: Float64Array;
  readonly terms: Float64Array;
}

function pairsOf({ members, sizes, terms, source, flags, both }: StoredCounts, smoothing: Smoothing): PairColumns {
  const pairs: PairColumns = { ...noPairs(source.length), source, flags, both };
  if (sizes.length === 0) return { ...pairs, state: pairs.state.fill(stateNumber('undefined')) };
  const width = terms.length / sizes.length;
  for (let at = 0; at < source.length; at += 1) {
    const by = wordOf(source[at], sizes.length);
    const item = terms[by * width + (at % members)];
    const context = terms[by * width + members + Math.floor(at / members)];
    const { state, value } = ngd({ x: item, y: context, both: both[at], size: sizes[by] }, smoothing);
    pairs.item[at] = item;
    pairs.context[at] = context;
    pairs.distance[at] = value;
    pairs.state[at] = stateNumber(state);
  }
  return pairs;
}
