import { postings } from '../../../shared/core/model/item-index.ts';
import type { Transaction } from '../../../shared/core/model/transaction.ts';
import type { Foresight } from '../../../shared/kinds/set-generalised/advise/foresight.ts';
import { packDraft } from '../../../shared/kinds/set-generalised/advise/pack.ts';
import { draftOf, generalisationOf, publishDraft } from '../../../shared/kinds/set-generalised/core/mend/draft.ts';
import { groupLosses, Limits } from '../../../shared/kinds/set-generalised/core/mend/limits.ts';
import { type MendPolicy, policyProblem } from '../../../shared/kinds/set-generalised/core/mend/policy.ts';
import { utilityOf } from '../../../shared/kinds/set-generalised/core/utility/utility.ts';

/** Eight secrets of one transaction each, and eight items of three transactions, each hiding one secret. */
const transactions: readonly Transaction[] = Array.from({ length: 32 }, (_, t) => {
  const own = Math.floor(t / 4);
  return { items: [t % 4 === 0 ? `secret ${own}` : `common ${own}`, `near ${t % 3}`] };
});
const release = transactions.map(({ items }) => ({
  items: items.map((item) => (/near/.test(String(item)) ? item : [`common ${String(item).slice(-1)}`, `secret ${String(item).slice(-1)}`])),
}));
const given = draftOf(transactions, release);
const { index } = given;
const lists = postings(index);
const secrets = index.names.filter((name) => name.startsWith('secret'));
const policy: MendPolicy = { k: 4, privacy: secrets.map((name) => [name]), utility: null };
const cost = groupLosses(given.groups, lists);
const namesOf = (groups: readonly (readonly number[])[]) => groups.map((items) => items.map((item) => index.names[item]));

/** Each generalised item is named as often as its place says; even secrets are like each other, and odd ones. */
const foresight: Foresight = {
  risks: async (_, at) => Float64Array.from(at, (group) => group + 1),
  likeness: (items, others) =>
    Float64Array.from({ length: items.length * others.length }, (_, cell) => {
      const [item, other] = [items[Math.floor(cell / others.length)], others[cell % others.length]];
      return (Number(index.names[item]?.slice(-1)) + Number(index.names[other]?.slice(-1))) % 2 === 0 ? 1 : 0;
    }),
};
const packed = (limits: Limits, wanted: Partial<MendPolicy> = {}) =>
  packDraft(given, { foresight, policy: { ...policy, ...wanted }, mayChange: () => true, limits });

test('secrets hide among those like them, what stood for their sake is published alone, and NCP falls by half', async () => {
  const after = await packed(new Limits({ losses: cost, times: 2 }));
  const sets = namesOf(after.groups).map((names) => names.toSorted().join());
  expect(sets.toSorted()).toEqual(['secret 0,secret 2,secret 4,secret 6', 'secret 1,secret 3,secret 5,secret 7']);
  expect(policyProblem(publishDraft(after, transactions), policy)).toBeNull();
  const [before, now] = [given, after].map((draft) => utilityOf(index, generalisationOf(draft)));
  expect(now?.ncp).toBeCloseTo((before?.ncp ?? 0) / 2, 12);
  expect(now?.pairCountError ?? 1).toBeLessThan(before?.pairCountError ?? 0);
});

test('no loss grows beyond its limit: as many are packed as that allows', async () => {
  // Two members in four transactions lose 3 * 4 to COAT, four of them 15 * 4.
  expect(cost).toEqual({ penalty: 64, utilityLoss: 96 });
  const half = await packed(new Limits({ losses: cost, times: 1.13 }));
  expect(groupLosses(half.groups, lists)).toEqual({ penalty: 48, utilityLoss: 108 });
  const hidden = namesOf(half.groups).flat();
  expect(hidden.filter((name) => name.startsWith('common')).toSorted()).toEqual(['common 0', 'common 2', 'common 4', 'common 6']);
  expect(await packed(new Limits({ losses: cost, times: 1 }))).toBe(given);
});

test('what is protected together with other items stays as it is, and so does what no constraint protects', async () => {
  const anything = new Limits();
  const together = secrets.map((name) => [name, 'near 0']);
  expect((await packed(anything, { privacy: together })).groups).toEqual(given.groups);
  expect((await packed(anything, { privacy: [] })).groups).toEqual(given.groups);
});

test('who finds no place among its like stays where it was', async () => {
  const utility = [
    ['secret 0', 'common 0'],
    [...secrets.slice(1), ...index.names.filter((name) => /^common [1-7]/.test(name))],
  ];
  const after = await packed(new Limits(), { utility });
  expect(namesOf(after.groups).map((names) => names.toSorted())).toContainEqual(['common 0', 'secret 0']);
  expect(policyProblem(publishDraft(after, transactions), { ...policy, utility })).toBeNull();
});

test('what is protected is not published alone, however many transactions it has', async () => {
  const privacy = [...policy.privacy, ['common 0']];
  const after = await packed(new Limits(), { k: 3, privacy });
  const hidden = namesOf(after.groups).map((names) => names.toSorted());
  expect(hidden).toContainEqual(['common 0', 'secret 0']);
  expect(hidden.flat()).not.toContain('common 3');
});
