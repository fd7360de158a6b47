import { existsSync } from 'node:fs';
import { PackedVectors } from '../../../corpus/vectors/packed-vectors.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { SourceVersion } from '../../../ports/hit-counter.ts';
import { type FileSource, openFileSource } from '../index-file.ts';

/** A pack on this machine. */
export class PackedEmbeddings implements Embeddings {
  readonly source: SourceVersion;
  readonly dimensions: number;
  readonly phrases: boolean;
  readonly path: string;
  readonly #file: FileSource;
  readonly #vectors: PackedVectors;

  private constructor(file: FileSource, id: string, vectors: PackedVectors) {
    this.#file = file;
    this.#vectors = vectors;
    this.path = file.name;
    this.dimensions = vectors.dimensions;
    this.phrases = vectors.phrases;
    this.source = { id, version: vectors.version };
  }

  /** Null if there is no pack at that path, or if it is damaged or of another version. `opened` is closed then. */
  static async open(path: string, id: string, opened?: number): Promise<PackedEmbeddings | null> {
    if (!existsSync(path)) return null;
    const file = openFileSource(path, opened);
    const vectors = await PackedVectors.open(file);
    if (vectors !== null) return new PackedEmbeddings(file, id, vectors);
    file.close();
    return null;
  }

  vectors(words: readonly string[]): Promise<readonly (Float32Array | null)[]> {
    return this.#vectors.vectors(words);
  }

  close(): void {
    this.#file.close();
  }
}
