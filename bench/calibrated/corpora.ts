import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { buildIndexFile } from '../../shared/adapters/local/index-file.ts';
import { type OpenSource, openSource } from '../../shared/adapters/local/open-source.ts';
import { FORMAT_VERSION } from '../../shared/corpus/index-format.ts';

/** Cache of benches in the clone, where no other user can plant a file. */
export const BENCH_CACHE = join(import.meta.dirname, '../../.cache/bench');

/** Opens a corpus of JSON Lines with `text`, plain or zstd; its index is built once for each format. */
export async function openBenchCorpus(path: string): Promise<OpenSource> {
  mkdirSync(BENCH_CACHE, { recursive: true });
  const index = join(BENCH_CACHE, `${basename(path).replace(/\.jsonl(\.zst)?$/, '')}-${FORMAT_VERSION}.unveil-index`);
  if (!existsSync(index))
    await buildIndexFile(index, readTexts(path), { normalisation: { plurals: 'folded', segmenter: null }, lang: null });
  return openSource(index, { backOff: true });
}

export async function* readTexts(path: string): AsyncGenerator<readonly string[]> {
  for await (const records of readRecords(path)) yield records.map(({ text }) => text);
}

interface TextRecord {
  readonly id: string;
  readonly text: string;
}

export async function* readRecords(path: string): AsyncGenerator<readonly TextRecord[]> {
  let batch: TextRecord[] = [];
  for await (const line of linesOf(path)) {
    if (line === '') continue;
    const { id, text } = JSON.parse(line);
    batch.push({ id: String(id), text: String(text) });
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The lines of a file, plain or zstd. */
function linesOf(path: string): AsyncIterable<string> {
  const bytes = createReadStream(path);
  return createInterface({ input: path.endsWith('.zst') ? bytes.pipe(createZstdDecompress()) : bytes });
}
