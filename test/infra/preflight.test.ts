import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { heldAgainstQuotas, QUOTAS } from '../../infra/new-account.ts';

const heldOf = async (settings: Readonly<Record<string, unknown>> = {}) =>
  (await stackTemplates(settings)).stacks.flatMap(({ stackName, template }) => heldAgainstQuotas(stackName, template));
const over = async (settings: Readonly<Record<string, unknown>> = {}) =>
  (await heldOf(settings)).filter(({ value, quota }) => value > quota.most);

test('a new account takes both stacks as cdk.json has them', async () => {
  expect(await over()).toEqual([]);
});

test('every quota is held against something, and says where it stands', async () => {
  const held = await heldOf();
  expect(new Set(held.map(({ quota }) => quota))).toEqual(new Set(Object.values(QUOTAS)));
  for (const { what, source } of Object.values(QUOTAS)) expect([what, source.length > 20]).toEqual([what, true]);
});

test('settings that a new account would refuse are named with the resource', async () => {
  const memory = await over({ memoryMb: { 'learn-release': 6_144 } });
  expect(memory).toMatchObject([{ quota: QUOTAS.memory, value: 6_144, where: expect.stringContaining('LearnRelease') }]);
  // The line starts no more children than the account runs at once, however many are asked for (test/unit/line.test.ts).
  expect(await over({ childConcurrency: 200 })).toEqual([]);
  expect(await over({ scoreReadUnits: 50_000 })).toMatchObject([{ quota: QUOTAS.tableReads, value: 50_000 }]);
});
