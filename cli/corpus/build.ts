import { setFlagsFromString } from 'node:v8';
import { corpusFiles, type DocumentFormat, documentsIn, FORMATS } from '../../shared/adapters/local/corpus-documents.ts';
import type { MadeVectors } from '../../shared/adapters/local/embeddings/corpus-vectors-file.ts';
import { buildIndexFile, contentHashOf, type FileSource } from '../../shared/adapters/local/index-file.ts';
import { segmenterFor } from '../../shared/adapters/node/segmenter.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Head, MOST_PIECE_WORDS, PIECE_WORDS } from '../../shared/corpus/corpus.ts';
import type { Progress } from '../../shared/ports/progress.ts';

interface BuildValues {
  readonly format?: string | undefined;
  readonly 'piece-words'?: string | undefined;
  readonly 'fold-plurals'?: boolean | undefined;
  readonly lang?: string | undefined;
  readonly memory?: string | undefined;
}

const MEGABYTE = 1 << 20;
const MEMORY = 1024;
const MOST_MEMORY = 1 << 20;
/** MB of Node with its heap, the text in work and buffers: measured, and independent of the length of the text. */
const BESIDE_RUN = 100;
/** Bytes of a token in a run: its number and its place among the postings; the vocabulary takes at most as much again. */
const TOKEN_BYTES = 16;

/** Builds an index from all named files, in order. */
export async function build(path: string, from: readonly string[], values: BuildValues, progress: Progress): Promise<Head> {
  const format = formatOf(values.format);
  const pieceWords = whole(values['piece-words'], '--piece-words', 2, MOST_PIECE_WORDS) ?? PIECE_WORDS;
  const memory = whole(values.memory, '--memory', 128, MOST_MEMORY) ?? MEMORY;
  const lang = values.lang ?? null;
  const plurals = values['fold-plurals'] === true ? 'folded' : 'exact';
  if (plurals === 'folded' && lang !== null && !/^en\b/i.test(lang)) {
    throw new BadInput('not computable: language. Only English plurals can be folded');
  }
  const segmenter = lang === null ? null : segmenterFor(lang);
  const files = from.flatMap((source) => corpusFiles(source));
  progress.step(
    'reading',
    files.reduce((total, { bytes }) => total + bytes, 0),
  );
  let done = 0;
  async function* documents(): AsyncGenerator<readonly string[]> {
    for (const file of files) {
      yield* documentsIn(file, {
        ...(format === undefined ? {} : { format }),
        onBytes(bytes) {
          done += bytes;
          progress.advance(done);
        },
      });
    }
    progress.step('writing', null);
  }
  growYoungHeapBy(1);
  try {
    return await buildIndexFile(path, documents(), {
      normalisation: { plurals, segmenter },
      lang,
      pieceWords,
      runTokens: runTokensFor(memory),
    });
  } finally {
    growYoungHeapBy(V8_GROWTH);
    progress.end();
  }
}

/** V8's own default. */
const V8_GROWTH = 2;

/** The text is garbage at once. V8 reacts with a larger heap for young objects, 48 MB and more, which saves no time here: 300,000 pieces take 80 MB less, and no longer, with a small one. */
const growYoungHeapBy = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/** Tokens of a run that keep the whole process within this many MB. */
export const runTokensFor = (megabytes: number): number => Math.floor(((megabytes - BESIDE_RUN) * MEGABYTE) / TOKEN_BYTES);

/** Compares the whole index with the hash in its head. */
export function verified(file: FileSource, head: Head): void {
  if (contentHashOf(file) !== head.contentHash) {
    throw new BadInput('this index is damaged (its content is not what its head says): build or copy it again', { file: file.name });
  }
}

function formatOf(format: string | undefined): DocumentFormat | undefined {
  const known = FORMATS.find((name) => name === format);
  if (format !== undefined && known === undefined) throw new BadInput(`there is no format "${format}": ${FORMATS.join(', ')}`);
  return known;
}

function whole(text: string | undefined, option: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) throw new BadInput(`${option} takes a whole number from ${least} to ${most}`);
  return value;
}

/** MB. With less, hardly any text fits next to the tables that are made of it. */
const LEAST_MEMORY = 512;

/** Makes the vectors of corpora. */
export async function vectorsOf(
  paths: readonly string[],
  to: string,
  memory: string | undefined,
  progress: Progress,
): Promise<MadeVectors> {
  const megabytes = whole(memory, '--memory', LEAST_MEMORY, MOST_MEMORY) ?? MEMORY;
  const { writeCorpusVectors } = await import('../../shared/adapters/local/embeddings/corpus-vectors-file.ts');
  return writeCorpusVectors(paths, to, { memory: megabytes, progress });
}
