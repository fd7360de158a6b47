import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildIndexFile } from '../../shared/adapters/local/index-file.ts';
import { type OpenSource, openSource } from '../../shared/adapters/local/open-source.ts';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { transactionsFromTexts } from '../../shared/app/make/extract-transactions.ts';
import { FORMAT_VERSION } from '../../shared/core/corpus/index-format.ts';
import { hashText } from '../../shared/core/random/hash.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { BENCH_CACHE, linesOf, readRecords } from '../calibrated/corpora.ts';

/** Of a corpus one document in so many is left out of its index: texts to make releases of that no source holds. */
const LEFT_OUT = 25;

/** Pieces of one article go together. */
const leftOut = (id: string): boolean => (hashText(id.replace(/#\d+$/, ''))[0] as number) % LEFT_OUT === 0;

export async function openPartialCorpus(path: string): Promise<OpenSource> {
  mkdirSync(BENCH_CACHE, { recursive: true });
  const index = join(BENCH_CACHE, `${basename(path).replace(/\.jsonl(\.zst)?$/, '')}-part-${FORMAT_VERSION}.unveil-index`);
  if (!existsSync(index)) await buildIndexFile(index, kept(path), { normalisation: { plurals: 'folded', segmenter: null }, lang: null });
  return openSource(index, { backOff: true });
}

async function* kept(path: string): AsyncGenerator<readonly string[]> {
  for await (const records of readRecords(path)) yield records.filter(({ id }) => !leftOut(id)).map(({ text }) => text);
}

/** The items of texts, as `unveil extract` takes them; short texts are left out, long ones cut. */
export async function itemsOf(path: string, documents: number, seed: string): Promise<string[][]> {
  const corpus = path.includes('corpora');
  const texts: string[] = [];
  for await (const records of readRecords(path)) for (const { id, text } of records) if (!corpus || leftOut(id)) texts.push(text);
  const chosen = shuffle(texts, seeded('ways', seed, basename(path))).slice(0, documents);
  const each = (): { id: string; text: string }[] => chosen.map((text, at) => ({ id: String(at), text: text.slice(0, 2500) }));
  return [...transactionsFromTexts(each, new WinkTagger(), 0.2)]
    .map(({ items }) => (items as string[]).slice(0, 60))
    .filter(({ length }) => length >= 8);
}

/** Ingredients, without an order. */
export async function recipes(path: string, documents: number, seed: string): Promise<string[][]> {
  const all: string[][] = [];
  for await (const line of linesOf(path)) all.push([...new Set(line.split('\t'))]);
  const long = all.filter(({ length }) => length >= 8);
  return shuffle(long, seeded('ways', seed, 'recipes')).slice(0, documents);
}
