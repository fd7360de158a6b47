// Whatever a move does to a release, its constraints hold: by the twin that counts every subset, and by sets that are compared one by one.

import { BadInput } from '../../shared/core/model/bad-input.ts';
import { generalise } from '../../shared/core/model/transaction.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { Foresight } from '../../shared/kinds/set-generalised/advise/foresight.ts';
import { merge } from '../../shared/kinds/set-generalised/advise/merge.ts';
import { packDraft } from '../../shared/kinds/set-generalised/advise/pack.ts';
import { regroup } from '../../shared/kinds/set-generalised/advise/regroup.ts';
import { coat } from '../../shared/kinds/set-generalised/core/coat/coat.ts';
import { type Draft, draftOf, generalisationOf, publishDraft, shownIndex } from '../../shared/kinds/set-generalised/core/mend/draft.ts';
import { Limits, withhold } from '../../shared/kinds/set-generalised/core/mend/limits.ts';
import { policyProblem } from '../../shared/kinds/set-generalised/core/mend/policy.ts';
import { utilityOf } from '../../shared/kinds/set-generalised/core/utility/utility.ts';
import { brokenConstraints } from './twins/coat.ts';

const sample = (items: readonly string[], size: number, random: Random): string[] => {
  const left = [...items];
  return Array.from({ length: Math.min(size, left.length) }, () => left.splice(random.below(left.length), 1)[0]);
};

/** Whoever expects this much of a generalised item: a number of its members' own, the less the more of them there are. */
const anything = (seed: number): Foresight & { of(members: readonly number[]): number } => {
  const of = (members: readonly number[]): number =>
    (9 * seeded('risk', seed, ...members.toSorted((a, b) => a - b)).unit()) / members.length;
  return {
    of,
    risks: async ({ groups }, at) => Float64Array.from(at, (group) => of(groups[group] ?? [])),
    likeness: (items, others) =>
      Float64Array.from({ length: items.length * others.length }, (_, cell) => {
        const [item, other] = [items[Math.floor(cell / others.length)], others[cell % others.length]];
        return seeded('likeness', seed, item ?? '', other ?? '').unit();
      }),
  };
};

function* cases() {
  for (let seed = 0; seed < 200; seed += 1) {
    const random = seeded('mend', seed);
    const items = Array.from({ length: 8 + random.below(8) }, (_, at) => String.fromCharCode(97 + at));
    const transactions = Array.from({ length: 8 + random.below(16) }, () => ({ items: sample(items, 1 + random.below(4), random) }));
    const half = Math.floor(items.length / 2);
    const utility = random.below(2) === 0 ? [items] : [items.slice(0, half), items.slice(half)];
    // Half of them protect single items only.
    const privacy = Array.from({ length: 2 + random.below(5) }, () => sample(items, 1 + random.below(1 + (seed % 2)), random));
    const k = 2 + random.below(3);
    const settings = { k, utility, privacy: privacy.map((set) => ({ items: set })), maxSuppressed: 0.3 };
    try {
      const draft = draftOf(transactions, generalise(transactions, coat(transactions, settings)));
      if (draft.groups.length > 0) yield { seed, transactions, draft, policy: { k, privacy, utility }, random };
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
    }
  }
}

async function* moved() {
  for (const { seed, transactions, draft, policy, random } of cases()) {
    const foresight = anything(seed);
    const common = { mayChange: () => true, foresight, policy, limits: new Limits(), seed: String(seed), advance: () => {} };
    const wishes = Array.from({ length: 6 }, () => {
      const transaction = random.below(transactions.length);
      const { starts, items } = draft.index;
      const own = items.subarray(starts[transaction], starts[transaction + 1]);
      return { transaction, items: [own[random.below(own.length)]] };
    });
    const after: Readonly<Record<string, Draft>> = {
      pack: await packDraft(draft, common),
      regroup: await regroup(draft, common),
      merge: await merge(draft, { ...common, exposed: [...draft.groups.keys()] }),
      withhold: withhold(draft, wishes, policy),
    };
    for (const [move, next] of Object.entries(after)) yield { seed, move, transactions, draft, next, policy, foresight };
  }
}

