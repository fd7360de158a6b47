import { existsSync } from 'node:fs';
import { corpusNames, vectorsPath } from '../../shared/adapters/local/corpus-store.ts';
import { vectorFolder } from '../../shared/adapters/local/embeddings/vector-package.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';

export interface ListedSource {
  readonly name: string;
  readonly kind: 'dictionary' | 'corpus' | 'live' | 'vectors';
  /** It is on this machine; a live source is asked over the network. */
  readonly here: boolean;
  readonly what: string;
}

/** Sources that audits may name on this machine. */
export const listSources = (): ListedSource[] => [
  { name: 'wordnet', kind: 'dictionary', here: true, what: 'WordNet 3.1, English; the default' },
  ...corpusNames().map(
    (name): ListedSource => ({
      name: `corpus:${name}`,
      kind: 'corpus',
      here: true,
      what: `a corpus of yours${hasVectors(name) ? ', with vectors' : ''}`,
    }),
  ),
  ...[...PROVIDERS.values()].map(
    ({ name, operator }): ListedSource => ({ name, kind: 'live', here: false, what: `asked over the network: ${operator}` }),
  ),
  listedVectors(),
];

const hasVectors = (corpus: string): boolean => existsSync(vectorsPath(corpus));

export const listedVectors = (): ListedSource => ({
  name: 'glove',
  kind: 'vectors',
  here: vectorFolder() !== null,
  what: 'word vectors, for --embeddings; "unveil sources add glove" fetches them',
});
