import { ACROSS_AUDITS, copiesRoot, resultsRoot } from '../../contracts/result-tables.ts';
import type { CellValue, ResultTable } from '../../contracts/table.ts';
import { digestText } from '../../core/keys/digest.ts';
import { compareCodePoints } from '../../core/model/code-points.ts';
import { readBytes } from '../../kit/blobs/json-lines.ts';
import { BlockDraft } from '../../kit/publish/row-blocks.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { RowBlock, TableEncoder } from '../../ports/table-encoder.ts';
import type { ReadRows } from './campaign-rows.ts';

/** The files of one table and day by audit. */
type Audits = ReadonlyMap<string, readonly string[]>;

interface CompactPorts {
  readonly results: BlobStore;
  readonly encoder: TableEncoder;
  readonly rows: ReadRows;
}

/**
 * Brings the copies of the small tables up to date: one file a day, named by the files that it was made from, so that nothing has to be remembered
 * and an audit that came late, was purged or expired is seen. Published files stay as they are. Returns the number of days written anew.
 */
export async function compactResults(team: string | null, ports: CompactPorts): Promise<number> {
  let written = 0;
  for (const { of, copy } of ACROSS_AUDITS) {
    const published = await publishedDays(ports.results, `${resultsRoot(team)}table=${of.name}/`);
    const root = `${copiesRoot(team)}table=${copy.name}/`;
    const copies = await filesByDay(ports.results, root);
    for (const day of new Set([...published.keys(), ...copies.keys()])) {
      const audits: Audits = published.get(day) ?? new Map();
      const there = copies.get(day) ?? [];
      const prefix = `${root}dt=${day}/${copy.version}-`;
      const key = audits.size === 0 ? null : `${prefix}${nameOf(audits)}.${ports.encoder.extension}`;
      if (key !== null && !there.includes(key)) {
        const earlier = there.find((each) => each.startsWith(prefix)) ?? null;
        await ports.results.write(key, ports.encoder.encode(copy, blocksOf(copy, merged(ports, { of, copy }, audits, earlier))));
        written += 1;
      }
      for (const each of there) if (each !== key) await ports.results.remove(each);
    }
  }
  return written;
}

const nameOf = (audits: Audits): string => digestText([...audits.values()].flat().join('\n')).slice(0, 32);

async function filesByDay(results: BlobStore, prefix: string): Promise<Map<string, string[]>> {
  const days = new Map<string, string[]>();
  for await (const { key } of results.list(prefix)) {
    const day = /^dt=([^/]+)\//.exec(key.slice(prefix.length))?.[1];
    if (day !== undefined) days.set(day, [...(days.get(day) ?? []), key]);
  }
  return days;
}

/** Audits in the order of their ids. */
async function publishedDays(results: BlobStore, prefix: string): Promise<Map<string, Audits>> {
  const days = new Map<string, Audits>();
  for (const [day, keys] of await filesByDay(results, prefix)) {
    const audits = new Map<string, string[]>();
    for (const key of keys.toSorted(compareCodePoints)) {
      const id = /\/audit_id=([^/]+)\//.exec(key)?.[1];
      if (id !== undefined) audits.set(id, [...(audits.get(id) ?? []), key]);
    }
    days.set(day, audits);
  }
  return days;
}

/** Rows of all audits in their order: of those in the earlier copy from there, which is one request, of the others from their files. */
async function* merged(
  { results, rows }: CompactPorts,
  { of, copy }: (typeof ACROSS_AUDITS)[number],
  audits: Audits,
  earlier: string | null,
): AsyncGenerator<readonly CellValue[]> {
  const known = earlier === null ? NOTHING : rows(await readBytes(results, earlier), copy, earlier);
  const old = known[Symbol.asyncIterator]();
  let next = await old.next();
  const idOfNext = (): string | null => (next.done === true ? null : String(next.value[0]));
  for (const [id, keys] of audits) {
    for (let before = idOfNext(); before !== null && compareCodePoints(before, id) < 0; before = idOfNext()) next = await old.next();
    if (idOfNext() === id) {
      for (; next.done !== true && next.value[0] === id; next = await old.next()) yield next.value;
    } else {
      for (const key of keys) for await (const row of rows(await readBytes(results, key), of, key)) yield [id, ...row];
    }
  }
}

const NOTHING: AsyncIterable<readonly CellValue[]> = { [Symbol.asyncIterator]: async function* () {} };

async function* blocksOf(table: ResultTable, rows: AsyncIterable<readonly CellValue[]>): AsyncGenerator<RowBlock> {
  const draft = new BlockDraft(table);
  for await (const row of rows) {
    draft.add(row);
    if (draft.room === 0) yield draft.take();
  }
  if (draft.rows > 0) yield draft.take();
}
