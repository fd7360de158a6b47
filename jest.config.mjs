// One project a folder of test/, each with its own reason to fail and its own speed (CONTRIBUTING.md has the taxonomy).
const FOLDERS = ['unit', 'oracle', 'property', 'whole', 'contract', 'infra', 'workflow', 'browser', 'e2e'];

// Jest runs what it keeps there, by default in the machine's temporary folder, where another user could have put it first.
const cacheDirectory = '<rootDir>/.cache/jest';

const project = (folder) => ({
  cacheDirectory,
  displayName: folder,
  rootDir: '.',
  testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
  testEnvironment: '<rootDir>/test/helpers/environment.mjs',
  testRunner: '<rootDir>/test/helpers/runner.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/cdk.out/', '<rootDir>/unveil-results/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024', experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
});

// Jest keeps one core for itself by default; on the two of a small machine that is half of them. And it gives a worker half a second to end before
// it says that tests leak, which is about what one takes that has run a hundred files: a handle that is left open holds it for ever. What
// test files hold stays in memory, so a worker that holds much is started anew.
export default {
  cacheDirectory,
  maxWorkers: '100%',
  projects: FOLDERS.map(project),
  testSequencer: '<rootDir>/test/helpers/slow-first.mjs',
  testTimeout: 300_000,
  workerGracefulExitTimeout: 20_000,
  workerIdleMemoryLimit: '1500MB',
};
