import { unitsOf } from '../../../app/audit/plan/batches.ts';
import { MANIFEST } from '../../../app/audit/plan/units.ts';
import { jsonLines } from '../../../app/blobs/json-lines.ts';
import { PartitionWriter, partitionPieces } from '../../../app/blobs/partitions.ts';
import type { GroupRecord, GroupRow, TruthRecord, UnitPointer } from '../../../contracts/work.ts';
import { canonicalItems, canonicalRows, transactionKey } from '../../../core/model/canonical-order.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { type ContextRule, contextOf } from '../../../core/model/context.ts';
import { groupKey } from '../../../core/model/group.ts';
import { type Entry, isGeneralised } from '../../../core/model/transaction.ts';
import { hashText } from '../../../core/random/hash.ts';
import { conjunction } from '../../../core/relatedness/conjunction.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/log.ts';
import { type ReleaseSummary, readBlock, readOriginalBlock } from '../read/store-release.ts';

export interface PlanSummary {
  readonly groups: number;
  readonly groupsOfOne: number;
  readonly rows: number;
  readonly cells: number;
  readonly rowsWithoutContext: number;
  /** Cells that the original holds; null without one. */
  readonly originalCells: number | null;
  readonly largest: number;
  readonly slices: number;
}

/** A slice of the results: as many groups or as many cells, whichever comes first. One file of each table; the same in both homes. */
const SLICE_GROUPS = 4096;
const SLICE_CELLS = 250_000;

/** Characters of the release that one bucket of rows is to hold, roughly. */
const BUCKET_CHARACTERS = 2 * 1024 * 1024;

/** Releases of fewer characters have a pointer for each unit: there is little to save. */
const FEW_CHARACTERS = 1_000_000;
/** Above, neighbours share one up to so many cells, and part where the name of a group says so: on average after 16. */
const SHARED_CELLS = 2_048;
const PARTS = 16;
/** Releases of more characters are decided slice by slice (learn/calibrated/study): their rows carry all that stands alone around them. */
const WHOLE_ROWS = 4_000_000;

/**
 * A row on its way to its group: the number of its members as published, the transaction's ordinal, id and key, the context, and the places of
 * the members that the original holds. The first row of a number says which members these are and the name of their group: on all rows
 * the members would be most of the bytes.
 */
type LooseRow = readonly [
  set: number,
  t: number,
  id: string | null,
  key: string,
  context: readonly string[],
  original: readonly number[] | null,
  around: Around | null,
  group?: string,
  members?: readonly string[],
];

/** The place of a generalised item, and the items that its transaction publishes alone, with their places. */
type Around = readonly [place: number, items: readonly string[], places: readonly number[]];

export const groupsKey = (bucket: string): string => `groups/${bucket}.jsonl`;
export const truthKey = (bucket: string): string => `truth/${bucket}.jsonl`;

/**
 * Collects the rows of each generalised item: rows go to buckets by the first digits of their group's hash while the release streams by,
 * then each bucket is grouped on its own. Groups come in the order of their hashes, whatever the number of buckets; rows and members in the
 * canonical order under the run's seed.
 * Memory: a bucket or the largest group.
 */
export async function planGroups(
  store: BlobStore,
  summary: ReleaseSummary,
  context: ContextRule,
  seed: string,
  progress: Progress,
): Promise<PlanSummary> {
  progress.step('plan', summary.transactions);
  const digits = bucketDigits(summary.characters);
  const numbers = new Numbers();
  const writer = new PartitionWriter(store, 'rows');
  const whole = summary.characters >= WHOLE_ROWS;
  for (const [number, block] of summary.blocks.entries()) {
    const originals = summary.hasOriginal ? await readOriginalBlock(store, number) : null;
    for await (const { t, id, items } of readBlock(store, block)) {
      const original = originals === null ? null : new Set(originals[t - block.start]);
      let key = '';
      const alone = whole ? aloneIn(items) : null;
      for (const [position, entry] of items.entries()) {
        if (!isGeneralised(entry)) continue;
        const { number, group, isNew } = numbers.of(entry);
        const held = original === null ? null : entry.flatMap((member, at) => (original.has(member) ? [at] : []));
        if (key === '') key = transactionKey(items, context.kind === 'nearest', seed);
        const loose = [
          number,
          t,
          id ?? null,
          key,
          contextFor(items, position, context),
          held,
          alone && ([position, ...alone] as const),
        ] as const;
        const row: LooseRow = isNew ? [...loose, group, entry] : loose;
        const full = writer.add(digits === 0 ? 'all' : group.slice(0, digits), row);
        if (full !== undefined) await full;
      }
    }
    progress.advance(block.end);
  }
  const buckets = await writer.end();
  const plan = await collect(store, buckets, summary, seed);
  progress.end();
  return plan;
}

