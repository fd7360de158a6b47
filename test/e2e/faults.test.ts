// Commands that are ended at random moments, and what goes wrong around them. A few of each here; all of them: npm run bench -- faults.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CIRCUMSTANCES } from '../../scripts/faults/circumstances.ts';
import { powerCuts } from '../../scripts/faults/power.ts';
import { type Shown, strikes } from '../../scripts/faults/strike.ts';
import { audit, WORKS, type Work } from '../../scripts/faults/work.ts';
import { describeWith } from '../helpers/needs.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withProblems = (shown: readonly Shown[]): readonly Shown[] => shown.filter(({ problems }) => problems.length > 0);

test.each(WORKS)('$name: ended at a random moment, it is whole or not there, and the next run makes it', async (work) => {
  const shown = await strikes(work, folder, { which: [0], signals: [WORKS.indexOf(work) % 2 === 0 ? 'SIGKILL' : 'SIGTERM'], seed: 'test' });
  expect(withProblems(shown)).toEqual([]);
});

test.each(CIRCUMSTANCES.filter(({ missing }) => missing() === null))(
  '$name: a complete result or none, and a word why',
  async (circumstance) => {
    expect(withProblems(await circumstance.try(folder, 1))).toEqual([]);
  },
);

describeWith('strace', 'a power cut', () => {
  test.each(WORKS.filter(({ name }) => /older|watch/.test(name)))(
    '$name: what was not synced is gone, and it is old, new or not there, and the next run makes it',
    async (work) => {
      expect(withProblems(await powerCuts(work, folder, [0]))).toEqual([]);
    },
  );

  test('a product that is renamed before it is on the disk is found', async () => {
    const planted: Work = { ...audit, name: 'unsynced', argv: ['--import', resolve('test/fixtures/no-sync.mjs'), ...audit.argv] };
    const found = (await powerCuts(planted, folder, [8, 20, 32])).flatMap(({ problems }) => problems);
    expect(found).toEqual(expect.arrayContaining(['its product is there in part, or is another']));
  });
});

test('a fault that is planted is found: half a product, a file that others may read, one that nobody removes', async () => {
  const planted: Work = { ...audit, name: 'planted', argv: [resolve('test/fixtures/planted-fault.mjs')] };
  const found = (await strikes(planted, folder, { which: [0, 1, 2, 3, 4, 5], signals: ['SIGKILL'], seed: 'planted' })).flatMap(
    ({ problems }) => problems,
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'its product is there in part, or is another',
      expect.stringMatching(/^others may read left-\d+\.tmp/),
      expect.stringMatching(/^after the next run there is still left-/),
    ]),
  );
});
