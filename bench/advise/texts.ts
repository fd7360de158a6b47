import { basename } from 'node:path';
import type { OpenSource } from '../../shared/adapters/local/open-source.ts';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { hashText, seeded, shuffle } from '../../shared/core/random/random.ts';
import { transactionsFromTexts } from '../../shared/kit/make/extract-transactions.ts';
import { corpusName, openBuilt, readRecords } from '../calibrated/corpora.ts';

/** One in n documents is left out of the index: texts for releases that no source contains. */
const LEFT_OUT = 25;

/** Pieces of one article go together. */
const leftOut = (id: string): boolean => hashText(id.replace(/#\d+$/, ''))[0] % LEFT_OUT === 0;

export const openPartialCorpus = (path: string): Promise<OpenSource> => openBuilt(`${corpusName(path)}-part`, () => kept(path));

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
