import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allReaders } from '../../scripts/fuzz/readers.ts';
import { tryInputs } from '../../scripts/fuzz/try-inputs.ts';
import { allReaders as plantedReaders } from '../fixtures/planted-readers.ts';

// A share of npm run fuzz, whose record is docs/figures/fuzz.md; test/e2e/fuzz.test.ts shows that its watch finds what hangs and what fills
// the memory.

const folder = mkdtempSync(join(tmpdir(), 'unveil-fuzz-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of each reader; seeds that the record does not begin with. */
const INPUTS = 60;
const SEED = 20_261_119;

test('every reader reads, or says in one clear error why not', async () => {
  for (const reader of await allReaders(folder)) {
    const { weight = 1 } = reader;
    const { found, read } = await tryInputs(reader, SEED, weight < 0.001 ? 1 : INPUTS);
    await reader.end?.();
    expect([reader.name, found]).toEqual([reader.name, []]);
    if (weight >= 0.001) expect([reader.name, read > 0]).toEqual([reader.name, true]);
  }
});

test('planted faults are found, and a sound reader is left alone', async () => {
  for (const reader of await plantedReaders()) {
    if (reader.name === 'hangs' || reader.name === 'fills the memory') continue;
    const { found, read, refused } = await tryInputs(reader, 1, 1_000);
    expect([reader.name, found.length > 0]).toEqual([reader.name, reader.name !== 'sound']);
    expect(read > 0 && refused > 0 && read + refused + found.length === 1_000).toBe(true);
  }
});

test('the same seed makes the same inputs', async () => {
  const [reader] = await plantedReaders();
  if (reader === undefined) throw new Error('there is no reader');
  expect(await tryInputs(reader, 7, 100)).toEqual(await tryInputs(reader, 7, 100));
});
