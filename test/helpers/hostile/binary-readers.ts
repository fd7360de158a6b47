import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readersHere } from '../../../cli/readers.ts';
import { readExport, writeExport } from '../../../shared/adapters/local/cache-export.ts';
import { documentsOf } from '../../../shared/adapters/local/documents.ts';
import { buildInMemory } from '../../../shared/adapters/local/index-file.ts';
import { openSecret, sealSecret } from '../../../shared/adapters/local/sealed-secret.ts';
import { SqliteScoreCache } from '../../../shared/adapters/local/sqlite-score-cache.ts';
import { gunzip } from '../../../shared/adapters/node/gunzip.ts';
import { parquetTables } from '../../../shared/adapters/parquet/parquet-tables.ts';
import { tableFiles } from '../../../shared/adapters/tables/table-files.ts';
import { defineTable } from '../../../shared/contracts/table.ts';
import { decodeRow, encodeRow, NO_PARTNERS, withPartners } from '../../../shared/core/relatedness/term-row.ts';
import { EXACT } from '../../../shared/core/text/tokens.ts';
import { memorySource } from '../../../shared/corpus/byte-source.ts';
import { CorpusIndex } from '../../../shared/corpus/corpus-index.ts';
import { Bunzip2 } from '../../../shared/corpus/readers/bunzip2.ts';
import { TermCounter } from '../../../shared/corpus/term-counter.ts';
import { PackedVectors } from '../../../shared/corpus/vectors/packed-vectors.ts';
import { loggedQueries } from '../../../shared/kinds/query-log/make/logged-queries.ts';
import { rowBlocks } from '../../../shared/kit/publish/row-blocks.ts';
import { openBytes } from '../../../shared/kit/read/open-bytes.ts';
import { readRelease } from '../../../shared/kit/read/read-release.ts';
import type { CacheEntry } from '../../../shared/ports/score-cache.ts';
import { mutated, pieces } from './bytes.ts';
import { documents, queryLog as queryLogs } from './grammars.ts';
import { Defect, type FuzzReader, mustBeFinite, mustEqual, readOrRefused } from './reader.ts';

/** Valid files, made once; inputs are mutated copies. */
export async function binaryReaders(folder: string): Promise<readonly FuzzReader[]> {
  const file = join(folder, 'input');
  const index = await wholeIndex();
  const right = await counted(index);
  const pack = kept('vectors.pack');
  const exported = wholeExport(folder);
  const database = wholeDatabase(folder);
  const sealed = Buffer.from(sealSecret(new Uint8Array(32).fill(7), 'a passphrase'));
  const table = await wholeParquet();
  const row = encodeRow(withPartners(NO_PARTNERS, [{ high: 1, low: 2, count: 3, flags: 0 }]));
  const of = (name: string, whole: Uint8Array, read: (bytes: Uint8Array) => void | Promise<void>, weight = 1): FuzzReader => ({
    name,
    weight,
    inputs: mutated(fc.constant(whole)),
    // As bytes and not as Node's buffers, which write themselves otherwise.
    run: (input) => readOrRefused(() => read(Uint8Array.from(input as Uint8Array))),
  });
  const fromFile = (name: string, ending: string, whole: fc.Arbitrary<string>, read: (path: string) => void): FuzzReader => ({
    name,
    weight: 0.05,
    inputs: mutated(whole),
    run: (input) =>
      readOrRefused(() => {
        writeFileSync(file + ending, input as Uint8Array);
        read(file + ending);
      }),
  });
  return [
    fromFile('query logs', '.log', queryLogs, (path) => {
      for (const { minute } of loggedQueries(path, 'user', readersHere())) if (minute !== undefined) mustBeFinite('a time', [minute]);
    }),
    fromFile('query logs as JSON Lines', '.jsonl', queryLogs, (path) => {
      for (const { minute } of loggedQueries(path, 'session', readersHere())) if (minute !== undefined) mustBeFinite('a time', [minute]);
    }),
    fromFile('documents as JSON Lines', '.jsonl', documents, (path) => {
      for (const { id, text } of documentsOf(path)) if (typeof id !== 'string' || typeof text !== 'string') throw new Defect('a document');
    }),
    of('index file', index, async (bytes) => mustEqual(right, await counted(bytes))),
    of('embeddings pack', pack, async (bytes) => {
      const opened = await PackedVectors.open(memorySource('pack', bytes));
      for (const vector of (await opened?.vectors(['knee', 'hip', 'none', '']))?.filter((each) => each !== null) ?? [])
        mustBeFinite('a vector', vector);
    }),
    of(
      'gzip',
      gzipSync('heart, (asthma, gout)\nknee, (asthma, gout)\n'),
      async (bytes) => {
        for await (const _ of (await openBytes({ name: 'input.gz', bytes: pieces(bytes) }, gunzip)).bytes);
      },
      0.3,
    ),
    of(
      'bzip2',
      kept('text.bz2'),
      (bytes) => {
        const decoder = new Bunzip2('input.bz2');
        for (const piece of [...decoder.push(bytes), ...decoder.end()]) void piece;
      },
      0.3,
    ),
    of('Parquet as a table', table, async (bytes) => readAll('input.parquet', bytes), 0.1),
    of('workbooks', kept('book.xlsx'), async (bytes) => readAll('input.xlsx', bytes), 0.03),
    of('rows of counts', row, (bytes) => {
      const read = decodeRow(bytes);
      if (read !== null) mustEqual(read, decodeRow(encodeRow(read)));
    }),
    of(
      'cache import',
      exported,
      (bytes) => {
        // Every other one with the hash of what it holds: beyond the check of the whole.
        const body = bytes.subarray(0, -32);
        writeFileSync(file, (bytes[20] ?? 0) % 2 === 0 ? bytes : Buffer.concat([body, createHash('sha256').update(body).digest()]));
        const entries = [...readExport(file)];
        mustBeFinite(
          'a count',
          entries.filter(({ value }) => value.state === 'counted').map(({ value }) => value.count),
        );
      },
      0.1,
    ),
    of(
      'sealed key',
      sealed,
      (bytes) => {
        openSecret(bytes, 'a passphrase', 'input');
      },
      0.0005,
    ),
    of(
      'cache database',
      database,
      (bytes) => {
        const path = join(folder, 'counts.db');
        for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
        writeFileSync(path, bytes);
        const cache = new SqliteScoreCache(path);
        try {
          cache.statistics(0);
        } finally {
          cache.close();
        }
      },
      0.01,
    ),
  ];
}

