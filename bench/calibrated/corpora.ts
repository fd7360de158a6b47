import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { buildIndexFile } from '../../shared/adapters/local/index-file.ts';
import { type OpenSource, openSource } from '../../shared/adapters/local/open-source.ts';
import { hashText } from '../../shared/core/random/random.ts';
import { FORMAT_VERSION } from '../../shared/corpus/index-format.ts';

/** Cache of benches in the clone, where no other user can plant a file. */
export const BENCH_CACHE = join(import.meta.dirname, '../../.cache/bench');

/** Opens a corpus of JSON Lines with `text`, plain or zstd; its index is built once for each format, all of it or all but a slice. */
export async function openBenchCorpus(path: string, part: 'whole' | 'rest' = 'whole'): Promise<OpenSource> {
  return openBuilt(`${corpusName(path)}${part === 'rest' ? '-rest' : ''}`, () => readTexts(path, part));
}

export const corpusName = (path: string): string => basename(path).replace(/\.jsonl(\.zst)?$/, '');

/** Releases measured side by side ask for the same one. */
const built = new Map<string, Promise<void>>();

/** The index of this name in the cache of benches, built of these texts if it is not there. */
export async function openBuilt(name: string, texts: () => AsyncIterable<readonly string[]>): Promise<OpenSource> {
  mkdirSync(BENCH_CACHE, { recursive: true });
  const index = join(BENCH_CACHE, `${name}-${FORMAT_VERSION}.unveil-index`);
  const build = async (): Promise<void> => {
    if (!existsSync(index)) await buildIndexFile(index, texts(), { normalisation: { plurals: 'folded', segmenter: null }, lang: null });
  };
  built.set(index, built.get(index) ?? build());
  await built.get(index);
  return openSource(index, { backOff: true });
}

/** The slice: one in so many of the articles or records, with all their pieces. */
const SLICES = 16;
const isInSlice = (id: string): boolean => hashText(id.replace(/#\d+$/, ''))[0] % SLICES === 0;

export async function* readTexts(path: string, part: 'whole' | 'slice' | 'rest' = 'whole'): AsyncGenerator<readonly string[]> {
  for await (const records of readRecords(path))
    yield records.filter(({ id }) => part === 'whole' || isInSlice(id) === (part === 'slice')).map(({ text }) => text);
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
