import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WinkTagger } from '../../shared/adapters/local/wink-tagger.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { transactionsFromTexts } from '../../shared/kit/make/extract-transactions.ts';
import { readTexts } from './corpora.ts';

/** The items of a seeded sample of texts, as `unveil extract` takes them; short texts are left out, long ones cut. */
export async function documentsOf(data: string, name: string, documents: number, seed: string): Promise<string[][]> {
  const path = [join(data, 'texts', `${name}.jsonl.zst`), join(data, 'texts', `${name}.jsonl`)].find(existsSync);
  if (path === undefined) throw new Error(`no texts "${name}" in ${data}`);
  const texts: string[] = [];
  for await (const batch of readTexts(path)) texts.push(...batch);
  return itemsOf(shuffle(texts, seeded('bench documents', seed, name)).slice(0, documents));
}

export function itemsOf(chosen: readonly string[]): string[][] {
  const each = (): { id: string; text: string }[] => chosen.map((text, at) => ({ id: String(at), text: text.slice(0, 2500) }));
  return [...transactionsFromTexts(each, new WinkTagger(), 0.2)]
    .map(({ items }) => (items as string[]).slice(0, 60))
    .filter(({ length }) => length >= 8);
}
