// Why an execution failed, in words, from what Step Functions leaves of it.
import { MAP_LABELS } from '../../infra/workflows/audit-workflow.ts';
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { NoNumber } from '../../shared/core/verdict/failure.ts';
import { OutOfMemory } from '../../shared/lambda/out-of-memory.ts';
import { causeOf } from '../../shared/pipeline/cloud/failure-cause.ts';

const OF_A_MAP = 'States.ExceedToleratedFailureThreshold';

/** Failures of children by map. */
async function causeAfter(maps: Readonly<Record<string, readonly Error[]>>): Promise<string> {
  const work = memoryBlobStore();
  const write = (key: string, content: object) => work.write(key, Buffer.from(JSON.stringify(content)));
  for (const [label, errors] of Object.entries(maps)) {
    const folder = `audits/1/runs/${label}/run`;
    const failed = errors.map(({ name, message }) => ({ Error: name, Cause: JSON.stringify({ errorType: name, errorMessage: message }) }));
    await write(`${folder}/FAILED_0.json`, failed);
    await write(`${folder}/manifest.json`, { ResultFiles: { FAILED: [{ Key: `${folder}/FAILED_0.json` }], PENDING: [] } });
  }
  return causeOf(OF_A_MAP, 'audits/1/runs/', work);
}

test.each(MAP_LABELS)('the map %s is named by what it does', async (label) => {
  expect(await causeAfter({ [label]: [new TypeError('fever')] })).toMatch(
    new RegExp(`^(?!${label}:)[a-z ]+: a fault in unveil \\(TypeError\\)`),
  );
});

test('the last map that ran is the one that failed; of its causes the most frequent come first', async () => {
  const memory = new OutOfMemory('measure-slice', 3008);
  const cause = await causeAfter({
    measure: [memory, new NoNumber('exposures.without', Number.NaN), memory],
    attack: [new TypeError('lost, and tolerated')],
  });
  expect(cause).toBe(`measuring: ${memory.message}; exposures.without is NaN: a fault in unveil, and not in what it was given`);
});

test.each([
  ['TimedOut', 'the whole run was out of its time'],
  ['OutOfMemory: plan-units has 1 MB', 'plan-units has 1 MB'],
  ['Runtime.ExitError: a function died', 'a function died, mostly of its memory: raise its unveil.memoryMb in cdk.json'],
  ['TypeError', 'a fault in unveil (TypeError), and not in what it was given; the log of the function says where'],
  [OF_A_MAP, 'too many parts of a step failed; the log of its function says why'],
])('%s outside of a map', async (error, cause) => {
  expect(await causeOf(error, 'audits/1/runs/', memoryBlobStore())).toBe(cause);
});
