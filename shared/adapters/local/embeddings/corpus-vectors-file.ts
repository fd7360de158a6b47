import { createHash } from 'node:crypto';
import { BadInput } from '../../../core/model/bad-input.ts';
import { CorpusIndex, type IndexMeta, joinedTexts, type RunningText, runningText } from '../../../corpus/corpus.ts';
import { WINDOW } from '../../../corpus/vectors/cooccurrences.ts';
import { corpusVectors } from '../../../corpus/vectors/corpus-vectors.ts';
import type { Progress } from '../../../ports/progress.ts';
import { openFileSource } from '../index-file.ts';
import { writtenWhole } from './pack-writer.ts';

/** Part of the vectors' version: raise it whenever the method changes. */
const MADE = 'corpus-vectors-1';
/** Minimum number of pieces with a word: rarer words have too few contexts. */
const LEAST = 5;
const MEGABYTE = 1 << 20;
/** Measured memory: MB for Node with its heap, rows and directions; bytes for a word of text, with the places of words and phrases. */
const BESIDE_TEXT = 490;
const WORD_BYTES = 15;
const AT_ONCE = 4_096;

export interface MadeVectors {
  readonly words: number;
  readonly phrases: number;
  readonly dimensions: number;
  readonly tokens: number;
}

/** Makes vectors of the words and phrases of corpora, as if they were one text, and writes a pack. */
export async function writeCorpusVectors(
  paths: readonly string[],
  to: string,
  { memory, progress }: { readonly memory: number; readonly progress: Progress },
): Promise<MadeVectors> {
  const hash = createHash('sha256').update(`${MADE}\n`);
  progress.step('reading the text back', null);
  const files = paths.map((path) => openFileSource(path));
  let joined: RunningText;
  let plurals: IndexMeta['plurals'];
  try {
    const indices = await Promise.all(files.map((file) => CorpusIndex.open(file)));
    plurals = pluralsOf(indices);
    const tokens = indices.reduce((total, { head }) => total + head.tokens, 0);
    const share = Math.min(1, ((memory - BESIDE_TEXT) * MEGABYTE) / WORD_BYTES / tokens);
    const texts: RunningText[] = [];
    for (const index of indices) {
      const text = await runningText(index, { least: LEAST, share, gap: WINDOW });
      hash.update(`${index.head.contentHash} ${text.pieces}\n`);
      texts.push(text);
    }
    joined = joinedTexts(texts);
  } finally {
    for (const file of files) file.close();
  }
  const made = { words: 0, phrases: 0, dimensions: 0, tokens: joined.text.length - WINDOW * joined.pieces };
  const encoder = new TextEncoder();
  await writtenWhole(to, async (output) => {
    for (const { term, vector } of corpusVectors(joined, (name) => progress.step(name, null))) {
      const before = output.size;
      output.add(encoder.encode(term), vector);
      if (output.size === before) continue;
      made[term.includes(' ') ? 'phrases' : 'words'] += 1;
      made.dimensions = vector.length;
      if (output.size % AT_ONCE === 0) await output.flush();
    }
    if (output.size === 0)
      throw new BadInput('too little text for vectors: no word stands near others in five pieces', { file: paths[0] ?? to });
    return { origin: hash.digest().subarray(0, 16), phrases: true, plurals };
  });
  progress.end();
  return made;
}

/** The plurals setting that all corpora share. Rejects corpora whose words need a segmenter, or that differ. */
function pluralsOf(indices: readonly CorpusIndex[]): IndexMeta['plurals'] {
  const plurals = indices[0]?.meta.plurals ?? 'exact';
  for (const { name, meta } of indices) {
    if (meta.lang !== null)
      throw new BadInput(
        `not computable: language. Vectors are looked up word by word, and the words of this corpus are those of ${meta.lang}`,
        {
          file: name,
        },
      );
    if (meta.plurals !== plurals)
      throw new BadInput('one of these corpora folds plurals and another does not: build both alike', { file: name });
  }
  return plurals;
}