async function readAll(name: string, bytes: Uint8Array): Promise<void> {
  const opened = await readRelease({ name, bytes: pieces(bytes) }, { gunzip, tables: tableFiles });
  if (opened.kind === 'transactions') for await (const _ of opened.transactions);
}

const TEXTS = Array.from({ length: 60 }, (_, at) => `knee injury of the ${at % 9} th kind w${at} the knee and the hip`);

async function wholeIndex(): Promise<Uint8Array> {
  async function* documents(): AsyncGenerator<readonly string[]> {
    yield TEXTS;
  }
  return buildInMemory(documents(), { normalisation: EXACT, lang: null });
}

async function counted(bytes: Uint8Array): Promise<number[]> {
  const counter = new TermCounter(await CorpusIndex.open(memorySource('index', bytes)), { normalisation: EXACT });
  const { terms, pairs } = await counter.countAll({
    terms: ['knee', 'the', 'knee injury', 'w7', 'none such'],
    pairs: Uint32Array.of(0, 1, 2, 3),
  });
  return [...terms, ...pairs];
}

const kept = (name: string): Uint8Array => readFileSync(new URL(`../../fixtures/fuzz/${name}`, import.meta.url));

const ENTRIES: readonly CacheEntry[] = Array.from({ length: 5 }, (_, at) => ({
  key: new Uint8Array(16).fill(at),
  value: { state: 'counted', count: at * 10, flags: 0, observed: 1_700_000_000, expires: at === 0 ? null : 1_800_000_000 },
}));

function wholeExport(folder: string): Uint8Array {
  const file = join(folder, 'export');
  writeExport(file, ENTRIES);
  return readFileSync(file);
}

function wholeDatabase(folder: string): Uint8Array {
  const file = join(folder, 'whole.db');
  const cache = new SqliteScoreCache(file);
  cache.addNewer(ENTRIES);
  cache.close();
  return readFileSync(file);
}

async function wholeParquet(): Promise<Uint8Array> {
  const table = defineTable('visits', 1, '', [
    ['id', 'string', ''],
    ['item', 'string', ''],
  ]);
  const rows = [
    ['1', 'flu'],
    ['1', 'gout'],
    ['2', 'flu'],
  ] as const;
  const made: Uint8Array[] = [];
  for await (const piece of parquetTables.encode(table, rowBlocks(table, rows))) made.push(piece);
  return Buffer.concat(made);
}
