// The copies across audits follow what is published: audits that come, late ones too, and audits that go.

import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { cellRows as rows } from '../../shared/adapters/tables/result-rows.ts';
import { ACROSS_AUDITS, resultsRoot, tablePrefix } from '../../shared/contracts/result-tables.ts';
import type { CellValue, ResultTable } from '../../shared/contracts/table.ts';
import { readBytes } from '../../shared/kit/blobs/json-lines.ts';
import { rowBlocks } from '../../shared/kit/publish/row-blocks.ts';
import { compactResults } from '../../shared/pipeline/cloud/compact.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';

const VALUE = { string: 'text', int: 7, long: 9, double: 0.5, boolean: true } as const;
/** Rows of an audit: as many as are asked for, told apart by their first cell. */
const rowsOf = (table: ResultTable, count: number): CellValue[][] =>
  Array.from({ length: count }, (_, at) =>
    table.columns.map(({ type }, column) => (column === 0 && type === 'string' ? `row ${at}` : VALUE[type])),
  );

async function publish(results: BlobStore, team: string | null, day: string, id: string, count: number): Promise<void> {
  for (const { of } of ACROSS_AUDITS)
    await results.write(
      `${resultsRoot(team)}${tablePrefix(of.name, day, id)}/part-000000.parquet`,
      parquetTables.encode(of, rowBlocks(of, rowsOf(of, count))),
    );
}

/** Ids of the audits of each copy, a file a day; how often each has a row. */
async function copies(results: BlobStore, root: string): Promise<Record<string, Record<string, number>>> {
  const found: Record<string, Record<string, number>> = {};
  for await (const { key } of results.list(root)) {
    const [, table = '', day = ''] = /table=(\w+)\/dt=([^/]+)\//.exec(key) ?? [];
    const { copy } = ACROSS_AUDITS.find((each) => each.copy.name === table) as (typeof ACROSS_AUDITS)[number];
    const name = `${table} ${day}`;
    expect(found[name]).toBeUndefined();
    found[name] = {};
    for await (const [id] of rows(await readBytes(results, key), copy, key)) found[name][String(id)] = (found[name][String(id)] ?? 0) + 1;
  }
  return found;
}

test.each([null, 'oncology'])('come, late, gone: one file a day holds what is published (team %s)', async (team) => {
  const results = memoryBlobStore();
  const read: string[] = [];
  const watched: BlobStore = {
    ...results,
    read(key, range) {
      read.push(key);
      return results.read(key, range);
    },
    list: (prefix) => results.list(prefix),
  };
  const ports = { results: watched, encoder: parquetTables, rows };
  const root = team === null ? 'compact/' : 'compact/team=oncology/';
  const run = (): Promise<number> => compactResults(team, ports);
  expect(await run()).toBe(0);
  await publish(results, team, '2026-11-18', 'b', 2);
  await publish(results, team, '2026-11-19', 'c', 3);
  await publish(results, 'another', '2026-11-19', 'x', 3);
  expect(await run()).toBe(4);
  expect(await copies(results, root)).toEqual({
    'all_audits 2026-11-18': { b: 2 },
    'all_audits 2026-11-19': { c: 3 },
    'all_attacks 2026-11-18': { b: 2 },
    'all_attacks 2026-11-19': { c: 3 },
  });
  // Nothing new: nothing is read, nothing is written.
  read.length = 0;
  expect(await run()).toBe(0);
  expect(read).toEqual([]);
  // Before and after the one that is there; of that one the published file is not read again.
  await publish(results, team, '2026-11-18', 'a', 1);
  await publish(results, team, '2026-11-18', 'd', 300);
  expect(await run()).toBe(2);
  expect(read.filter((key) => key.includes('audit_id=b/'))).toEqual([]);
  expect((await copies(results, root))['all_audits 2026-11-18']).toEqual({ a: 1, b: 2, d: 300 });
  // Purged: its rows go; a day without audits has no copy.
  for await (const { key } of results.list(resultsRoot(team))) if (/audit_id=[bc]\//.test(key)) await results.remove(key);
  expect(await run()).toBe(2);
  expect(await copies(results, root)).toEqual({
    'all_audits 2026-11-18': { a: 1, d: 300 },
    'all_attacks 2026-11-18': { a: 1, d: 300 },
  });
});

test('a copy by an earlier version of its table is made anew from what is published', async () => {
  const results = memoryBlobStore();
  await publish(results, null, '2026-11-18', 'a', 1);
  await results.write('compact/table=all_audits/dt=2026-11-18/0-earlier.parquet', new Uint8Array([1, 2, 3]));
  expect(await compactResults(null, { results, encoder: parquetTables, rows })).toBe(2);
  expect(await copies(results, 'compact/')).toEqual({ 'all_audits 2026-11-18': { a: 1 }, 'all_attacks 2026-11-18': { a: 1 } });
});
