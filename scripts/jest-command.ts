export const JEST_COMMAND: readonly [string, ...string[]] = [
  process.execPath,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
