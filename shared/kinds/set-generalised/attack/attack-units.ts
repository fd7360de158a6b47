import type { UnitPointer } from '../../../contracts/work.ts';
import { checked } from '../../../contracts/work-blob.ts';
import type { TableVerdict } from '../../../core/attack/table.ts';
import { encodeColumns, joined, packWholes, unpackWholes } from '../../../core/format/columns.ts';
import { hashText } from '../../../core/random/random.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import { numberIn } from '../../../core/statistics/clusters.ts';
import { type AttackFailed, failureName } from '../../../core/verdict/failure.ts';
import type { TableAttack } from '../../../kit/attack/attack-identity.ts';
import { heldTo, readColumns } from '../../../kit/blobs/columns.ts';
import { readSlice, writeBySlice } from '../../../kit/plan/slice-records.ts';
import { runsOfSlices } from '../../../kit/plan/unit-writer.ts';
import { sliceName } from '../../../kit/plan/units.ts';
import type { GroupRecord } from '../../../kit/score/group-record.ts';
import type { ScoredRecord } from '../../../kit/score/pair-table.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { BETRAYAL, OUTCOME_TEXTS, OUTCOMES } from '../blobs.ts';
import type { Decided, OutcomeRecord, StoredVerdict } from '../contracts.ts';
import type { Betrayal } from '../core/calibrated/betrayal.ts';
import { isCoded, type SliceUnits, UNLABELLED, unitsOfSlice } from '../learn/release-view.ts';

interface AttackOptions {
  /** Attacks on the tables of distances. */
  readonly attacks: readonly TableAttack[];
  /** Verdicts of the attacks that learned, attack by attack. */
  readonly learned: (units: SliceUnits) => Promise<readonly (readonly StoredVerdict[])[]>;
  readonly smoothing: Smoothing;
  readonly labels?: ReadonlyMap<string, string> | undefined;
  readonly failed?: AttackFailed | undefined;
}

const outcomePrefix = (slice: number): string => `outcomes/${sliceName(slice)}/`;

/** Runs every attack on a batch of generalised items, on what scoring and learning left. Any batch split gives the same records. */
export async function attackUnits(store: BlobStore, pointers: readonly UnitPointer[], options: AttackOptions): Promise<void> {
  for (const { slice, from, to } of runsOfSlices(pointers)) {
    const units = await unitsOfSlice(store, pointers.slice(from, to), options.smoothing);
    const scored = await units.scored();
    const learned = await options.learned(units);
    const outcomes = units.units.map((unit, at): OutcomeRecord => {
      const onTable = attackTable(units.groups[at], scored.get(unit), options);
      return { unit, verdicts: [...learned.map((verdicts) => verdicts[at]), ...onTable] };
    });
    const places = units.units.map((unit) => ({ unit, slice }));
    await writeBySlice(store, places, outcomePrefix, (first, end) => encodeOutcomes(outcomes.slice(first, end)));
  }
}

/** An attack that throws is errored on this table, and the others go on; so are all where scoring lost the unit. */
function attackTable(group: GroupRecord, scored: ScoredRecord | undefined, { attacks, labels, failed }: AttackOptions): StoredVerdict[] {
  if (scored === undefined) return attacks.map(() => ({ kind: 'errored', error: 'missing' }));
  if (group.rows.length < 2) return attacks.map(() => ({ kind: 'not computable', reason: 'one transaction only' }));
  const meaningless = isCoded(group) && labels === undefined;
  const key = groupContent(group);
  const table = { rows: group.rows.length, columns: group.members.length, cells: scored.cells };
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

/** Names the content of a group for seeds: its members, and the context of each row. */
export const groupContent = (group: GroupRecord): string =>
  hashText(JSON.stringify([group.members, group.context, group.rows.map((row) => row.c)])).join('-');

export const readOutcomes = (store: BlobStore, slice: number): Promise<ReadonlyMap<number, OutcomeRecord>> =>
  readSlice(store, outcomePrefix(slice), decodeOutcomes);

function storeVerdict(verdict: TableVerdict, columns: number): StoredVerdict {
  if (verdict.kind !== 'decided') return verdict;
  const { eliminations, delta } = verdict;
  const cells = new Int32Array(eliminations.length);
  const why = new Float64Array(eliminations.length);
  for (let at = 0; at < eliminations.length; at += 1) {
    const { row, column, why: value } = eliminations[at];
    cells[at] = row * columns + column;
    why[at] = value ?? Number.NaN;
  }
  return { kind: 'decided', delta, cells, why };
}

/** A loop: `from` with a function takes ten times as long, and these are columns of a row each unit. */
function filled<T, C extends Int32Array | Float64Array | Uint8Array>(column: C, values: readonly T[], of: (value: T) => number): C {
  for (let at = 0; at < values.length; at += 1) column[at] = of(values[at]);
  return column;
}

const lengths = <T>(values: readonly T[], of: (value: T) => number): Int32Array => filled(new Int32Array(values.length), values, of);

/** A loop: `from` with a function takes ten times as long. */
export function valuesAt(values: Float64Array, places: ArrayLike<number>): Float64Array {
  const found = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 1) found[at] = values[places[at]];
  return found;
}

/** The kinds of verdicts in the order of their stored numbers. */
const KINDS = ['decided', 'not computable', 'errored'] as const;
const NONE = { cells: new Int32Array(0), numbers: new Float64Array(0) };

