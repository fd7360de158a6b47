import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FORMATS } from '../../shared/adapters/local/corpus-documents.ts';
import { corporaFolder, corpusNames, corpusPath, existingCorpus, vectorsPath } from '../../shared/adapters/local/corpus-store.ts';
import { interruptedBuilds, isIndexFile, openFileSource } from '../../shared/adapters/local/index-file.ts';
import { openSource } from '../../shared/adapters/local/open-source.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type JudgedPair, parseJudgedPairs, SHIPPED_PAIRS } from '../../shared/core/relatedness/judged-pairs.ts';
import { CorpusIndex } from '../../shared/corpus/corpus.ts';
import type { Options } from '../../shared/kit/option.ts';
import { judgeCounts } from '../../shared/pipeline/judge-relatedness.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { build, vectorsOf, verified } from '../corpus/build.ts';
import { terminalProgress } from '../progress.ts';

const BUILD_OPTIONS = {
  from: { type: 'string', multiple: true, value: 'PATH', help: 'what it is built from; several times' },
  name: { type: 'string', value: 'NAME', help: 'what it is called from then on' },
  out: { type: 'string', value: 'FILE', help: 'write the index there instead of under a name' },
  format: { type: 'string', value: 'FORMAT', values: FORMATS, help: `${FORMATS.join(', ')}: where the name does not tell` },
  'piece-words': { type: 'string', value: 'N', help: 'longer documents are cut into pieces of so many words; default 250' },
  'fold-plurals': { type: 'boolean', help: 'count English plurals with their singulars' },
  lang: { type: 'string', value: 'TAG', help: 'find words as the language has them: for text without spaces (ja, zh, th, ...)' },
  replace: { type: 'boolean', help: 'build anew the index that is there; the old one stays until the new one is whole' },
} as const satisfies Options;

const CHECK_OPTIONS = {
  pairs: { type: 'string', multiple: true, value: 'FILE', help: 'word pairs of your own: term, term, score on each line' },
} as const satisfies Options;

const VECTORS_OPTIONS = {
  with: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'the text of another corpus as well; corpora that fold plurals go with such',
  },
} as const satisfies Options;

const COMMON_OPTIONS = {
  memory: {
    type: 'string',
    value: 'MB',
    help: 'build and vectors: keep the whole process within about so much; default 1024, at least 128, for vectors 512. Of a text that is too long for vectors a part is read, evenly spaced',
  },
  json: { type: 'boolean', default: false, help: 'one JSON object, of list and check one a line' },
} as const satisfies Options;

const OPTIONS = { ...BUILD_OPTIONS, ...CHECK_OPTIONS, ...VECTORS_OPTIONS, ...COMMON_OPTIONS };

const help = `unveil corpus: text of your own as a source of relatedness

Usage: unveil corpus build --from PATH [--from PATH ...] --name NAME [options]
       unveil corpus list
       unveil corpus info NAME
       unveil corpus check NAME [--pairs FILE ...]
       unveil corpus vectors NAME [--with NAME ...] [--memory MB]
       unveil corpus remove NAME

A corpus is built once and then asked by name, --source corpus:NAME, wherever a source is asked for. Nothing leaves this
machine. PATH is a Wikipedia dump (.xml.bz2), a PubMed file (.xml.gz), JSON Lines with a "text" (.jsonl), text with one
document a line, or a folder of such files, where each .txt or .md is one document; .gz, .bz2 and .zst are read as they are.

  build     makes a corpus
${optionHelp(BUILD_OPTIONS, 4)}  info      what the corpus holds, its version, and whether each byte is as it was written
  check     correlation with human judgement on 30 word pairs
${optionHelp(CHECK_OPTIONS, 4)}  vectors   vectors of the words and phrases of the corpus, by the company they keep in it: then --embeddings corpus:NAME
${optionHelp(VECTORS_OPTIONS, 4)}  remove    deletes the corpus and its vectors

${optionHelp(COMMON_OPTIONS)}
NAME can also be the path of an index file.
`;

type Values = ReturnType<typeof parse>['values'];
const parse = (argv: readonly string[]) => parseOptions(argv, OPTIONS);

const ACTIONS: Readonly<Record<string, (values: Values, name: string | undefined, terminal: Terminal) => ExitCode | Promise<ExitCode>>> = {
  build: buildCorpus,
  list: ({ json }, _, terminal) => list(json, terminal),
  info: ({ json }, name, terminal) => info(needed(name, 'info'), json, terminal),
  check: ({ pairs = [], json }, name, terminal) => check(needed(name, 'check'), pairs, json, terminal),
  vectors: (values, name, terminal) => makeVectors(needed(name, 'vectors'), values, terminal),
  remove: ({ json }, name, terminal) => remove(needed(name, 'remove'), json, terminal),
};

