import { readFileSync } from 'node:fs';
import { bundle, entryPoints } from '../../scripts/bundle.ts';

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
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const declared = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports
        .filter(({ external, path }) => external === true && !path.startsWith('node:'))
        .map(({ path }) => path.match(/^(?:@[^/]+\/)?[^/]+/)?.[0]),
    );
    expect(imported).toContain('zod');
    expect(imported.filter((name) => name !== undefined && !declared.has(name))).toEqual([]);
  });
});
