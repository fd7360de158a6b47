import { sliceName } from '../../../app/audit/plan/units.ts';
import { heldTo, readColumns } from '../../../app/blobs/columns.ts';
import type { OutcomeRecord, ScoredRecord, StoredVerdict } from '../../../contracts/work.ts';
import { checked } from '../../../contracts/work-blob.ts';
import type { TableVerdict } from '../../../core/attack/verdict.ts';
import { encodeColumns, joined } from '../../../core/format/columns.ts';
import { BETRAYAL, OUTCOME_TEXTS, OUTCOMES, SCORED } from '../blobs.ts';

export function storeVerdict(verdict: TableVerdict, columns: number): StoredVerdict {
  if (verdict.kind !== 'decided') return verdict;
  const { eliminations, delta } = verdict;
  const cells = new Int32Array(eliminations.length);
  const why = new Float64Array(eliminations.length);
  for (let at = 0; at < eliminations.length; at += 1) {
    const { row, column, why: value } = eliminations[at] as (typeof eliminations)[number];
    cells[at] = row * columns + column;
    why[at] = value ?? Number.NaN;
  }
  return { kind: 'decided', delta, cells, why };
}

/** A loop: `from` with a function takes ten times as long, and these are columns of a row each unit. */
function filled<T, C extends Int32Array | Float64Array | Uint8Array>(column: C, values: readonly T[], of: (value: T) => number): C {
  for (let at = 0; at < values.length; at += 1) column[at] = of(values[at] as T);
  return column;
}

const lengths = <T>(values: readonly T[], of: (value: T) => number): Int32Array => filled(new Int32Array(values.length), values, of);

/** Counts are whole and mostly small: half the bytes where all of them are, with -1 for none. */
function counts(parts: readonly Float64Array[]): Float64Array | Int32Array {
  const whole = joined(Float64Array, parts);
  const small = new Int32Array(whole.length);
  for (let at = 0; at < whole.length; at += 1) {
    const count = whole[at] as number;
    small[at] = Number.isNaN(count) ? -1 : count;
    if (small[at] !== count && !Number.isNaN(count)) return whole;
    if (count < 0) return whole;
  }
  return small;
}

function restoreCounts(stored: Float64Array | Int32Array): Float64Array {
  if (stored instanceof Float64Array) return stored;
  const whole = new Float64Array(stored.length);
  for (let at = 0; at < stored.length; at += 1) whole[at] = stored[at] === -1 ? Number.NaN : (stored[at] as number);
  return whole;
}

export function encodeScored(records: readonly ScoredRecord[]): Uint8Array {
  return encodeColumns([
    lengths(records, ({ unit }) => unit),
    lengths(records, ({ cells }) => cells.length),
    lengths(records, ({ pairs }) => pairs.state.length),
    lengths(records, ({ unmatchedMembers }) => unmatchedMembers.length),
    lengths(records, ({ unmatchedContext }) => unmatchedContext.length),
    joined(Float64Array, records.map(({ cells }) => cells)), // biome-ignore format: a line a column
    joined(Int32Array, records.map(({ unmatchedMembers }) => unmatchedMembers)), // biome-ignore format: a line a column
    joined(Int32Array, records.map(({ unmatchedContext }) => unmatchedContext)), // biome-ignore format: a line a column
    joined(Int8Array, records.map(({ pairs }) => pairs.source)), // biome-ignore format: a line a column
    joined(Uint8Array, records.map(({ pairs }) => pairs.state)), // biome-ignore format: a line a column
    joined(Uint8Array, records.map(({ pairs }) => pairs.flags)), // biome-ignore format: a line a column
    joined(Float64Array, records.map(({ pairs }) => pairs.distance)), // biome-ignore format: a line a column
    counts(records.map(({ pairs }) => pairs.item)),
    counts(records.map(({ pairs }) => pairs.context)),
    counts(records.map(({ pairs }) => pairs.both)),
  ]);
}

/** Whole and small, or not. */
const COUNTS = [Int32Array, Float64Array] as const;
const SCORED_COLUMNS = [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Float64Array,
  Int32Array,
  Int32Array,
  Int8Array,
  Uint8Array,
  Uint8Array,
  Float64Array,
  COUNTS,
  COUNTS,
  COUNTS,
] as const;

export function decodeScored(bytes: Uint8Array): ScoredRecord[] {
  const [units, cellCounts, pairCounts, memberCounts, contextCounts, cells, members, contexts, ...ofPairs] = readColumns(
    SCORED.name,
    bytes,
    SCORED_COLUMNS,
  );
  heldTo(SCORED.name, cells, cellCounts);
  heldTo(SCORED.name, members, memberCounts);
  heldTo(SCORED.name, contexts, contextCounts);
  for (const column of ofPairs) heldTo(SCORED.name, column, pairCounts);
  const [source, state, flags, distance, ...counted] = ofPairs;
  const [item, context, both] = [restoreCounts(counted[0]), restoreCounts(counted[1]), restoreCounts(counted[2])];
  const at = { cell: 0, pair: 0, member: 0, context: 0 };
  return Array.from(units, (unit, record) => {
    const from = { ...at };
    at.cell += cellCounts[record] as number;
    at.pair += pairCounts[record] as number;
    at.member += memberCounts[record] as number;
    at.context += contextCounts[record] as number;
    return {
      unit,
      cells: cells.subarray(from.cell, at.cell),
      unmatchedMembers: members.subarray(from.member, at.member),
      unmatchedContext: contexts.subarray(from.context, at.context),
      pairs: {
        source: source.subarray(from.pair, at.pair),
        state: state.subarray(from.pair, at.pair),
        flags: flags.subarray(from.pair, at.pair),
        distance: distance.subarray(from.pair, at.pair),
        item: item.subarray(from.pair, at.pair),
        context: context.subarray(from.pair, at.pair),
        both: both.subarray(from.pair, at.pair),
      },
    };
  });
}