export const command: Command = {
  help,
  options: OPTIONS,
  actions: Object.keys(ACTIONS),
  async run(argv, terminal) {
    const { values, positionals } = parse(argv);
    const [action, name, ...more] = positionals;
    if (more.length > 0) throw new BadInput(`"${more[0]}" is one argument too many; "unveil corpus --help" explains`);
    if (action === undefined) throw new BadInput(`say what to do: ${Object.keys(ACTIONS).join(', ')}`);
    if (!Object.hasOwn(ACTIONS, action)) throw new BadInput(`there is no "corpus ${action}": ${Object.keys(ACTIONS).join(', ')}`);
    return ACTIONS[action](values, name, terminal);
  },
};

function needed(name: string | undefined, action: string): string {
  if (name === undefined) throw new BadInput(`name the corpus: unveil corpus ${action} NAME`);
  return name.replace(/^corpus:/, '');
}

/** A name, or the path of an index. */
const fileOf = (name: string): string =>
  name.includes('/') || (existsSync(name) && statSync(name).isFile()) ? name : existingCorpus(name);

async function buildCorpus(values: Values, given: string | undefined, terminal: Terminal): Promise<ExitCode> {
  const { from = [], name, out } = values;
  if (given !== undefined)
    throw new BadInput(`"${given}" is one argument too many; what a corpus is built from stands behind --from: --from ${given}`);
  if (from.length === 0) throw new BadInput('say what to build from: --from PATH');
  if ((name === undefined) === (out === undefined)) throw new BadInput('give the corpus a --name, or a file to write with --out');
  const path = out ?? corpusPath(name ?? '');
  refuseTaken(path, name, values.replace === true);
  if (name !== undefined) mkdirSync(corporaFolder(), { recursive: true, mode: 0o700 });
  else if (!isFolder(dirname(path))) throw new BadInput('there is no such folder to write to', { file: dirname(path) });
  const started = performance.now();
  const head = await build(path, from, values, terminalProgress(terminal));
  const seconds = (performance.now() - started) / 1000;
  if (values.json) {
    terminal.out.write(jsonLine({ ...figuresOf(path, head), seconds }));
    return ExitCode.done;
  }
  terminal.out.write(`${describe(path, head)}  built in   ${seconds.toFixed(1)} s\n`);
  if (name !== undefined) terminal.out.write(`  use it     --source corpus:${name}\n`);
  return ExitCode.done;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Only an index is replaced, or an empty file: `--out` may name the text itself by mistake. */
function refuseTaken(path: string, name: string | undefined, replace: boolean): void {
  if (path === '') throw new BadInput('--out takes the name of a file');
  // A path through a file is no path; the folder is asked for next.
  const info = isFolder(dirname(path)) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (info === undefined && !path.endsWith('/')) return;
  if (info === undefined || info.isDirectory()) throw new BadInput('this is a folder: --out takes the name of a file', { file: path });
  if (!replace) {
    throw new BadInput(`${name === undefined ? 'this file' : `the corpus "${name}"`} is there already; --replace builds it anew`, {
      file: path,
    });
  }
  if (!info.isFile() || (info.size > 0 && !isIndexFile(path))) {
    throw new BadInput('this is not an index of unveil, so it is not replaced; name another file with --out', { file: path });
  }
}

async function list(json: boolean, terminal: Terminal): Promise<ExitCode> {
  const names = corpusNames();
  if (names.length === 0 && !json) terminal.out.write('no corpus was built yet; "unveil corpus --help" explains how\n');
  for (const name of names) {
    const file = openFileSource(corpusPath(name));
    try {
      const { head } = await CorpusIndex.open(file);
      const { pieces, contentHash: version } = head;
      terminal.out.write(
        json
          ? jsonLine({ name, pieces, bytes: file.size, version, fault: null })
          : `${name.padEnd(24)} ${String(head.pieces).padStart(10)} pieces  ${megabytes(file.size).padStart(9)}  ${head.contentHash.slice(0, 16)}\n`,
      );
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      const fault = error.reason;
      terminal.out.write(json ? jsonLine({ name, pieces: null, bytes: file.size, version: null, fault }) : `${name.padEnd(24)} ${fault}\n`);
    } finally {
      file.close();
    }
  }
  return ExitCode.done;
}

async function info(name: string, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const file = openFileSource(fileOf(name));
  try {
    const index = await CorpusIndex.open(file);
    verified(file, index.head);
    const { plurals, lang, pieceWords, normalisation } = index.meta;
    if (json) {
      terminal.out.write(jsonLine({ ...figuresOf(file.name, index.head), piece_words: pieceWords, lang, plurals, intact: true }));
      return ExitCode.done;
    }
    terminal.out.write(describe(file.name, index.head));
    terminal.out.write(
      `  pieces of  ${pieceWords} words\n  words by   ${lang ?? 'letters and digits'}, plurals ${plurals} (${normalisation})\n`,
    );
    terminal.out.write('  checked    every byte is as it was written\n');
    return ExitCode.done;
  } finally {
    file.close();
  }
}

const describe = (path: string, head: CorpusIndex['head']): string => `${path}
  documents  ${head.documents}
  N          ${head.pieces} pieces
  tokens     ${head.tokens}
  vocabulary ${head.terms} words
  size       ${megabytes(statSync(path).size)}
  version    ${head.contentHash}
`;

const figuresOf = (path: string, head: CorpusIndex['head']) => ({
  path,
  documents: head.documents,
  pieces: head.pieces,
  tokens: head.tokens,
  vocabulary: head.terms,
  bytes: statSync(path).size,
  version: head.contentHash,
});

const megabytes = (bytes: number): string => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

async function check(name: string, files: readonly string[], json: boolean, terminal: Terminal): Promise<ExitCode> {
  const sets: [string, readonly JudgedPair[]][] = [
    ['RG, 30 pairs', SHIPPED_PAIRS],
    ...files.map((file): [string, readonly JudgedPair[]] => [file, parseJudgedPairs(textOf(file), file)]),
  ];
  const source = await openSource(name === 'wordnet' ? name : fileOf(name));
  try {
    const [id, say] = [source.source.id, (text: string) => json || terminal.out.write(text)];
    say(`${id}, version ${source.source.version}\n`);
    say(`${'pairs'.padEnd(28)}  covered       NGD: Pearson  Spearman      NPMI: Pearson  Spearman\n`);
    for (const [set, pairs] of sets) {
      if (set === 'RG, 30 pairs' && source.lang !== null && !/^en\b/.test(source.lang)) {
        if (json) terminal.out.write(jsonLine({ source: id, set, pairs: pairs.length, covered: 0, ngd: null, npmi: null }));
        say(`${set.padEnd(28)}  not computable: language (the pairs are English)\n`);
        continue;
      }
      const { ngd, npmi } = await judgeCounts(source, pairs);
      const agreement = ({ pearson, spearman }: typeof ngd) => ({ pearson, spearman });
      if (json)
        terminal.out.write(
          jsonLine({ source: id, set, pairs: ngd.pairs, covered: ngd.covered, ngd: agreement(ngd), npmi: agreement(npmi) }),
        );
      const figures = [ngd.pearson, ngd.spearman, npmi.pearson, npmi.spearman].map((value) =>
        Number.isNaN(value) ? '-' : value.toFixed(3),
      );
      const [np = '', ns = '', pp = '', ps = ''] = figures;
      const covered = `${ngd.covered} of ${ngd.pairs}`;
      say(`${set.padEnd(28)}  ${covered.padEnd(12)}  ${np.padStart(12)}  ${ns.padStart(8)}      ${pp.padStart(13)}  ${ps.padStart(8)}\n`);
    }
    say('1 would be the ranking of people; see docs/relatedness.md for what other sources reach\n');
    return ExitCode.done;
  } finally {
    await source.close();
  }
}

async function makeVectors(name: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const paths = [name, ...(values.with ?? [])].map((each) => existingCorpus(each.replace(/^corpus:/, '')));
  const to = vectorsPath(name);
  const started = performance.now();
  const made = await vectorsOf(paths, to, values.memory, terminalProgress(terminal));
  const seconds = (performance.now() - started) / 1000;
  if (values.json) terminal.out.write(jsonLine({ path: to, ...made, bytes: statSync(to).size, seconds }));
  else
    terminal.out.write(`${to}
  words      ${made.words}
  phrases    ${made.phrases}
  of text    ${made.tokens} words
  size       ${megabytes(statSync(to).size)}
  made in    ${seconds.toFixed(1)} s
  use them   --embeddings corpus:${name}
`);
  return ExitCode.done;
}

function textOf(file: string): string {
  if (!existsSync(file) || !statSync(file).isFile()) throw new BadInput('there is no such file of judged pairs', { file });
  return readFileSync(file, 'utf8');
}

function remove(name: string, json: boolean, terminal: Terminal): ExitCode {
  const left = interruptedBuilds(corpusPath(name));
  for (const folder of left) rmSync(folder, { recursive: true });
  if (left.length === 0 || existsSync(corpusPath(name))) rmSync(existingCorpus(name));
  rmSync(vectorsPath(name), { force: true });
  terminal.out.write(json ? jsonLine({ removed: name }) : `removed the corpus "${name}"\n`);
  return ExitCode.done;
}