test('no move breaks a privacy or a utility constraint', async () => {
  const changed: Record<string, number> = { pack: 0, regroup: 0, merge: 0, withhold: 0 };
  for await (const { seed, move, transactions, draft, next, policy } of moved()) {
    const release = publishDraft(next, transactions);
    const sets = release.flatMap(({ items }) => items.filter((entry) => typeof entry !== 'string'));
    const strangers = sets.filter((set) => !policy.utility.some((may) => set.every((item) => may.includes(item))));
    const broken = brokenConstraints(
      release.map(({ items }) => items),
      { ...policy, maxSuppressed: 1 },
    );
    const hidden = new Set(next.groups.flat());
    const guarded = new Set(policy.privacy.flat());
    const bared = draft.groups.flat().filter((item) => !hidden.has(item) && guarded.has(draft.index.names[item]));
    expect({ seed, move, bared, broken, strangers, problem: policyProblem(release, policy) }).toEqual({
      seed,
      move,
      bared: [],
      broken: [],
      strangers: [],
      problem: null,
    });
    if (JSON.stringify([next.groups, [...next.withheld]]) !== JSON.stringify([draft.groups, [...draft.withheld]]))
      changed[move] = (changed[move] ?? 0) + 1;
  }
  // Each was tried where it did something.
  for (const times of Object.values(changed)) expect(times).toBeGreaterThan(10);
});

test('the policy says what is broken, of support and of sets', () => {
  let [broken, found] = [0, 0];
  for (const { transactions, policy } of cases()) {
    if (
      brokenConstraints(
        transactions.map(({ items }) => items),
        { ...policy, maxSuppressed: 1 },
      ).length === 0
    )
      continue;
    broken += 1;
    if (policyProblem(transactions, policy) !== null) found += 1;
  }
  expect(broken).toBeGreaterThan(50);
  expect(found).toBe(broken);
  const release = [{ items: [['a', 'b']] }, { items: [['a', 'b']] }];
  expect(policyProblem(release, { k: 2, privacy: [['a']], utility: [['a'], ['b']] })).toMatch(/no utility constraint/);
  expect(policyProblem(release, { k: 2, privacy: [['a']], utility: [['a', 'b']] })).toBeNull();
});

test('regrouping and merging lower what is expected to be named, and regrouping keeps the sizes', async () => {
  for await (const { seed, move, draft, next, foresight } of moved()) {
    if (move === 'withhold' || move === 'pack') continue;
    const risk = ({ groups }: Draft): number => groups.reduce((total, members) => total + foresight.of(members), 0);
    expect({ seed, move, lower: risk(next) <= risk(draft) + 1e-9 }).toEqual({ seed, move, lower: true });
    const sizes = ({ groups }: Draft): number[] => groups.map(({ length }) => length).sort((a, b) => a - b);
    if (move === 'regroup') expect(sizes(next)).toEqual(sizes(draft));
  }
});

test('a draft is read back from what it publishes, and costs what a reader no longer sees', async () => {
  for await (const { move, transactions, next } of moved()) {
    const again = draftOf(transactions, publishDraft(next, transactions));
    const plain = ({ groups, suppressed, withheld }: Draft) => [
      groups.map((members) => members.toSorted((a, b) => a - b).join()).sort(),
      suppressed.size,
      withheld.size,
    ];
    // Of a generalised item that another member still shows nothing is withheld.
    if (move !== 'withhold') expect(plain(again)).toEqual(plain(next));
    const [before, after] = [next.index, shownIndex(next)].map((shown) => utilityOf(next.index, generalisationOf(next), shown));
    const share = next.withheld.size / next.index.items.length;
    expect((after?.suppressedOccurrences ?? 0) - (before?.suppressedOccurrences ?? 0)).toBeCloseTo(share, 12);
  }
});

test('what is withheld already costs nothing: so many other occurrences as are allowed', () => {
  const transactions = ['abc', 'abd', 'acd'].map((items) => ({ items: items.split('') }));
  const draft = draftOf(transactions, transactions);
  const item = (name: string): number => draft.index.numberOf.get(name) as number;
  const shown = (wishes: Parameters<typeof withhold>[1], most: number): string[] =>
    publishDraft(withhold(draft, wishes, { k: 1, privacy: [] }, most), transactions).map(({ items }) => items.join(''));
  const first = { transaction: 0, items: [item('a')] };
  const both = { transaction: 0, items: [item('a'), item('b')] };
  const other = { transaction: 2, items: [item('d'), item('c')] };
  expect(shown([first, first, both], 2)).toEqual(['c', 'abd', 'acd']);
  expect(shown([first, other], 2)).toEqual(['bc', 'abd', 'acd']);
  expect(shown([first, other], 3)).toEqual(['bc', 'abd', 'a']);
  // Three are too many of two; nothing is withheld of them.
  expect(shown([{ transaction: 1, items: ['a', 'b', 'd'].map(item) }, first], 2)).toEqual(['bc', 'abd', 'acd']);
});
