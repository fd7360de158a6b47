import type { GroupRecord, TruthRecord, UnitPointer } from '../../contracts/work.ts';
import { type ContextRule, contextOf } from '../../core/model/context.ts';
import { groupKey } from '../../core/model/group.ts';
import { type Entry, isGeneralised } from '../../core/model/transaction.ts';
import { hashText } from '../../core/random/hash.ts';
import { conjunction } from '../../core/relatedness/conjunction.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Progress } from '../../ports/log.ts';
import { jsonLines } from '../blobs/json-lines.ts';
import { PartitionWriter, readPartition } from '../blobs/partitions.ts';
import { type ReleaseSummary, readBlock, readOriginalBlock } from './store-release.ts';

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
const SLICE_GROUPS = 1024;
const SLICE_CELLS = 250_000;

/** Characters of the release that one bucket of rows is to hold, roughly. */
const BUCKET_CHARACTERS = 2 * 1024 * 1024;

/** A row on its way to its group: the members stand for the group. */
interface LooseRow {
  readonly g: readonly string[];
  readonly t: number;
  readonly id?: string;
  readonly c: readonly string[];
  readonly o?: readonly number[];
}

export const MANIFEST = 'manifest.jsonl';
export const groupsKey = (bucket: string): string => `groups/${bucket}.jsonl`;
export const truthKey = (bucket: string): string => `truth/${bucket}.jsonl`;

/**
 * Collects the rows of each generalised item: rows go to buckets by the first digits of their group's hash while the release streams by,
 * then each bucket is grouped on its own. Groups come in the order of their hashes, whatever the number of buckets.
 * Memory: a bucket or the largest group.
 */
export async function planGroups(
  store: BlobStore,
  summary: ReleaseSummary,
  context: ContextRule,
  progress: Progress,
): Promise<PlanSummary> {
  progress.step('plan', summary.transactions);
  const digits = bucketDigits(summary.characters);
  const writer = new PartitionWriter(store, 'rows');
  for (const [number, block] of summary.blocks.entries()) {
    const originals = summary.hasOriginal ? await readOriginalBlock(store, number) : null;
    for await (const { t, id, items } of readBlock(store, block)) {
      const original = originals === null ? null : new Set(originals[t - block.start]);
      for (const [position, entry] of items.entries()) {
        if (!isGeneralised(entry)) continue;
        const row: LooseRow = {
          g: entry,
          t,
          ...(id === undefined ? {} : { id }),
          c: contextFor(items, position, context),
          ...(original === null ? {} : { o: entry.flatMap((member, at) => (original.has(member) ? [at] : [])) }),
        };
        await writer.add(bucketOf(entry, digits), row);
      }
    }
    progress.advance(block.end);
  }
  const buckets = await writer.end();
  const plan = await collect(store, buckets, summary.hasOriginal);
  progress.end();
  return plan;
}

/** For `conjunctive` all context items are one question: one item of the context. */
function contextFor(items: readonly Entry[], position: number, rule: ContextRule): string[] {
  const context = contextOf(items, position, rule);
  return rule.kind === 'conjunctive' && context.length > 0 ? [conjunction(context)] : context;
}

/** The name of a group: 128 bits of its members, whatever their order. */
export function groupHash(members: readonly string[]): string {
  return hashText(groupKey(members))
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('');
}

const bucketOf = (members: readonly string[], digits: number): string => (digits === 0 ? 'all' : groupHash(members).slice(0, digits));

function bucketDigits(characters: number): number {
  let digits = 0;
  for (let buckets = 1; buckets * BUCKET_CHARACTERS < characters && digits < 3; buckets *= 16) digits += 1;
  return digits;
}

async function collect(store: BlobStore, buckets: readonly string[], hasOriginal: boolean): Promise<PlanSummary> {
  const pointers: UnitPointer[] = [];
  const totals = { groupsOfOne: 0, rows: 0, cells: 0, rowsWithoutContext: 0, originalCells: 0, largest: 0 };
  let slice = 0;
  let sliceGroups = 0;
  let sliceCells = 0;
  for (const bucket of buckets) {
    const groups = await groupBucket(store, bucket);
    const lines = groups.map(({ record }) => `${JSON.stringify(record)}\n`);
    let start = 0;
    for (const [at, { record, truth }] of groups.entries()) {
      const cells = record.rows.length * record.members.length;
      if (sliceGroups > 0 && (sliceGroups === SLICE_GROUPS || sliceCells + cells > SLICE_CELLS)) {
        slice += 1;
        sliceGroups = 0;
        sliceCells = 0;
      }
      const end = start + utf8Length(lines[at] as string);
      pointers.push({ unit: pointers.length, slice, blob: groupsKey(bucket), start, end, cells });
      start = end;
      sliceGroups += 1;
      sliceCells += cells;
      totals.rows += record.rows.length;
      totals.cells += cells;
      totals.largest = Math.max(totals.largest, record.rows.length);
      if (record.rows.length === 1) totals.groupsOfOne += 1;
      for (const row of record.rows) if (row.c.length === 0) totals.rowsWithoutContext += 1;
      for (const held of truth.o) totals.originalCells += held.length;
    }
    await store.write(groupsKey(bucket), encodeLines(lines));
    if (hasOriginal) await store.write(truthKey(bucket), jsonLines(groups.map(({ truth }) => truth)));
  }
  await store.write(MANIFEST, jsonLines(pointers));
  return {
    groups: pointers.length,
    ...totals,
    originalCells: hasOriginal ? totals.originalCells : null,
    slices: pointers.length === 0 ? 0 : slice + 1,
  };
}

interface Grouped {
  readonly record: GroupRecord;
  readonly truth: TruthRecord;
}

async function groupBucket(store: BlobStore, bucket: string): Promise<Grouped[]> {
  const drafts = new Map<string, Draft>();
  for await (const row of readPartition<LooseRow>(store, 'rows', bucket)) {
    const id = groupHash(row.g);
    let draft = drafts.get(id);
    if (draft === undefined) {
      draft = new Draft(id, row.g);
      drafts.set(id, draft);
    }
    draft.add(row);
  }
  return [...drafts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((draft) => draft.end());
}

class Draft {
  readonly id: string;
  readonly #members: readonly string[];
  readonly #context = new Map<string, number>();
  readonly #rows: { t: number; id?: string; c: number[] }[] = [];
  readonly #truth: (readonly number[])[] = [];

  constructor(id: string, members: readonly string[]) {
    this.id = id;
    this.#members = members;
  }

  add({ g, t, id, c, o }: LooseRow): void {
    const context = c.map((item) => {
      const found = this.#context.get(item) ?? this.#context.size;
      this.#context.set(item, found);
      return found;
    });
    this.#rows.push({ t, ...(id === undefined ? {} : { id }), c: context });
    if (o !== undefined) this.#truth.push(o.map((at) => this.#members.indexOf(g[at] as string)).toSorted((a, b) => a - b));
  }

  end(): Grouped {
    return {
      record: { id: this.id, members: this.#members, context: [...this.#context.keys()], rows: this.#rows },
      truth: { id: this.id, o: this.#truth },
    };
  }
}

const ENCODER = new TextEncoder();
const utf8Length = (text: string): number => ENCODER.encode(text).length;

async function* encodeLines(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield ENCODER.encode(line);
}
