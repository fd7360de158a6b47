// npm run package [-- FOLDER]: the package as it is published, in dist/package, and its tarball in FOLDER. It has libraries in its bundle and a
// package.json of its own: what a clone needs to work on unveil, and to run on any Node, whoever installs it does without.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundle, declarations, OUTSIDE } from './bundle.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const STAGE = join(ROOT, 'dist', 'package');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** The packages whose code is in the bundle, by the files of it. */
function inside({ inputs }: Pick<Metafile, 'inputs'>): string[] {
  const names = Object.keys(inputs).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/** Each licence once, with the packages that it covers. */
function licences(names: readonly string[]): string {
  const texts = new Map<string, string[]>();
  for (const name of names) {
    const folder = join(ROOT, 'node_modules', name);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const { license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license: string; version: string };
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = Array.from(texts, ([text, of]) => `${of.join('\n')}\n\n${text}\n`);
  return `The bundle in dist/cli holds code of these packages, each under its own licence.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

async function stage(): Promise<void> {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const metafile = await bundle({ whole: true });
  declarations();
  mkdirSync(STAGE, { recursive: true });
  for (const name of ['bin', 'examples', 'docs', 'schema', 'LICENSE', 'NOTICE', 'README.md'])
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(STAGE, name), { recursive: true });
  for (const name of ['cli', 'types']) {
    mkdirSync(join(STAGE, 'dist'), { recursive: true });
    renameSync(join(ROOT, 'dist', name), join(STAGE, 'dist', name));
  }
  writeFileSync(join(STAGE, 'THIRD-PARTY.txt'), licences(inside(metafile)));
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const { name, version, description, license, type, bin, peerDependencies, peerDependenciesMeta } = own;
  const dependencies = Object.fromEntries(Object.entries(own.dependencies).filter(([each]) => OUTSIDE.includes(each)));
  const exports = { '.': { types: './dist/types/cli/index.d.ts', default: './bin/index.mjs' }, './package.json': './package.json' };
  const engines = { node: '>=24' };
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    exports,
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  };
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (import.meta.main) {
  await stage();
  const to = resolve(process.argv[2] ?? '.');
  const { status } = spawnSync('npm', ['pack', '--pack-destination', to], {
    cwd: STAGE,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
