import { BadInput } from '../../shared/core/model/bad-input.ts';
import { generalise } from '../../shared/core/model/transaction.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { coat } from '../../shared/kinds/set-generalised/core/coat/coat.ts';
import { brokenConstraints, naiveCoat, type Policy } from './twins/coat.ts';

interface Case {
  readonly original: readonly (readonly string[])[];
  readonly policy: Policy;
}

const sample = (items: readonly string[], size: number, random: Random): string[] => {
  const left = [...items];
  return Array.from({ length: Math.min(size, left.length) }, () => left.splice(random.below(left.length), 1)[0]);
};

function randomCase(seed: number): Case {
  const random = seeded(seed, 'coat');
  const items = Array.from({ length: 3 + random.below(8) }, (_, at) => String.fromCharCode(97 + at));
  const original = Array.from({ length: 2 + random.below(12) }, () => sample(items, 1 + random.below(4), random));
  return {
    original,
    policy: {
      k: 2 + random.below(3),
      privacy: Array.from({ length: 1 + random.below(4) }, () => sample(items, 1 + random.below(4), random)),
      utility: random.below(3) === 0 ? [items] : Array.from({ length: random.below(4) }, () => sample(items, 1 + random.below(5), random)),
      maxSuppressed: [0, 0.3, 1][random.below(3)],
    },
  };
}

function run({ original, policy }: Case) {
  const transactions = original.map((items) => ({ items }));
  try {
    const standsFor = coat(transactions, { ...policy, privacy: policy.privacy.map((items) => ({ items })) });
    return { standsFor, release: generalise(transactions, standsFor).map(({ items }) => items) };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
}

describe('COAT against its twin and its checker, 400 seeded cases', () => {
  const cases = Array.from({ length: 400 }, (_, seed) => randomCase(seed));

  test('publishes each item as the twin does, and fails where the twin does', () => {
    let failed = 0;
    for (const each of cases) {
      const made = run(each);
      const expected = naiveCoat(each.original, each.policy);
      if (expected === null) failed += 1;
      const plain =
        made === null ? null : new Map([...made.standsFor].map(([item, entry]) => [item, typeof entry === 'string' ? [entry] : entry]));
      expect({ case: each, result: plain }).toEqual({ case: each, result: expected });
    }
    // Both outcomes were tried often.
    expect(failed).toBeGreaterThan(20);
    expect(failed).toBeLessThan(380);
  });

  test('leaves no privacy constraint broken, by the checker that counts every subset', () => {
    for (const each of cases) {
      const made = run(each);
      if (made !== null) expect({ case: each, broken: brokenConstraints(made.release, each.policy) }).toEqual({ case: each, broken: [] });
    }
  });

  test('the checker finds what is broken: the originals of most cases', () => {
    expect(cases.filter(({ original, policy }) => brokenConstraints(original, policy).length > 0).length).toBeGreaterThan(200);
  });
});