export function encodeOutcomes(records: readonly OutcomeRecord[]): Uint8Array {
  const verdicts = records.flatMap((record) => record.verdicts);
  const decided = verdicts.map((verdict) => (verdict.kind === 'decided' ? verdict : null));
  // Few different reasons, and what gives a group away, as a list of JSON.
  const texts = new Map<string, number>();
  const places = placesOf(verdicts, texts);
  return encodeColumns([
    lengths(records, ({ unit }) => unit),
    lengths(records, (record) => record.verdicts.length),
    filled(new Uint8Array(verdicts.length), verdicts, ({ kind }) => KINDS.indexOf(kind)),
    new TextEncoder().encode(JSON.stringify([...texts.keys()])),
    places,
    filled(new Float64Array(decided.length), decided, (verdict) => verdict?.delta ?? Number.NaN),
    lengths(decided, (verdict) => verdict?.cells.length ?? 0),
    lengths(decided, (verdict) => verdict?.confidence?.length ?? -1),
    packWholes(Float64Array.from(joined(Int32Array, decided.map((verdict) => verdict?.cells ?? NONE.cells)))), // biome-ignore format: a line a column
    // An attack that states probabilities decides by them.
    joined(Float64Array, decided.map((verdict) => (verdict?.confidence === undefined ? (verdict?.why ?? NONE.numbers) : NONE.numbers))), // biome-ignore format: a line a column
    joined(Float64Array, decided.map((verdict) => verdict?.confidence ?? NONE.numbers)), // biome-ignore format: a line a column
    joined(Float64Array, decided.map(cautiousOf)), // biome-ignore format: a line a column
  ]);
}

/** Only members that are likely can be named. */
const isLikely = (added: number): boolean => added < 0.5;

function cautiousOf(verdict: Decided | null): Float64Array {
  const added = verdict?.confidence ?? NONE.numbers;
  const cautious = verdict?.cautious ?? added;
  const likely = new Float64Array(added.length);
  let count = 0;
  for (let cell = 0; cell < added.length; cell += 1) if (isLikely(added[cell])) likely[count++] = cautious[cell];
  return likely.subarray(0, count);
}

/** Of each verdict the number of its text, in the order that they come in. Decisions by one model share what gives a group away: it is written out once. */
function placesOf(verdicts: readonly StoredVerdict[], texts: Map<string, number>): Int32Array {
  const known = new Map<Betrayal, number>();
  return lengths(verdicts, (verdict) => {
    const by = verdict.kind === 'decided' ? verdict.betrayedBy : undefined;
    const place = (by === undefined ? undefined : known.get(by)) ?? numberIn(texts, textOf(verdict));
    if (by !== undefined) known.set(by, place);
    return place;
  });
}

const textOf = (verdict: StoredVerdict): string =>
  verdict.kind === 'decided'
    ? verdict.betrayedBy === undefined
      ? ''
      : JSON.stringify(verdict.betrayedBy)
    : verdict.kind === 'errored'
      ? verdict.error
      : verdict.reason;

const VERDICT_COLUMNS = [Int32Array, Int32Array, Uint8Array, Uint8Array, Int32Array, Float64Array, Int32Array, Int32Array] as const;
const OUTCOME_COLUMNS = [...VERDICT_COLUMNS, [Uint8Array, Float64Array], Float64Array, Float64Array, Float64Array] as const;

export function decodeOutcomes(bytes: Uint8Array): OutcomeRecord[] {
  const [units, verdictCounts, kinds, json, places, deltas, cellCounts, confidenceCounts, packed, why, confidence, cautious] = readColumns(
    OUTCOMES.name,
    bytes,
    OUTCOME_COLUMNS,
  );
  for (const column of [kinds, places, deltas, cellCounts, confidenceCounts]) heldTo(OUTCOMES.name, column, verdictCounts);
  const cells = Int32Array.from(unpackWholes(packed));
  heldTo(OUTCOMES.name, cells, cellCounts);
  heldTo(OUTCOMES.name, why, cellCounts.map((count, at) => ((confidenceCounts[at]) < 0 ? count : 0))); // biome-ignore format: a line a column
  heldTo(OUTCOMES.name, confidence, confidenceCounts);
  heldTo(OUTCOMES.name, cautious, Int32Array.of(confidence.reduce((total, added) => total + (isLikely(added) ? 1 : 0), 0)));
  const texts = checked(OUTCOME_TEXTS, JSON.parse(new TextDecoder().decode(json)));
  const next = { verdict: 0, cell: 0, why: 0, confidence: 0, cautious: 0 };
  const betrayals: Betrayal[] = [];
  const verdict = (): StoredVerdict => {
    const at = next.verdict;
    next.verdict += 1;
    const kind = KINDS[kinds[at]];
    const place = places[at];
    const text = texts[place];
    if (kind === 'not computable') return { kind, reason: text };
    if (kind !== 'decided') return { kind: 'errored', error: text };
    const [from, stated] = [next.cell, confidenceCounts[at]];
    next.cell += cellCounts[at];
    const delta = deltas[at];
    if (text !== '') betrayals[place] ??= checked(BETRAYAL, JSON.parse(text));
    const decided = {
      kind,
      delta: Number.isNaN(delta) ? null : delta,
      cells: cells.subarray(from, next.cell),
      ...(text === '' ? {} : { betrayedBy: betrayals[place] }),
    };
    if (stated < 0) {
      next.why += decided.cells.length;
      return { ...decided, why: why.subarray(next.why - decided.cells.length, next.why) };
    }
    next.confidence += stated;
    const own = confidence.subarray(next.confidence - stated, next.confidence);
    const named = own.slice();
    for (let cell = 0; cell < stated; cell += 1) if (isLikely(own[cell])) named[cell] = cautious[next.cautious++];
    return { ...decided, why: valuesAt(own, decided.cells), confidence: own, cautious: named };
  };
  return Array.from(units, (unit, record) => ({ unit, verdicts: Array.from({ length: verdictCounts[record] }, verdict) }));
}
