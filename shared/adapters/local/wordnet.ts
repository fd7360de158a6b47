import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder, userFolders } from '../../../bin/user-folders.mjs';
import { type Normalisation, normalisationId } from '../../core/text/tokens.ts';
import { CorpusIndex, FORMAT_VERSION, memorySource } from '../../corpus/corpus.ts';
import { draftBeside, sweepFolder } from './drafts.ts';
import { moveIntoPlace } from './durable.ts';
import { buildInMemory } from './index-file.ts';
import { wordnetFile } from './wordnet-nouns.ts';

const FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv'] as const;
/** Parts of the cached index's name: WordNet's release, and the number of the rule that makes documents of entries. */
const RELEASE = '3.1-1';
const BATCH = 1024;

/**
 * WordNet's entries as an index, cached for the user: building takes most of a second, opening a few milliseconds. Without a writable cache it is built
 * each time.
 */
export async function openWordnet(normalisation: Normalisation): Promise<CorpusIndex> {
  return CorpusIndex.open(memorySource('wordnet', await wordnetIndex(normalisation)));
}

/** The bytes of that index, also for a stack. */
export async function wordnetIndex(normalisation: Normalisation): Promise<Uint8Array> {
  const path = keptAt(normalisation);
  return (await readCached(path)) ?? build(path, normalisation);
}

const keptAt = (normalisation: Normalisation): string =>
  join(userFolders().cache, `wordnet-${RELEASE}-${normalisationId(normalisation)}-${FORMAT_VERSION}.unveil-index`);

/** Builds the index if it is missing, for a process that may read the cache but not write it. */
export async function keepWordnet(normalisation: Normalisation): Promise<void> {
  if (!existsSync(keptAt(normalisation))) await wordnetIndex(normalisation);
}

/** Null if there is no cached index, or a damaged one, which is then built again. */
async function readCached(path: string): Promise<Uint8Array | null> {
  try {
    const bytes = readFileSync(path);
    await CorpusIndex.open(memorySource(path, bytes));
    return bytes;
  } catch {
    return null;
  }
}

async function build(path: string, normalisation: Normalisation): Promise<Uint8Array> {
  const bytes = await buildInMemory(batches(wordnetDocuments()), { normalisation });
  const beside = draftBeside(path);
  try {
    sweepFolder(privateFolder(dirname(path)));
    writeFileSync(beside, bytes, { mode: 0o600 });
    moveIntoPlace(beside, path);
  } catch {
    // A process without permission to write has created no draft.
    if (process.permission?.has('fs.write', beside) !== false) rmSync(beside, { force: true });
  }
  return bytes;
}

function* batches(texts: Iterable<string>): Generator<string[]> {
  let batch: string[] = [];
  for (const text of texts) {
    batch.push(text);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/** The entries as documents: the lemmas of a synset with its gloss and examples. English. */
export function* wordnetDocuments(): Generator<string> {
  for (const file of FILES) {
    for (const line of wordnetFile(file, 'utf8').split('\n')) {
      // The licence at the top is indented; an entry begins with its offset.
      if (line.length > 0 && line[0] !== ' ') yield documentOf(line);
    }
  }
}

/** `offset file type count lemma id lemma id ... | gloss`; the count is hexadecimal, and adjectives have their position in brackets. */
function documentOf(line: string): string {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const lemmas = Array.from({ length: Number.parseInt(fields[3] ?? '0', 16) }, (_, at) =>
    fields[4 + 2 * at]?.replace(/\((?:a|p|ip)\)$/, ''),
  );
  return `${lemmas.join('; ')}; ${line.slice(bar + 3).trim()}`;
}
