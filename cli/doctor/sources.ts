import { corpusNames, corpusPath } from '../../shared/adapters/local/corpus-store.ts';
import { DEFAULT_PACKAGE, vectorFolder } from '../../shared/adapters/local/embeddings/vector-package.ts';
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { CorpusIndex } from '../../shared/core/corpus/corpus.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Diagnosis, mend, missing, ok, size } from './finding.ts';

/** What an attacker can know here. Each is opened; no live source is asked. */
export async function sources(env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  return [await wordnet(), ...(await Promise.all(corpusNames().map(corpus))), vectors(), live(env)];
}

async function wordnet(): Promise<Diagnosis> {
  try {
    const source = await openSource('wordnet');
    const entries = await source.size();
    await source.close();
    return ok('wordnet', `answers, ${entries} entries`);
  } catch (error) {
    return mend('wordnet', `cannot be opened: ${String(error)}`, 'install unveil again, from its clone (npm ci) or its tarball');
  }
}

async function corpus(name: string): Promise<Diagnosis> {
  const file = openFileSource(corpusPath(name));
  try {
    const { head } = await CorpusIndex.open(file);
    return ok(`corpus:${name}`, `${head.pieces} pieces, ${size(file.size)}; "unveil corpus info ${name}" reads every byte`);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return mend(`corpus:${name}`, error.reason, `build it again, or: unveil corpus remove ${name}`);
  } finally {
    file.close();
  }
}

function vectors(): Diagnosis {
  const folder = vectorFolder();
  if (folder === null)
    return missing('word vectors', `${DEFAULT_PACKAGE} is not here: attacks undo less without`, 'unveil sources add glove');
  return ok('word vectors', `glove, in ${folder}`);
}

/** Nothing is sent to find out whether they answer. */
function live(env: NodeJS.ProcessEnv): Diagnosis {
  const names = [...PROVIDERS.keys()].join(', ');
  const contact = env['UNVEIL_CONTACT'];
  return contact === undefined || contact === ''
    ? missing('live sources', `${names}: not asked unless named; some want an address`, 'set UNVEIL_CONTACT to yours (docs/sources.md)')
    : ok('live sources', `${names}: not asked unless named; UNVEIL_CONTACT is set`);
}
