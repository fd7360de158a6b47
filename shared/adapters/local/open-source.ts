import { closeSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Normalisation } from '../../core/text/tokens.ts';
import { CorpusIndex, hasMagic, memorySource } from '../../corpus/corpus.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { builtNormalisation, hitCounters } from '../node/index-counter.ts';
import { segmenterFor } from '../node/segmenter.ts';
import { documentsAt } from './corpus-documents.ts';
import { existingCorpus, INDEX_SUFFIX } from './corpus-store.ts';
import { namedInfo, openNamed } from './door.ts';
import { buildInMemory, type FileSource, openFileSource } from './index-file.ts';
import { openWordnet } from './wordnet.ts';

interface SourceOptions {
  /** Count English plurals with their singulars. A built corpus has its own setting. */
  readonly foldPlurals?: boolean;
  /** Segment words of this language, for text without spaces. A built corpus has its own setting. */
  readonly lang?: string;
  /** Count a phrase that no document contains by the documents with all its words; such counts are flagged. */
  readonly backOff?: boolean;
}

export interface OpenSource extends HitCounter {
  /** Language of the words: null for any; WordNet is English. */
  readonly lang: string | null;
  close(): Promise<void>;
}

/** Opens the source of --source or --corpus: `wordnet`, `corpus:NAME`, an index, or a folder or file of documents. */
export async function openSource(spec: string, options: SourceOptions = {}): Promise<OpenSource> {
  if (spec === 'wordnet') return openWordnetSource(options);
  if (spec.startsWith('corpus:')) return openIndexFile(openFileSource(existingCorpus(spec.slice(7))), spec, options);
  const info = namedInfo(spec);
  if (info === undefined) {
    throw new BadInput(
      `there is no such source; a source is wordnet, corpus:NAME, wikipedia, pubmed, europepmc, openalex, or the path of a folder, a file or an index`,
      {
        file: spec,
      },
    );
  }
  if (info.isFile() && (spec.endsWith(INDEX_SUFFIX) || beginsAsIndex(spec)))
    return openIndexFile(openFileSource(spec, openNamed(spec)), `corpus:${basename(spec, INDEX_SUFFIX)}`, options);
  const normalisation = normalisationOf(options);
  const bytes = await buildInMemory(documentsAt(spec), { normalisation, lang: options.lang ?? null });
  const index = await CorpusIndex.open(memorySource(spec, bytes));
  if (index.head.pieces === 0) throw new BadInput('there is no document with a word in it', { file: spec });
  return sourceOver(`corpus:${basename(spec)}`, index, normalisation, options, () => {});
}

/** Bytes. WordNet's lists are short and fast to decode, and most terms of a large release occur once. */
const WORDNET_MEMORY = 16 << 20;

async function openWordnetSource(options: SourceOptions): Promise<OpenSource> {
  if (options.lang !== undefined && !/^en\b/i.test(options.lang)) throw new BadInput('not computable: language. WordNet is English');
  const normalisation = normalisationOf({ foldPlurals: options.foldPlurals ?? false });
  return { ...sourceOver('wordnet', await openWordnet(normalisation), normalisation, options, () => {}, WORDNET_MEMORY), lang: 'en' };
}

/** An index is recognised whatever its name: `corpus build --out` accepts any. */
function beginsAsIndex(path: string): boolean {
  const head = Buffer.alloc(4);
  const file = openNamed(path);
  try {
    return readSync(file, head, 0, 4, 0) === 4 && hasMagic(head);
  } finally {
    closeSync(file);
  }
}

async function openIndexFile(file: FileSource, id: string, options: SourceOptions): Promise<OpenSource> {
  try {
    const index = await CorpusIndex.open(file);
    const normalisation = builtNormalisation(index);
    return sourceOver(id, index, normalisation, options, () => file.close());
  } catch (error) {
    file.close();
    throw error;
  }
}

function sourceOver(
  id: string,
  index: CorpusIndex,
  normalisation: Normalisation,
  options: SourceOptions,
  close: () => void,
  memory?: number,
): OpenSource {
  const { exact, backedOff } = hitCounters(id, index, normalisation, memory);
  return { ...(options.backOff === true ? backedOff : exact), backedOff, lang: index.meta.lang, close: async () => close() };
}

function normalisationOf({ foldPlurals = false, lang }: SourceOptions): Normalisation {
  if (foldPlurals && lang !== undefined && !/^en\b/i.test(lang))
    throw new BadInput('not computable: language. Only English plurals can be folded');
  return { plurals: foldPlurals ? 'folded' : 'exact', segmenter: lang === undefined ? null : segmenterFor(lang) };
}
