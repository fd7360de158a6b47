import { type AdviseInput, type Attacked, advise } from '../../../shared/app/advise/advise.ts';
import { type Draft, draftOf, NoDraft } from '../../../shared/core/anonymise/mend/draft.ts';
import type { Evidence } from '../../../shared/core/anonymise/mend/guess.ts';
import { isGeneralised, type Transaction } from '../../../shared/core/model/transaction.ts';

/** Two topics, `a` and `b`: items of one topic stand in its transactions only, and each topic has a neighbour of its own. */
const TOPICS = ['a', 'b'] as const;
const transactions: readonly Transaction[] = Array.from({ length: 48 }, (_, t) => ({
  id: `p${t}`,
  items: [`near ${TOPICS[t % 2]}`, `${TOPICS[t % 2]}${Math.floor(t / 2) % 6}`, `other ${t % 5}`],
}));
/** Each generalised item joins the two topics: its members are told apart by their neighbours. */
const release: readonly Transaction[] = transactions.map(({ id, items }) => ({
  ...(id === undefined ? {} : { id }),
  items: items.map((item) => (/^[ab]\d$/.test(String(item)) ? [`a${String(item)[1]}`, `b${String(item)[1]}`] : item)),
}));

const topicOf = (item: string): string => (/^[ab]\d$/.test(item) ? (item[0] as string) : '');

/** Knows topics: a member of the transaction's topic is named where no other member is of it. */
function attackOn(published: readonly Transaction[], draft: Draft): Attacked {
  const cells = published.flatMap(({ items }, t) => {
    const near = items.find((entry) => typeof entry === 'string' && entry.startsWith('near'));
    return items.filter(isGeneralised).flatMap((members) =>
      members.map((member) => {
        const fits = members.filter((each) => near === `near ${topicOf(each)}`);
        const probability = near === undefined || !fits.includes(member) ? 0.05 : fits.length === 1 ? 0.97 : 1 / fits.length;
        return {
          unit: draft.index.numberOf.get([...members].sort()[0] as string) as number,
          item: draft.index.numberOf.get(member) as number,
          transaction: t,
          probability,
          betrayedBy: near === undefined ? null : (draft.index.numberOf.get(near as string) as number),
        };
      }),
    );
  });
  const named = new Set(cells.filter(({ probability }) => probability >= 0.9).map(({ transaction }) => transaction));
  return { people: { value: named.size / published.length, low: null, high: null }, cells };
}

/** What the same attacker knows of any member anywhere. */
const evidenceOf = ({ index }: Draft): Evidence => ({
  features: 1,
  read(item, t, into) {
    const near = [...index.items.subarray(index.starts[t], index.starts[t + 1])].map((each) => index.names[each] as string);
    into[0] = near.includes(`near ${topicOf(index.names[item] as string)}`) ? 1 : 0;
  },
});

async function run(changes: Partial<AdviseInput> = {}, attacker = attackOn) {
  const draft = draftOf(transactions, release);
  const input: AdviseInput = {
    transactions,
    draft,
    policy: { k: 8, privacy: draft.index.names.filter((name) => /^[ab]\d$/.test(name)).map((name) => [name]), utility: null },
    certainty: 0.9,
    target: null,
    mostLoss: 1.02,
    rounds: 6,
    seed: 's',
    ...changes,
  };
  const seeds: string[] = [];
  const advised = await advise(input, {
    attack: async (published, seed) => {
      seeds.push(seed);
      return attacker(published ?? release, draft);
    },
    confirm: async (published, seed) => {
      seeds.push(seed);
      return attacker(published, draft).people;
    },
    evidence: async (before) => evidenceOf(before),
    step: () => {},
  });
  return { ...advised, seeds };
}

test('brings partners together that the contexts cannot tell apart, at the same cost, each attack with a seed of its own', async () => {
  const { advice, release: safer, changes, seeds } = await run();
  expect(advice.points[0]?.people.value).toBe(1);
  expect(advice.confirmed.value).toBe(0);
  const sets = new Set(safer.flatMap(({ items }) => items.filter(isGeneralised).map((set) => set.map(topicOf).join(''))));
  expect([...sets].sort()).toEqual(['aa', 'bb']);
  expect(advice.points.at(-1)?.ncp).toBeLessThanOrEqual(1.02 * (advice.points[0]?.ncp ?? 0));
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds).toHaveLength(advice.points.length + 1);
  expect(changes.filter(({ change }) => change === 'generalised item')).toHaveLength(6);
  expect(changes[0]).toMatchObject({ was: [{ named: 8 }, { named: 8 }] });
});

test('where utility constraints keep the topics with each other, it costs: a betraying neighbour is withheld, or more is merged', async () => {
  const apart = { k: 8, privacy: [], utility: TOPICS.flatMap(() => Array.from({ length: 6 }, (_, at) => [`a${at}`, `b${at}`])) };
  const free = await run({ policy: apart, target: 0.1, mostLoss: null });
  expect(free.advice.reached).toBe(true);
  expect(free.draft.withheld.size).toBeGreaterThan(0);
  for (const change of free.changes) expect(change.change).toBe('withheld');
  const bound = await run({ policy: apart, target: 0.1, mostLoss: 1 });
  expect(bound.advice).toMatchObject({ reached: false, chosen: 'as given' });
  expect(bound.advice.verdict).toMatch(/^The target of 10.0 % is not reached at no more than 1 times the loss/);
});

test('stops at the target, before the first round where nothing has to be done', async () => {
  const { advice, seeds } = await run({ target: 1 });
  expect(advice).toMatchObject({ reached: true, chosen: 'as given' });
  expect(seeds).toHaveLength(2);
});

test('nothing is chosen that an attack does not find safer, and two tries in vain are enough', async () => {
  const always = (published: readonly Transaction[], draft: Draft): Attacked => ({
    ...attackOn(published, draft),
    people: { value: 0.5, low: null, high: null },
  });
  const { advice, seeds } = await run({ mostLoss: 1 }, always);
  expect(advice.chosen).toBe('as given');
  expect(seeds.length).toBeLessThanOrEqual(4);
});

test('an attack that can say nothing is no sign of safety', async () => {
  const silent = (): Attacked => ({ people: { value: null, low: null, high: null }, cells: [] });
  expect((await run({}, silent)).advice.verdict).toMatch(/no sign of safety/);
});

test('a release that breaks what it has to keep is not mended, nor one that these transactions cannot have made', async () => {
  await expect(run({ policy: { k: 8, privacy: [['a0']], utility: null } })).resolves.toBeDefined();
  await expect(run({ policy: { k: 20, privacy: [['a0']], utility: null } })).rejects.toThrow(NoDraft);
  expect(() => draftOf([{ items: ['a'] }, { items: ['b'] }], [{ items: [['a', 'b']] }, { items: ['b'] }])).toThrow(/two ways/);
  expect(() => draftOf([{ items: ['a'] }], [{ items: [['a', 'b']] }])).toThrow(/no transaction holds/);
});
