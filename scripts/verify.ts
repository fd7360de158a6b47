// npm test: format and lint, types, import rules, a bench of ratios, then every jest project; ends with "N passed, N failed".
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JEST_COMMAND } from './jest-command.ts';

type Check = readonly [name: string, ...argv: string[]];

/** Two rows at once, for two processors; of each row one check after another. */
const CHECKS: readonly (readonly Check[])[] = [
  [
    ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
    ['import rules', 'scripts/import-rules.ts'],
    ['core arithmetic', 'scripts/core-arithmetic.ts'],
  ],
  [
    ['speed compared with plain forms', 'bench/run.ts', 'quick'],
    ['growth of an audit', 'bench/run.ts', 'growth/sample'],
  ],
];

const NO_RESULTS = '{"numPassedTests":0,"numFailedTests":0,"numTodoTests":0,"numRuntimeErrorTestSuites":0,"testResults":[]}';

let passed = 0;
let failed = 0;
let skipped = 0;

async function check([name, ...argv]: Check): Promise<void> {
  const started = performance.now();
  const [status] = await once(spawn(process.execPath, argv, { stdio: 'inherit' }), 'close');
  if (status === 0) passed += 1;
  else failed += 1;
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
await Promise.all(
  CHECKS.map(async (row) => {
    for (const each of row) await check(each);
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'unveil-verify-'));
try {
  const results = join(folder, 'jest.json');
  const [file, ...flags] = JEST_COMMAND;
  const { status } = spawnSync(file, [...flags, '--json', `--outputFile=${results}`, ...process.argv.slice(2)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Without results jest did not get as far as the first test: one failure, said by jest above.
  const summary = JSON.parse(existsSync(results) ? readFileSync(results, 'utf8') : NO_RESULTS) as {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numTodoTests: number;
    readonly numRuntimeErrorTestSuites: number;
    readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly title: string }[] }[];
  };
  passed += summary.numPassedTests;
  failed += summary.numFailedTests + summary.numRuntimeErrorTestSuites;
  // test/helpers/needs.ts: what this machine lacks a program for.
  skipped += summary.numTodoTests;
  const todo = summary.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'todo'));
  for (const { title } of todo) console.log(`skipped ${title}`);
  // Jest can fail without a failed test (a suite that leaks, a configuration it refuses): that is a failure too.
  if (status !== 0 && summary.numFailedTests + summary.numRuntimeErrorTestSuites === 0) failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);
