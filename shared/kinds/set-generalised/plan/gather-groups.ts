import { joined } from '../../../core/format/columns.ts';
import { canonicalItems, canonicalRows } from '../../../core/model/canonical-order.ts';
import { jsonLines } from '../../../kit/blobs/json-lines.ts';
import { Runs } from '../../../kit/blobs/sorted-runs.ts';
import type { GroupRecord, GroupRow } from '../../../kit/score/group-record.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { LOOSE_ROWS } from '../blobs.ts';
import type { TruthRecord } from '../contracts.ts';
import { bucketTruthKey, groupsKey, listKey, partCount, type ReleaseSummary, rowsPrefix } from '../read/store-release.ts';
import { encodeListed, type ListedGroup, listedOf } from './plan-groups.ts';
import type { Around, LooseRow } from './spread-rows.ts';

/**
 * Groups the rows of buckets, when all parts are spread, and lists for the join what stands where. Groups come in the order of their hashes,
 * whatever the number of buckets and parts; rows and members in the canonical order under the run's seed. Memory: the lines
 * of the buckets, and the rows of one, or of the largest group.
 */
export async function gatherGroups(store: BlobStore, summary: ReleaseSummary, seed: string, buckets: readonly number[]): Promise<void> {
  const all = await Runs.open(
    store,
    Array.from({ length: partCount(summary) }, (_, part) => rowsPrefix(part)),
  );
  const runs = await all.within(Math.min(...buckets), Math.max(...buckets) + 1);
  for (const bucket of buckets) {
    const drafts = await groupBucket(runs, bucket, seed);
    const listed: ListedGroup[] = [];
    const truths: TruthRecord[] = [];
    await store.write(groupsKey(bucket), inPieces(lines()));
    if (summary.hasOriginal) await store.write(bucketTruthKey(bucket), jsonLines(truths));
    await store.write(listKey(bucket), encodeListed(listed));

    /** A draft and its rows are let go when their group is written. */
    function* lines(): Generator<Uint8Array> {
      for (let draft = drafts.pop(); draft !== undefined; draft = drafts.pop()) {
        const { record, truth } = draft.end(seed);
        const line = ENCODER.encode(`${JSON.stringify(record)}\n`);
        listed.push(listedOf(record, truth, line.length));
        if (summary.hasOriginal) truths.push(truth);
        yield line;
      }
    }
  }
}

interface Grouped {
  readonly record: GroupRecord;
  readonly truth: TruthRecord;
}

/** The drafts of a bucket, last group first. */
async function groupBucket(runs: Runs, bucket: number, seed: string): Promise<Draft[]> {
  const drafts = new Map<string, Draft>();
  /** One text for all its copies: most context items come again and again. */
  const texts = new Map<string, string>();
  const known = (item: string): string => {
    const text = texts.get(item);
    if (text === undefined) texts.set(item, item);
    return text ?? item;
  };
  // Numbers are a part's own.
  let sets = new Map<number, { readonly draft: Draft; readonly members: readonly string[] }>();
  let from = -1;
  for await (const { writer, values } of runs.of(bucket, LOOSE_ROWS)) {
    if (writer !== from) sets = new Map();
    from = writer;
    for (const row of values) {
      const [number, , , , , , , group, members] = row;
      if (group !== undefined && members !== undefined) {
        const draft = drafts.get(group) ?? new Draft(group, canonicalItems(members, seed), known);
        drafts.set(group, draft);
        sets.set(number, { draft, members });
      }
      const set = sets.get(number);
      if (set === undefined) throw new Error('a row of a group that no row has named');
      set.draft.add(row, set.members);
    }
  }
  return [...drafts.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
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
  readonly #known: (item: string) => string;
  readonly #rows: DraftRow[] = [];

  constructor(id: string, members: readonly string[], known: (item: string) => string) {
    this.id = id;
    this.#members = members;
    this.#known = known;
  }

  add([, t, id, key, items, original, around]: LooseRow, members: readonly string[]): void {
    const context = items.map(this.#known);
    const held = original?.map((at) => this.#members.indexOf(members[at])).toSorted((a, b) => a - b) ?? null;
    const all: Around | null = around && [around[0], around[1].map(this.#known), around[2]];
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

const placeIn =
  (places: Map<string, number>) =>
  (item: string): number => {
    const place = places.get(item) ?? places.size;
    places.set(item, place);
    return place;
  };

const ENCODER = new TextEncoder();
/** A write for each small group would cost more than making it. */
const PIECE = 1 << 18;

async function* inPieces(lines: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [held, size] = [[] as Uint8Array[], 0];
  for (const line of lines) {
    held.push(line);
    size += line.length;
    if (size < PIECE) continue;
    yield joined(Uint8Array, held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield joined(Uint8Array, held);
}
