import { setTimeout as pause } from 'node:timers/promises';
import { NoNumber } from '../../shared/core/verdict/failure.ts';
import { mustFit, OutOfMemory, withinMemory } from '../../shared/lambda/out-of-memory.ts';
import { redactErrors } from '../../shared/lambda/redact-errors.ts';

const MB = 1024 * 1024;

test('work that stays within its memory answers as it does without a watch, and fails as it does', async () => {
  expect(await withinMemory('plan-units', 100, Promise.resolve(7), () => 94 * MB)).toBe(7);
  await expect(withinMemory('plan-units', 100, Promise.reject(new TypeError('x')), () => 0)).rejects.toThrow('x');
});

test('work that is about to run out of it fails while it can still name the setting to raise', async () => {
  let used = 50;
  const grows = setTimeout.bind(null, () => (used = 96), 10);
  grows();
  const work = withinMemory('plan-units', 100, pause(5_000, null, { ref: false }), () => used * MB);
  await expect(work).rejects.toThrow('plan-units has 100 MB, and needs more: raise unveil.memoryMb.plan-units in cdk.json');
});

test('what a formula says is compared with the memory before the work begins', () => {
  expect(() => mustFit('learn-release', 100, 94 * MB)).not.toThrow();
  expect(() => mustFit('learn-release', 100, 190 * MB)).toThrow(
    'learn-release has 100 MB, and needs 200 MB: raise unveil.memoryMb.learn-release',
  );
});

test('its message leaves the function, as that of a figure that is no number does, and no other', () => {
  const told = (error: Error): string => {
    const request = { error, event: {}, context: {}, response: undefined, internal: {} };
    redactErrors({ error: () => {} } as never).onError?.(request as never);
    return request.error.message;
  };
  expect(told(new OutOfMemory('read-release', 3008))).toContain('raise unveil.memoryMb.read-release');
  expect(told(new NoNumber('exposures.without', Number.NaN))).toContain('exposures.without is NaN');
  expect(told(new TypeError('fever'))).not.toContain('fever');
});
