// Loads test files by Node's own loader: what they share is read, compiled and warmed up once for each of Jest's workers, not once for each file
// (docs/adr/test-global.md). Files that change modules of the product are loaded by Jest, as by default.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const RUNNER = require.resolve('jest-circus/runner');
const CIRCUS = join(dirname(RUNNER), 'jestAdapterInit.js');

const ROOT = new URL('../../', import.meta.url).href;
/** Each file has its own: functions of the cloud make their clients when they are loaded, helpers may count or ask for something before all tests. */
const OWN = ['functions/', 'cloud-local/', 'test/'].map((folder) => ROOT + folder);
/** What a test file says that has Jest exchange modules, or that adds rows to tables before anything reads them. */
const CHANGES_MODULES = /from '@jest\/globals'|@own-modules/;
/** Modules may hold the object. */
const ENVIRONMENT = process.env;
let files = 0;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isOwn = resolved.url.endsWith('.ts') && OWN.some((folder) => resolved.url.startsWith(folder));
    return isOwn ? { ...resolved, url: `${resolved.url}?file=${files}` } : resolved;
  },
});

export default async function runFile(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  const own = [globalConfig, config, environment, runtime, testPath, sendMessageToJest];
  if (CHANGES_MODULES.test(readFileSync(testPath, 'utf8'))) return require(RUNNER).default(...own);
  files += 1;
  const before = { env: { ...process.env }, folder: process.cwd(), exitCode: process.exitCode };
  // Loaded anew, since it holds the tests of one file.
  delete require.cache[CIRCUS];
  const { initialize, runAndTransformResultsToJestFormat } = require(CIRCUS);
  let isReplaced = false;
  let results;
  try {
    await initialize({
      config,
      environment: { global: globalThis },
      globalConfig,
      localRequire: require,
      parentProcess: process,
      runtime,
      sendMessageToJest,
      setGlobalsForRuntime: () => undefined,
      testPath,
    });
    await import(pathToFileURL(testPath).href);
    results = await runAndTransformResultsToJestFormat({ config, globalConfig, testPath });
  } finally {
    process.chdir(before.folder);
    process.exitCode = before.exitCode;
    isReplaced = process.env !== ENVIRONMENT;
    process.env = ENVIRONMENT;
    for (const name of Object.keys(ENVIRONMENT)) if (!(name in before.env)) delete ENVIRONMENT[name];
    Object.assign(ENVIRONMENT, before.env);
  }
  if (isReplaced) throw new Error(`${testPath} replaces process.env: set and delete its variables instead`);
  return results;
}
