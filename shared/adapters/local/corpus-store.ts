import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { userFolders } from '../../../bin/user-folders.mjs';
import { BadInput } from '../../core/model/bad-input.ts';

export const INDEX_SUFFIX = '.unveil-index';

export const corporaFolder = (): string => join(userFolders().data, 'corpora');

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

/** The file of a named corpus, built or not. The name is a file name, so it is limited to characters that every file system accepts. */
export function corpusPath(name: string): string {
  if (!NAME.test(name)) {
    throw new BadInput('a corpus is named with up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or digit');
  }
  return join(corporaFolder(), name + INDEX_SUFFIX);
}

/** The file of a corpus's vectors, made or not. */
export const vectorsPath = (name: string): string => corpusPath(name).replace(/\.unveil-index$/, '.vectors');

/** The same, or BadInput if they were not made. */
export function existingVectors(name: string): string {
  const path = vectorsPath(name);
  if (existsSync(path)) return path;
  existingCorpus(name);
  throw new BadInput(`the corpus "${name}" has no vectors yet: unveil corpus vectors ${name}`);
}

export function corpusNames(): string[] {
  const folder = corporaFolder();
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith(INDEX_SUFFIX))
    .map((file) => file.slice(0, -INDEX_SUFFIX.length))
    .filter((name) => NAME.test(name))
    .toSorted();
}

/** The file of a corpus, or BadInput if it was not built. */
export function existingCorpus(name: string): string {
  const path = corpusPath(name);
  if (existsSync(path)) return path;
  const names = corpusNames();
  throw new BadInput(
    `there is no corpus "${name}"; ${names.length === 0 ? 'none was built yet (unveil corpus build)' : `there are: ${names.join(', ')}`}`,
  );
}
