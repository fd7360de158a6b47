import { isGeneralised, type Transaction } from '../../../shared/core/model/transaction.ts';
import { changesOf } from '../../../shared/kinds/set-generalised/advise/advise-on.ts';
import type { AttackedCell, Seen } from '../../../shared/kinds/set-generalised/advise/attack.ts';
import type { Foresight } from '../../../shared/kinds/set-generalised/advise/foresight.ts';
import { movesOf } from '../../../shared/kinds/set-generalised/advise/mend.ts';
import {
  type Draft,
  draftOf,
  generalisationOf,
  NoDraft,
  publishDraft,
  shownIndex,
} from '../../../shared/kinds/set-generalised/core/mend/draft.ts';
import { type MendPolicy, policyProblem } from '../../../shared/kinds/set-generalised/core/mend/policy.ts';
import { utilityOf } from '../../../shared/kinds/set-generalised/core/utility/utility.ts';
import { type AdviceWish, type Advising, advise } from '../../../shared/kit/advise/advise.ts';

/** Two topics, `a` and `b`: items occur only in transactions of their topic, and each topic has a neighbour. */
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

const topicOf = (item: string): string => (/^[ab]\d$/.test(item) ? item[0] : '');

/** Knows topics: a member of the transaction's topic is named where no other member is of it. */
function cellsOf(published: readonly Transaction[], draft: Draft): AttackedCell[] {
  return published.flatMap(({ items }, t) => {
    const near = items.find((entry) => typeof entry === 'string' && entry.startsWith('near'));
    return items.filter(isGeneralised).flatMap((members) =>
      members.map((member) => {
        const fits = members.filter((each) => near === `near ${topicOf(each)}`);
        const probability = near === undefined || !fits.includes(member) ? 0.05 : fits.length === 1 ? 0.97 : 1 / fits.length;
        return {
          unit: draft.index.numberOf.get([...members].sort()[0]) as number,
          item: draft.index.numberOf.get(member) as number,
          transaction: t,
          probability,
          betrayedBy: near === undefined ? null : (draft.index.numberOf.get(near as string) as number),
        };
      }),
    );
  });
}

/** Exposure of an unpublished release by the same attacker. */
const foresightOn = ({ index: { names } }: Draft): Foresight => ({
  async risks(draft, at) {
    const cells = cellsOf(publishDraft(draft, transactions), draft);
    return Float64Array.from(at, (group) => {
      const named = cells.filter(({ item, probability }) => probability >= 0.9 && draft.groups[group]?.includes(item) === true);
      return new Set(named.map(({ transaction }) => transaction)).size;
    });
  },
  likeness: (items, others) =>
    Float64Array.from({ length: items.length * others.length }, (_, cell) => {
      const pair = [items[Math.floor(cell / others.length)], others[cell % others.length]] as const;
      return topicOf(names[pair[0]]) === topicOf(names[pair[1]]) ? 1 : 0;
    }),
});

/** The share that an attack states, by what it named and its seed. */
type Stated = (named: number, seed: string, attacker: string, isGiven: boolean) => number | null;

async function run(changes: Partial<AdviceWish> & { readonly policy?: MendPolicy } = {}, stated: Stated = (named) => named) {
  const given = draftOf(transactions, release);
  const wish: AdviceWish = { certainty: 0.9, target: null, mostLoss: 1.02, rounds: 6, seed: 's', ...changes };
  const policy = changes.policy ?? {
    k: 8,
    privacy: given.index.names.filter((name) => /^[ab]\d$/.test(name)).map((name) => [name]),
    utility: null,
  };
  const attacks: string[] = [];
  const kind: Advising<Draft, Seen> = {
    given,
    attackers: [
      { name: 'own', attacks: 2 },
      { name: 'other', attacks: 1 },
    ],
    moves: movesOf({ ...wish, policy, ordered: false, foresight: () => foresightOn(given), looksAt: () => {}, advance: () => {} }),
    attack: async (draft, attacker, seed) => {
      attacks.push(`${attacker}, ${seed}${draft === given ? ', given' : ''}`);
      const cells = cellsOf(draft === given ? release : publishDraft(draft, transactions), given);
      const named = new Set(cells.filter(({ probability }) => probability >= 0.9).map(({ transaction }) => transaction));
      return { people: stated(named.size / transactions.length, seed, attacker, draft === given), seen: { cells, attacker: null } };
    },
    problem: (draft) => policyProblem(publishDraft(draft, transactions), policy),
    cost(draft) {
      const { ncp, pairCountError } = utilityOf(draft.index, generalisationOf(draft), shownIndex(draft));
      return {
        losses: [
          { name: 'NCP', value: ncp },
          { name: 'pairs', value: pairCountError },
        ],
        counts: [],
      };
    },
    step: () => {},
  };
  const advised = await advise(wish, kind);
  return {
    ...advised,
    attacks,
    changes: changesOf(advised.given, advised.chosen, transactions, 0.9),
    lossOf: (at: number) => advised.advice.points.at(at)?.losses[0]?.value ?? 0,
  };
}

