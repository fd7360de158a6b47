// Whatever a move does to a release, its constraints hold: by the twin that counts every subset, and by sets that are compared one by one.
import { coat } from '../../shared/core/anonymise/coat/coat.ts';
import { generalise } from '../../shared/core/anonymise/generalisation.ts';
import { type Draft, draftOf, generalisationOf, publishDraft, shownIndex } from '../../shared/core/anonymise/mend/draft.ts';
import { type Evidence, fitWeights, Guesses, type SeenCell } from '../../shared/core/anonymise/mend/guess.ts';
import { merge } from '../../shared/core/anonymise/mend/merge.ts';
import { policyProblem } from '../../shared/core/anonymise/mend/policy.ts';
import { regroup } from '../../shared/core/anonymise/mend/regroup.ts';
import { supportsOf } from '../../shared/core/anonymise/mend/supports.ts';
import { withhold } from '../../shared/core/anonymise/mend/withhold.ts';
import { utilityOf } from '../../shared/core/anonymise/utility/utility.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { brokenConstraints } from './twins/coat.ts';

const sample = (items: readonly string[], size: number, random: Random): string[] => {
  const left = [...items];
  return Array.from({ length: Math.min(size, left.length) }, () => left.splice(random.below(left.length), 1)[0] as string);
};

/** What anybody may say of an item in a transaction: a number of its own. */
const anything = (seed: number): Evidence => ({
  features: 1,
  read(item, transaction, into) {
    into[0] = seeded('evidence', seed, item, transaction).unit() * 8;
  },
});

function* cases() {
  for (let seed = 0; seed < 200; seed += 1) {
    const random = seeded('mend', seed);
    const items = Array.from({ length: 8 + random.below(8) }, (_, at) => String.fromCharCode(97 + at));
    const transactions = Array.from({ length: 8 + random.below(16) }, () => ({ items: sample(items, 1 + random.below(4), random) }));
    const half = Math.floor(items.length / 2);
    const utility = random.below(2) === 0 ? [items] : [items.slice(0, half), items.slice(half)];
    const privacy = Array.from({ length: 2 + random.below(5) }, () => sample(items, 1 + random.below(2), random));
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

function* moved() {
  for (const { seed, transactions, draft, policy, random } of cases()) {
    const guesses = new Guesses(draft.index, anything(seed), { within: Float64Array.of(1), ofMember: Float64Array.of(1) });
    const supports = supportsOf(shownIndex(draft), policy, draft.suppressed);
    const common = { mayChange: () => true, guesses, supports, utility: policy.utility, mostPenalty: Infinity };
    const wishes = Array.from({ length: 6 }, () => {
      const transaction = random.below(transactions.length);
      const { starts, items } = draft.index;
      const own = items.subarray(starts[transaction], starts[transaction + 1]);
      return { transaction, items: [own[random.below(own.length)] as number] };
    });
    const after: Readonly<Record<string, Draft>> = {
      regroup: regroup(draft, common),
      merge: merge(draft, { ...common, exposed: [...draft.groups.keys()] }),
      withhold: withhold(draft, wishes, policy),
    };
    for (const [move, next] of Object.entries(after)) yield { seed, move, transactions, draft, next, policy, guesses };
  }
}

test('no move breaks a privacy or a utility constraint', () => {
  const changed: Record<string, number> = { regroup: 0, merge: 0, withhold: 0 };
  for (const { seed, move, transactions, draft, next, policy } of moved()) {
    const release = publishDraft(next, transactions);
    const sets = release.flatMap(({ items }) => items.filter((entry) => typeof entry !== 'string'));
    const strangers = sets.filter((set) => !policy.utility.some((may) => set.every((item) => may.includes(item))));
    const broken = brokenConstraints(
      release.map(({ items }) => items),
      { ...policy, maxSuppressed: 1 },
    );
    expect({ seed, move, broken, strangers, problem: policyProblem(release, policy) }).toEqual({
      seed,
      move,
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

test('regrouping and merging lower what is guessed, and regrouping keeps the sizes', () => {
  for (const { seed, move, draft, next, guesses } of moved()) {
    if (move === 'withhold') continue;
    const risk = ({ groups }: Draft): number => groups.reduce((total, members) => total + guesses.risk(members), 0);
    expect({ seed, move, lower: risk(next) <= risk(draft) + 1e-9 }).toEqual({ seed, move, lower: true });
    const sizes = ({ groups }: Draft): number[] => groups.map(({ length }) => length).sort((a, b) => a - b);
    if (move === 'regroup') expect(sizes(next)).toEqual(sizes(draft));
  }
});

test('a draft is read back from what it publishes, and costs what a reader no longer sees', () => {
  for (const { move, transactions, next } of moved()) {
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

test('the likeness of an attacker finds its weights: those that made the log-odds', () => {
  const random = seeded('weights');
  const values = new Map<string, readonly number[]>();
  const evidence: Evidence = {
    features: 2,
    read(item, transaction, into) {
      const key = `${item} ${transaction}`;
      const own = values.get(key) ?? [random.unit(), random.unit()];
      values.set(key, own);
      into.set(own);
    },
  };
  const tables = Array.from({ length: 60 }, (_, unit) => {
    const cells = Array.from({ length: 12 }, (__, at) => ({ item: 3 * unit + (at % 3), transaction: 4 * unit + Math.floor(at / 3) }));
    const read = cells.map(({ item, transaction }) => {
      const into = new Float64Array(2);
      evidence.read(item, transaction, into);
      return into;
    });
    return cells.map((cell, at): SeenCell => {
      const column = read.filter((_each, other) => cells[other]?.item === cell.item);
      const mean = (which: number): number => column.reduce((total, each) => total + (each[which] as number), 0) / column.length;
      const own = read[at] as Float64Array;
      return { ...cell, logOdds: 3 * ((own[0] as number) - mean(0)) - 2 * ((own[1] as number) - mean(1)) + 5 * mean(1) + unit };
    });
  });
  const { within, ofMember } = fitWeights(tables, evidence);
  for (const [at, wanted] of [3, -2].entries()) expect(Math.abs((within[at] as number) - wanted)).toBeLessThan(0.15);
  for (const [at, wanted] of [0, 5].entries()) expect(Math.abs((ofMember[at] as number) - wanted)).toBeLessThan(0.6);
});
