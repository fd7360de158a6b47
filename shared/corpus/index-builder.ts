import { type Normalisation, normalisationId } from '../core/text/tokens.ts';
import type { ByteSink } from './byte-source.ts';
import type { Head, IndexMeta } from './index-format.ts';
import { IndexWriter } from './index-writer.ts';
import { Run, RunMemory } from './run.ts';
import { mergeRuns, type RunStore, TermRunWriter } from './run-merge.ts';
import { TextScanner } from './text-scanner.ts';

export interface BuildOptions {
  readonly normalisation: Normalisation;
  readonly lang?: string | null;
  /** Words in a piece. Counting whole articles relates terms far worse (docs/relatedness.md). */
  readonly pieceWords?: number;
  /** Tokens in memory before a run is written, at eight bytes each, and at most as much again for the vocabulary. */
  readonly runTokens?: number;
  /** Temporary storage, needed if the text does not fit in one run. */
  readonly runs?: RunStore;
  /** Number of tokens at the beginning from which the frequent words are chosen. The bytes of the index depend on it. */
  readonly sampleTokens?: number;
}

export const PIECE_WORDS = 250;
/** Positions take two bytes, and the last piece of a document may be a fifth longer. */
export const MOST_PIECE_WORDS = 50_000;
const RUN_TOKENS = 48_000_000;
/** About two thousand pieces: enough to find the most frequent words, and always within the first run. */
const SAMPLE_TOKENS = 1 << 19;

/**
 * Builds an index from documents, in order. Its bytes depend on the documents and the options alone, not on the number of runs that the memory
 * allows.
 */
export class IndexBuilder {
  documents = 0;
  /** Tokens read so far. */
  tokens = 0;
  readonly #meta: Omit<IndexMeta, 'frequent'>;
  readonly #sampleTokens: number;
  /** Null until the sample is read. */
  #frequent: readonly Uint8Array[] | null = null;
  readonly #options: BuildOptions;
  readonly #runTokens: number;
  readonly #memory = new RunMemory();
  readonly #scanner: TextScanner;
  #run: Run;
  #piecesBefore = 0;
  #runsWritten = 0;

  constructor(options: BuildOptions) {
    this.#options = options;
    const { normalisation, lang = null, pieceWords = PIECE_WORDS } = options;
    this.#meta = { normalisation: normalisationId(normalisation), plurals: normalisation.plurals, lang, pieceWords };
    this.#runTokens = options.runTokens ?? RUN_TOKENS;
    this.#sampleTokens = options.sampleTokens ?? SAMPLE_TOKENS;
    this.#scanner = new TextScanner(normalisation);
    this.#run = new Run(this.#scanner, pieceWords, 0, this.#runTokens, this.#memory);
  }

  get pieces(): number {
    return this.#piecesBefore + this.#run.pieces;
  }

  /** Ignores text without tokens. */
  add(text: string): void {
    this.#scanner.scan(text);
    if (this.#scanner.count === 0) return;
    if (!this.#run.fits() && this.#frequent !== null) {
      this.#writeRun();
      this.#scanner.scan(text);
    }
    this.#run.addScanned();
    this.documents += 1;
    this.tokens += this.#scanner.count;
    if (this.#frequent === null && this.tokens >= this.#sampleTokens) this.#frequent = this.#run.frequentWords();
  }

  finish(sink: ByteSink): Head {
    const frequent = this.#frequent ?? this.#run.frequentWords();
    const writer = new IndexWriter(sink);
    const { runs } = this.#options;
    const counts = { pieces: this.pieces, documents: this.documents };
    if (this.#runsWritten === 0 || runs === undefined) this.#run.drain(frequent, (entry) => writer.add(entry));
    else {
      this.#writeRun();
      this.#memory.release();
      mergeRuns(runs.readAll(), writer);
    }
    const decoder = new TextDecoder();
    return writer.finish({ ...this.#meta, frequent: frequent.map((token) => decoder.decode(token)) }, counts);
  }

  #writeRun(): void {
    const { runs } = this.#options;
    if (runs === undefined) throw new RangeError('more text than fits in memory, and no place for runs');
    const writer = new TermRunWriter(runs.create());
    this.#run.drain(this.#frequent ?? [], (entry) => writer.add(entry));
    writer.end();
    this.#runsWritten += 1;
    this.#piecesBefore += this.#run.pieces;
    this.#scanner.clear();
    this.#run = new Run(this.#scanner, this.#meta.pieceWords, this.#piecesBefore, this.#runTokens, this.#memory);
  }
}