interface Numbered {
  readonly number: number;
  readonly group: string;
}

/** Numbers sets of members in the order they are written in. Those seen lately are remembered; the others get another number and are told again. */
class Numbers {
  readonly #known = new Map<string, Numbered>();
  #next = 0;

  of(members: readonly string[]): Numbered & { readonly isNew: boolean } {
    const text = members.join('\u001f');
    const known = this.#known.get(text);
    if (known !== undefined) return { ...known, isNew: false };
    if (this.#known.size === REMEMBERED) this.#known.clear();
    const numbered = { number: this.#next, group: groupHash(members) };
    this.#next += 1;
    this.#known.set(text, numbered);
    return { ...numbered, isNew: true };
  }
}
const REMEMBERED = 20_000;

/** For `conjunctive` all context items are one question: one item of the context. Where order carries nothing, none is kept. */
function contextFor(items: readonly Entry[], position: number, rule: ContextRule): string[] {
  const context = contextOf(items, position, rule);
  if (rule.kind !== 'nearest') context.sort(compareCodePoints);
  return rule.kind === 'conjunctive' && context.length > 0 ? [conjunction(context)] : context;
}

/** The name of a group: 128 bits of its members, whatever their order. */
export function groupHash(members: readonly string[]): string {
  return hashText(groupKey(members))
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
}

function bucketDigits(characters: number): number {
  let digits = 0;
  for (let buckets = 1; buckets * BUCKET_CHARACTERS < characters && digits < 3; buckets *= 16) digits += 1;
  return digits;
}

async function collect(
  store: BlobStore,
  buckets: readonly string[],
  { hasOriginal, characters }: ReleaseSummary,
  seed: string,
): Promise<PlanSummary> {
  const totals = { groups: 0, groupsOfOne: 0, rows: 0, cells: 0, rowsWithoutContext: 0, originalCells: 0, largest: 0, slices: 0 };
  const slices = new Slices();
  const pointers = async function* (): AsyncGenerator<UnitPointer> {
    for (const bucket of buckets) {
      const groups = await groupBucket(store, bucket, seed);
      const lines: Uint8Array[] = [];
      let open = null as UnitPointer | null;
      let start = 0;
      for (const { record, truth } of groups) {
        const line = ENCODER.encode(`${JSON.stringify(record)}\n`);
        lines.push(line);
        const cells = record.rows.length * record.members.length;
        const slice = slices.next(cells);
        const end = start + line.length;
        const own: UnitPointer = { unit: totals.groups, slice, blob: groupsKey(bucket), start, end, cells };
        const joins = open !== null && characters >= FEW_CHARACTERS && !beginsPart(record.id);
        if (open !== null && joins && open.slice === slice && open.cells + cells <= SHARED_CELLS) {
          open = { ...open, units: unitsOf(open) + 1, end, cells: open.cells + cells };
        } else {
          if (open !== null) yield open;
          open = own;
        }
        start = end;
        totals.groups += 1;
        totals.slices = slice + 1;
        totals.rows += record.rows.length;
        totals.cells += cells;
        totals.largest = Math.max(totals.largest, record.rows.length);
        if (record.rows.length === 1) totals.groupsOfOne += 1;
        for (const row of record.rows) if (row.c.length === 0) totals.rowsWithoutContext += 1;
        for (const held of truth.o) totals.originalCells += held.length;
      }
      await store.write(groupsKey(bucket), inTurn(lines));
      if (hasOriginal) await store.write(truthKey(bucket), jsonLines(groups.map(({ truth }) => truth)));
      if (open !== null) yield open;
    }
  };
  await store.write(MANIFEST, jsonLines(pointers()));
  return { ...totals, originalCells: hasOriginal ? totals.originalCells : null };
}

/** Where units share pointers, these begin anew at names that end so, whatever stands before: what is counted of the others stays. */
const beginsPart = (id: string): boolean => Number.parseInt(id.slice(-2), 16) % PARTS === 0;

/** Cuts units into slices as they come. */
class Slices {
  #slice = 0;
  #groups = 0;
  #cells = 0;

  next(cells: number): number {
    if (this.#groups > 0 && (this.#groups === SLICE_GROUPS || this.#cells + cells > SLICE_CELLS)) {
      this.#slice += 1;
      this.#groups = 0;
      this.#cells = 0;
    }
    this.#groups += 1;
    this.#cells += cells;
    return this.#slice;
  }
}

interface Grouped {
  readonly record: GroupRecord;
  readonly truth: TruthRecord;
}

async function groupBucket(store: BlobStore, bucket: string, seed: string): Promise<Grouped[]> {
  const drafts = new Map<string, Draft>();
  const sets = new Map<number, { readonly draft: Draft; readonly members: readonly string[] }>();
  for await (const rows of partitionPieces<LooseRow>(store, 'rows', bucket)) {
    for (const row of rows) {
      const [number, , , , , , , group, members] = row;
      if (group !== undefined && members !== undefined) {
        const draft = drafts.get(group) ?? new Draft(group, canonicalItems(members, seed));
        drafts.set(group, draft);
        sets.set(number, { draft, members });
      }
      const set = sets.get(number);
      if (set === undefined) throw new Error('a row of a group that no row has named');
      set.draft.add(row, set.members);
    }
  }
  return [...drafts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((draft) => draft.end(seed));
}

interface DraftRow {
  readonly t: number;
  readonly id?: string;
  readonly key: string;
  readonly context: readonly string[];
  readonly held: readonly number[] | null;
  readonly around: Around | null;
}

class Draft {
  readonly id: string;
  readonly #members: readonly string[];
  /** One text for all its copies: most context items come again and again. */
  readonly #known = new Map<string, string>();
  readonly #rows: DraftRow[] = [];

  constructor(id: string, members: readonly string[]) {
    this.id = id;
    this.#members = members;
  }

  add([, t, id, key, items, original, around]: LooseRow, members: readonly string[]): void {
    const known = (item: string): string => {
      const text = this.#known.get(item);
      if (text === undefined) this.#known.set(item, item);
      return text ?? item;
    };
    const context = items.map(known);
    const held = original?.map((at) => this.#members.indexOf(members[at] as string)).toSorted((a, b) => a - b) ?? null;
    const all: Around | null = around && [around[0], around[1].map(known), around[2]];
    this.#rows.push({ t, ...(id === null ? {} : { id }), key, context, held, around: all });
  }

  end(seed: string): Grouped {
    const [context, around] = [new Map<string, number>(), new Map<string, number>()];
    const rows = canonicalRows(this.#rows, seed);
    const published = rows.map((row): GroupRow => {
      const { t, id } = row;
      const whole = row.around && { p: row.around[0], a: row.around[1].map(placeIn(around)), q: row.around[2] };
      return { t, ...(id === undefined ? {} : { id }), c: row.context.map(placeIn(context)), ...whole };
    });
    const whole = rows[0]?.around == null ? {} : { around: [...around.keys()] };
    return {
      record: { id: this.id, members: this.#members, context: [...context.keys()], ...whole, rows: published },
      truth: { id: this.id, o: rows.flatMap(({ held }) => (held === null ? [] : [held])) },
    };
  }
}

/** Numbers items as they come. */
const placeIn =
  (places: Map<string, number>) =>
  (item: string): number => {
    const place = places.get(item) ?? places.size;
    places.set(item, place);
    return place;
  };

/** The items that a transaction publishes alone, and their places. */
function aloneIn(items: readonly Entry[]): readonly [items: string[], places: number[]] {
  const alone: string[] = [];
  const places: number[] = [];
  for (const [place, entry] of items.entries()) {
    if (isGeneralised(entry)) continue;
    alone.push(entry);
    places.push(place);
  }
  return [alone, places];
}

const ENCODER = new TextEncoder();

async function* inTurn(lines: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* lines;
}
