// Whatever a stranger writes into a file, a request or a socket is read, or refused in one clear error, within two seconds and 512 MB; what was read
// round-trips. UNVEIL_FUZZ: inputs for each reader (seconds in CI; 100,000 takes hours), UNVEIL_SEED: another draw.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Tried } from '../helpers/hostile/try.ts';

const INPUTS = Number(process.env['UNVEIL_FUZZ'] ?? 60);
const SEED = Number(process.env['UNVEIL_SEED'] ?? 20_261_119);

interface Limits {
  readonly seconds?: number;
  readonly megabytes?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Results by reader; the last one if it ended the process, with the exit status. */
function tried(module: string, inputs: number, { seconds = 120 + inputs, megabytes = 512, env = {} }: Limits = {}): Tried[] {
  const { stdout, signal, status } = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${megabytes}`,
      '--disable-warning=ExperimentalWarning',
      'test/helpers/hostile/try.ts',
      resolve(module),
      String(inputs),
      String(SEED),
    ],
    {
      encoding: 'utf8',
      timeout: 1000 * seconds,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Tried);
  const all = lines.filter((each) => 'found' in each);
  const begun = lines.at(-1);
  if (status !== 0 && begun !== undefined)
    all.push({ reader: begun.reader, read: 0, refused: 0, found: `ends the process: ${signal ?? status}` });
  return all;
}

test('every reader reads, or says in one clear error why not', () => {
  const all = tried('test/helpers/hostile/readers.ts', INPUTS);
  expect(all.filter(({ found }) => found !== null)).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(40);
  // A key takes seconds of scrypt to open: it is tried once.
  expect(all.filter(({ read, reader }) => read === 0 && reader !== 'sealed key')).toEqual([]);
});

test('planted faults are found, and a sound reader is left alone', () => {
  const all = tried('test/fixtures/planted-readers.ts', 1_000);
  expect(all.map(({ reader, found }) => [reader, found !== null])).toEqual(all.map(({ reader }) => [reader, reader !== 'sound']));
  expect(all).toHaveLength(8);
  expect(all[0]).toMatchObject({ reader: 'sound', read: expect.any(Number), refused: expect.any(Number), found: null });
});

test.each([
  ['hangs', /SIGKILL/],
  ['fills the memory', /ends the process/],
])('a reader that %s is found', (PLANTED, how) => {
  const [found] = tried('test/fixtures/planted-ends.ts', 1_000, { seconds: 8, megabytes: 96, env: { PLANTED } });
  expect(found).toMatchObject({ reader: PLANTED, found: expect.stringMatching(how) });
});