/** The kinds of verdicts in the order of their stored numbers. */
const KINDS = ['decided', 'not computable', 'errored'] as const;
const NONE = { cells: new Int32Array(0), numbers: new Float64Array(0) };

export function encodeOutcomes(records: readonly OutcomeRecord[]): Uint8Array {
  const verdicts = records.flatMap((record) => record.verdicts);
  const decided = verdicts.map((verdict) => (verdict.kind === 'decided' ? verdict : null));
  // Few different reasons, and what gives a group away, as a list of JSON.
  const texts = [...new Set(verdicts.map(textOf))];
  const places = new Map(texts.map((text, place) => [text, place]));
  return encodeColumns([
    lengths(records, ({ unit }) => unit),
    lengths(records, (record) => record.verdicts.length),
    filled(new Uint8Array(verdicts.length), verdicts, ({ kind }) => KINDS.indexOf(kind)),
    new TextEncoder().encode(JSON.stringify(texts)),
    lengths(verdicts, (verdict) => places.get(textOf(verdict)) as number),
    filled(new Float64Array(decided.length), decided, (verdict) => verdict?.delta ?? Number.NaN),
    lengths(decided, (verdict) => verdict?.cells.length ?? 0),
    lengths(decided, (verdict) => verdict?.confidence?.length ?? -1),
    joined(Int32Array, decided.map((verdict) => verdict?.cells ?? NONE.cells)), // biome-ignore format: a line a column
    joined(Float64Array, decided.map((verdict) => verdict?.why ?? NONE.numbers)), // biome-ignore format: a line a column
    joined(Float64Array, decided.map((verdict) => verdict?.confidence ?? NONE.numbers)), // biome-ignore format: a line a column
  ]);
}

const textOf = (verdict: StoredVerdict): string =>
  verdict.kind === 'decided'
    ? verdict.betrayedBy === undefined
      ? ''
      : JSON.stringify(verdict.betrayedBy)
    : verdict.kind === 'errored'
      ? verdict.error
      : verdict.reason;

const OUTCOME_COLUMNS = [
  Int32Array,
  Int32Array,
  Uint8Array,
  Uint8Array,
  Int32Array,
  Float64Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Float64Array,
  Float64Array,
] as const;

export function decodeOutcomes(bytes: Uint8Array): OutcomeRecord[] {
  const [units, verdictCounts, kinds, json, places, deltas, cellCounts, confidenceCounts, cells, why, confidence] = readColumns(
    OUTCOMES.name,
    bytes,
    OUTCOME_COLUMNS,
  );
  for (const column of [kinds, places, deltas, cellCounts, confidenceCounts]) heldTo(OUTCOMES.name, column, verdictCounts);
  for (const column of [cells, why]) heldTo(OUTCOMES.name, column, cellCounts);
  heldTo(OUTCOMES.name, confidence, confidenceCounts);
  const texts = checked(OUTCOME_TEXTS, JSON.parse(new TextDecoder().decode(json)));
  const next = { verdict: 0, cell: 0, confidence: 0 };
  const verdict = (): StoredVerdict => {
    const at = next.verdict;
    next.verdict += 1;
    const kind = KINDS[kinds[at] as number];
    const text = texts[places[at] as number] as string;
    if (kind === 'not computable') return { kind, reason: text };
    if (kind !== 'decided') return { kind: 'errored', error: text };
    const [from, stated] = [next.cell, confidenceCounts[at] as number];
    next.cell += cellCounts[at] as number;
    const delta = deltas[at] as number;
    const decided = {
      kind,
      delta: Number.isNaN(delta) ? null : delta,
      cells: cells.subarray(from, next.cell),
      why: why.subarray(from, next.cell),
      ...(text === '' ? {} : { betrayedBy: checked(BETRAYAL, JSON.parse(text)) }),
    };
    if (stated < 0) return decided;
    next.confidence += stated;
    return { ...decided, confidence: confidence.subarray(next.confidence - stated, next.confidence) };
  };
  return Array.from(units, (unit, record) => ({ unit, verdicts: Array.from({ length: verdictCounts[record] as number }, verdict) }));
}

export const scoredPrefix = (slice: number): string => `scored/${sliceName(slice)}/`;
export const outcomePrefix = (slice: number, plan: string): string => `outcomes/${plan}/${sliceName(slice)}/`;
