import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundle, entryPoints } from '../../scripts/bundle.ts';
import { run } from '../helpers/run.ts';

const CLOUD = /^(?:@aws-sdk|@smithy|@middy|@aws-lambda-powertools|aws-cdk-lib|aws-cdk|constructs)(?:\/|$)/;
const CLOUD_FILE = /^(?:cli\/cloud\/|shared\/adapters\/aws\/)/;

describe('the bundle of the command line', () => {
  let metafile: Awaited<ReturnType<typeof bundle>>;
  beforeAll(async () => {
    metafile = await bundle({ write: false });
  });

  test('the SDK is imported by nothing but the files of the cloud command', () => {
    const importers = Object.entries(metafile.inputs).filter(([, { imports }]) => imports.some(({ path }) => CLOUD.test(path)));
    expect(importers.map(([file]) => file).filter((file) => !CLOUD_FILE.test(file))).toEqual([]);
  });

  test('what starts at once reaches none of those files', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
        if (kind === 'import-statement' && external !== true) visit(path);
      }
    };
    for (const entry of Object.values(entryPoints())) visit(entry);
    expect(reached.size).toBeGreaterThan(5);
    expect([...reached].filter((file) => CLOUD_FILE.test(file))).toEqual([]);
    // --help is quick because no command is loaded with it.
    expect([...reached].filter((file) => file.startsWith('cli/commands/'))).toEqual([]);
  });

  test('every package it imports is a dependency', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const declared = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]);
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports
        .filter(({ external, path }) => external === true && !path.startsWith('node:'))
        .map(({ path }) => path.match(/^(?:@[^/]+\/)?[^/]+/)?.[0]),
    );
    expect(imported).toContain('zod');
    expect(imported.filter((name) => name !== undefined && !declared.has(name))).toEqual([]);
  });
});

test('a worker and a data file that are found by their place are found in the bundle too', async () => {
  const root = mkdtempSync(join(tmpdir(), 'unveil-bundle-'));
  const plant = (file: string, text: string): void => {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  try {
    plant('package.json', '{"type":"module","version":"1.2.3"}');
    plant('cli/index.ts', 'export {};');
    plant('cli/main.ts', "void import('./commands/count.ts');");
    plant(
      'cli/commands/count.ts',
      `import { readFileSync } from 'node:fs';
       import { Worker } from 'node:worker_threads';
       const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
       new Worker(new URL('../../shared/adapters/local/count-worker.ts', import.meta.url)).on('message', (n: number) => console.log(version, n));`,
    );
    plant(
      'shared/adapters/local/count-worker.ts',
      "import { parentPort } from 'node:worker_threads';\nconst answer: number = 42;\nparentPort?.postMessage(answer);",
    );
    for (const main of ['cli/main.ts', 'dist/cli/main.mjs']) {
      if (main.startsWith('dist')) await bundle({ root });
      expect({ main, ...run(process.execPath, [main], { cwd: root }) }).toMatchObject({ main, status: 0, out: '1.2.3 42\n' });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
