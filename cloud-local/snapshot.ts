import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cdkContext } from './context.ts';
import type { StackTemplate } from './template.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'node_modules', '.cache', 'unveil');
/** Everything that determines a template: the stacks, and the code of the functions, by its hash; the lock file stands for libraries. */
const SOURCES = ['infra', 'functions', 'shared', 'cloud-local/synth.ts'];
const FILES = ['package.json', 'package-lock.json'];

/** The synthesised stacks, cached on disk until a source changes: loading the CDK and synthesis take eight seconds of processor time, which every test file and local run would need. */
export async function stackTemplates(
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly stacks: readonly StackTemplate[] }> {
  const path = join(FOLDER, `stacks-${keyOf(overrides)}.json`);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { stacks: StackTemplate[] };
  } catch {
    const { synthesise } = await import('./synth.ts');
    const stacks = synthesise(overrides).stacks.map(({ stackName, template }) => ({
      stackName,
      template: template as StackTemplate['template'],
    }));
    mkdirSync(FOLDER, { recursive: true });
    // All or nothing: another worker may be reading.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify({ stacks }));
    renameSync(`${path}.${process.pid}`, path);
    return { stacks };
  }
}

function keyOf(overrides: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256').update(JSON.stringify(cdkContext(overrides)));
  const files = SOURCES.flatMap((source) => (source.endsWith('.ts') ? [source] : sourcesIn(source)));
  for (const file of [...files, ...FILES]) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 32);
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => join(folder, file));
