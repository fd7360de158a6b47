import { readFileSync } from 'node:fs';
import { hierarchyFromText } from '../../shared/core/format/hierarchy-formats.ts';
import { anonymiseKm } from '../../shared/core/generalise/km.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { generalise } from '../../shared/core/model/transaction.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { leavesUnder, ncpOf, plainGreedy, rareItemsets, type Tree } from './twins/km.ts';

interface Case {
  readonly original: readonly (readonly string[])[];
  readonly tree: Tree;
  readonly k: number;
  readonly m: number;
}

/** A random tree of two to four levels over up to nine items, all of them under `top`. */
function randomCase(seed: number): Case {
  const random = seeded(seed, 'km');
  const items = Array.from({ length: 3 + random.below(7) }, (_, at) => `i${at}`);
  const tree: Record<string, string[]> = {};
  let level = items;
  for (let depth = 0; level.length > 3 && depth < 2; depth += 1) {
    const above: string[] = [];
    for (let at = 0; at < level.length; ) {
      const size = 1 + random.below(3);
      const name = `n${depth}.${at}`;
      tree[name] = level.slice(at, at + size);
      above.push(name);
      at += size;
    }
    level = above;
  }
  tree['top'] = level;
  const original = Array.from({ length: 3 + random.below(25) }, () => items.filter(() => random.unit() < 0.35)).filter(
    ({ length }) => length > 0,
  );
  return { original, tree, k: 2 + random.below(3), m: 1 + random.below(3) };
}

const run = ({ original, tree, k, m }: Case) => {
  const transactions = original.map((items) => ({ items }));
  try {
    const made = anonymiseKm(transactions, { k, m, hierarchy: hierarchyFromText(JSON.stringify(tree), 'tree.json') });
    return { ...made, release: generalise(transactions, made.byName).map(({ items }) => items as readonly string[]) };
  } catch (error) {
    if (error instanceof BadInput) return null;
    throw error;
  }
};

describe('k^m Apriori by hierarchy, 300 seeded cases', () => {
  const cases = Array.from({ length: 300 }, (_, seed) => randomCase(seed)).filter(({ original }) => original.length > 0);

  test('leaves no itemset of at most m items that fewer than k hold, by exhaustive counting', () => {
    expect(cases.filter(({ original, k, m }) => rareItemsets(original, k, m).length > 0).length).toBeGreaterThan(200);
    for (const each of cases) {
      const made = run(each);
      if (made !== null) expect({ case: each, rare: rareItemsets(made.release, each.k, each.m) }).toEqual({ case: each, rare: [] });
    }
  });

  test('is never worse than the plain greedy form, often better, and fails only where that fails', () => {
    let better = 0;
    for (const each of cases) {
      const made = run(each);
      const plain = plainGreedy(each.original, each.tree, 'top', each.k, each.m);
      expect(made === null).toBe(plain === null);
      if (made === null || plain === null) continue;
      const plainNcp = ncpOf(each.original, each.tree, 'top', (item) => plain.get(item) as string);
      expect(made.ncp).toBeLessThanOrEqual(plainNcp + 1e-12);
      if (made.ncp < plainNcp - 1e-9) better += 1;
    }
    expect(better).toBeGreaterThan(0);
  });

  test('reports the NCP that the twin computes, and names in bySet the leaves of the node in byName', () => {
    for (const each of cases) {
      const made = run(each);
      if (made === null) continue;
      expect(made.ncp).toBeCloseTo(
        ncpOf(each.original, each.tree, 'top', (item) => made.byName.get(item) as string),
        12,
      );
      for (const [item, entry] of made.bySet) expect([entry].flat()).toEqual(leavesUnder(each.tree, made.byName.get(item) as string));
    }
  });

  test('no node can be split again without making an itemset rare', () => {
    for (const each of cases.slice(0, 120)) {
      const made = run(each);
      if (made === null) continue;
      for (const node of new Set(made.byName.values())) {
        const children = each.tree[node as string];
        if (children === undefined) continue;
        const split = (item: string): string => {
          const now = made.byName.get(item) as string;
          return now === node ? (children.find((child) => leavesUnder(each.tree, child).includes(item)) as string) : now;
        };
        expect(
          rareItemsets(
            each.original.map((items) => items.map(split)),
            each.k,
            each.m,
          ),
        ).not.toEqual([]);
      }
    }
  });
});

test('k^m makes the release of figure 2.11 (Ong 2015)', () => {
  const { km } = JSON.parse(readFileSync(new URL('../golden/anonymisers.json', import.meta.url), 'utf8')) as {
    km: { k: number; m: number; original: string[][]; hierarchy: Tree; release: string[][] };
  };
  expect(run({ original: km.original, tree: km.hierarchy, k: km.k, m: km.m })?.release).toEqual(km.release);
});