test('brings partners together that the contexts cannot tell apart, at the same cost, each attack with a seed of its own', async () => {
  const { advice, chosen, changes, attacks, lossOf } = await run();
  expect(advice.points[0]?.people).toEqual({ value: 1, low: 1, high: 1 });
  expect(advice.last).toMatchObject({ given: { people: { value: 1 } }, chosen: { people: { value: 0 } } });
  const safer = publishDraft(chosen.draft, transactions);
  const sets = new Set(safer.flatMap(({ items }) => items.filter(isGeneralised).map((set) => set.map(topicOf).join(''))));
  expect([...sets].sort()).toEqual(['aa', 'bb']);
  expect(lossOf(-1)).toBeLessThanOrEqual(1.02 * lossOf(0));
  expect(new Set(attacks).size).toBe(attacks.length);
  // Two by its own knowledge and one by the other, on each release that was tried, and at the end on what was given and what is chosen.
  expect(attacks).toHaveLength(3 * (advice.points.length + 2));
  expect(changes.filter(({ change }) => change === 'generalised item')).toHaveLength(6);
  expect(changes[0]).toMatchObject({ was: [{ named: 8 }, { named: 8 }] });
});

test('where utility constraints keep the topics with each other, it costs: a betraying neighbour is withheld, or more is merged', async () => {
  const apart = { k: 8, privacy: [], utility: TOPICS.flatMap(() => Array.from({ length: 6 }, (_, at) => [`a${at}`, `b${at}`])) };
  const free = await run({ policy: apart, target: 0.1, mostLoss: null });
  expect(free.advice.reached).toBe(true);
  expect(free.chosen.draft.withheld.size).toBeGreaterThan(0);
  for (const change of free.changes) expect(change.change).toBe('withheld');
  const bound = await run({ policy: apart, target: 0.1, mostLoss: 1 });
  expect(bound.advice).toMatchObject({ reached: false, chosen: 'as given' });
  expect(bound.advice.verdict).toMatch(/^The target of 10.0 % is not reached at no more than 1 times the loss/);
});

test('stops at the target, before the first round where nothing has to be done', async () => {
  const { advice, attacks } = await run({ target: 1 });
  expect(advice).toMatchObject({ reached: true, chosen: 'as given' });
  expect(attacks).toHaveLength(6);
});

test('goes by the mean of the attacks: one that finds less by its seed decides nothing', async () => {
  const lucky: Stated = (_, seed, __, isGiven) => (isGiven ? 0.5 : seed.endsWith('.1') ? 0.1 : 0.95);
  const { advice } = await run({ mostLoss: 1 }, lucky);
  expect(advice.points[1]?.people).toEqual({ value: 0.525, low: 0.1, high: 0.95 });
  expect(advice.chosen).toBe('as given');
});

test('what fresh attacks do not find safer is not handed back, and that is said', async () => {
  const { advice, chosen, given } = await run({}, (named, seed) => (seed.includes('last') ? 0.4 : named));
  expect(advice.points.length).toBeGreaterThan(1);
  expect(advice.chosen).toBe('as given');
  expect(chosen).toBe(given);
  expect(advice.notices).toEqual([expect.stringMatching(/looked safer by the attacks that chose it and did not by the last ones/)]);
});

test('nothing is chosen of which an attacker with other knowledge finds more than of the release as given', async () => {
  const { advice } = await run({}, (named, _, attacker, isGiven) => (attacker === 'other' ? (isGiven ? 0.1 : 0.2) : named));
  expect(advice.points.length).toBeGreaterThan(1);
  expect(advice.chosen).toBe('as given');
});

test('an attack that can say nothing is no sign of safety', async () => {
  expect((await run({}, () => null)).advice.verdict).toMatch(/no sign of safety/);
});

test('a release that breaks what it has to keep is not mended, nor one that these transactions cannot have made', async () => {
  await expect(run({ policy: { k: 8, privacy: [['a0']], utility: null } })).resolves.toBeDefined();
  await expect(run({ policy: { k: 20, privacy: [['a0']], utility: null } })).rejects.toThrow(/breaks what it has to keep/);
  expect(() => draftOf([{ items: ['a'] }, { items: ['b'] }], [{ items: [['a', 'b']] }, { items: ['b'] }])).toThrow(/two ways/);
  expect(() => draftOf([{ items: ['a'] }], [{ items: [['a', 'b']] }])).toThrow(NoDraft);
});
