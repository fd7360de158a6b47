// A thousand drops at once, against the rendered definition with its retries, in accounts that run 10, 100 and 1,000 functions at once.
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { readTemplates } from '../../cloud-local/template.ts';
import type { Definition } from '../../cloud-local/workflow/definition.ts';
import { burst, type Dropped } from '../helpers/burst.ts';

const { machines } = readTemplates(await stackTemplates());
const [definition] = [...machines.values()] as [Definition];

/** Dropped within ten seconds: mostly tiny ones, and some with a hundred children a map. */
const drops = (count: number, large: number): Dropped[] =>
  Array.from({ length: count }, (_, n): Dropped => {
    const isLarge = n < large;
    return {
      id: `${n}`,
      lane: isLarge ? 'large' : 'small',
      team: n % 3 === 0 ? 'onco' : 'cardio',
      children: isLarge ? 30 : 1,
      at: (10 * n) / count,
    };
  });
const run = (account: number, line: boolean, dropped: readonly Dropped[], childConcurrency = 6) =>
  burst(definition, dropped, account, { line, childConcurrency, seed: `${account}` });

test.each([
  [10, 6],
  [100, 6],
  [1_000, 200],
])('at a concurrency of %i none of 1,000 drops fails, of which ten are large', async (account, childConcurrency) => {
  const { failed, refused, waited, seconds } = await run(account, true, drops(1_000, 10), childConcurrency);
  expect([failed, refused]).toEqual([0, 0]);
  // Large ones do not hold the others up: a small one waits for less than all take together.
  expect(waited.small).toBeLessThan(seconds);
});

test('without the line many of them fail: what the simulation refuses is what the service refuses', async () => {
  const { failed, refused } = await run(10, false, drops(1_000, 0));
  expect(refused).toBeGreaterThan(10_000);
  expect(failed).toBeGreaterThan(100);
});

test('small ones are let past a large one', async () => {
  const { waited } = await run(10, true, [
    { id: 'huge', lane: 'large', team: null, children: 3_000, at: 0 },
    ...drops(100, 0).map((each) => ({ ...each, at: 1 })),
  ]);
  expect(waited.small).toBeLessThan(100 * 120);
});
