// Findings on locally generalised transactions, against pairwise comparison of rows.
import { type Hierarchy, itemHierarchy } from '../../shared/core/model/hierarchy.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { leafClasses, leafShares, likeliest } from '../../shared/kinds/local/core/leaf-odds.ts';
import { localFindings } from '../../shared/kinds/local/core/local-findings.ts';
import { nodeSets } from '../../shared/kinds/local/core/node-sets.ts';
import { close } from '../helpers/relational.ts';

const TREE = itemHierarchy(
  new Map([
    ['*', ['ab', 'cde', 'f']],
    ['ab', ['a', 'b']],
    ['cde', ['c', 'de']],
    ['de', ['d', 'e']],
  ]),
);
const number = (name: string): number => TREE.names.indexOf(name);
const under = (node: number): string[] => TREE.names.slice(TREE.first[node], TREE.end[node]);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** True leaves of each row, and published nodes, none of which is an ancestor of another. */
function drawn(random: Random): { readonly held: readonly string[][]; readonly shown: readonly string[][] } {
  const cuts = [['a', 'b', 'c', 'd', 'e', 'f'], ['ab', 'c', 'de', 'f'], ['ab', 'cde', 'f'], ['a', 'b', 'cde', 'f'], ['*']];
  const held: string[][] = [];
  const shown: string[][] = [];
  for (let left = 1 + random.below(9); left > 0; left -= 1) {
    const leaves = ['a', 'b', 'c', 'd', 'e', 'f'].filter(() => random.below(5) < 2);
    const cut = cuts[random.below(5)];
    held.push(leaves);
    shown.push(cut.filter((node) => under(number(node)).some((leaf) => leaves.includes(leaf))));
  }
  return { held, shown };
}

const found = (shown: readonly string[][], held: readonly string[][] | null) => {
  const { trials } = localFindings({
    tree: TREE,
    transactions: shown.map((names) => names.map(number).toSorted((a, b) => a - b)),
    original: held?.map((names) => names.map(number).toSorted((a, b) => a - b)) ?? null,
    distance: null,
    seed: 's',
  });
  return (attack: string, about: string | null = null) => trials.find((each) => each.attack === attack && each.about === about);
};

test('rows compared one by one', () => {
  const seen = { cells: 0, none: 0, links: 0, bare: 0, best: 0 };
  for (let seed = 0; seed < 150; seed += 1) {
    const random = seeded('local', seed);
    const { held, shown } = drawn(random);
    const of = found(shown, held);
    const alike = (row: number): number[] => [...shown.keys()].filter((other) => shown[other]?.join() === shown[row]?.join());
    const first = [...shown.keys()].filter((row) => alike(row)[0] === row);
    const holds = (row: number, leaf: string): boolean => held[row]?.includes(leaf) === true;

    const bare = shown.flat().filter((name) => number(name) < TREE.leaves).length;
    const plain = shown.filter((names) => names.some((name) => number(name) < TREE.leaves)).length;
    if (shown.flat().length === 0) expect(of('bare')?.status).toBe('not computable');
    else
      expect(of('bare')).toMatchObject({
        people: shown.length,
        coverage: 1,
        value: bare / shown.flat().length,
        details: { people: plain },
        reason: `${percent(plain / shown.length)} of the transactions publish an item as it is, certain for all of their class`,
      });
    seen.bare += bare;

    // Each leaf under each node that hides it, decided for all rows of a class alike.
    const cells = first.flatMap((row) =>
      shown[row].flatMap((name) =>
        number(name) < TREE.leaves
          ? []
          : under(number(name)).map((leaf) => ({ rows: alike(row), holders: alike(row).filter((each) => holds(each, leaf)).length })),
      ),
    );
    const all = sum(cells.map(({ rows }) => rows.length));
    if (all === 0) {
      for (const attack of ['ceiling', 'frequency']) expect(of(attack)?.status).toBe('not computable');
      seen.none += 1;
    } else {
      const right = sum(cells.map(({ rows, holders }) => Math.max(holders, rows.length - holders)));
      const ceiling = of('ceiling');
      expect(ceiling).toMatchObject({ people: shown.length, coverage: 1, details: { right, cells: all } });
      expect(ceiling?.value).toBeCloseTo(right / all, 12);
      expect(ceiling?.baseline?.value).toBeCloseTo(sum(cells.map(({ holders }) => holders)) / all, 12);
      seen.cells += all;

      const classes = leafClasses(shown.map((names) => names.map(number).toSorted((a, b) => a - b)));
      const shares = leafShares(classes, TREE);
      // One item for each node of each row.
      const named = [...shown.entries()].flatMap(([row, names]) =>
        names.filter((name) => number(name) >= TREE.leaves).map((name) => ({ row, name })),
      );
      const hits = named.filter(({ row, name }) => holds(row, TREE.names[likeliest(shares, TREE, number(name), 's')])).length;
      const best = sum(
        first.flatMap((row) =>
          shown[row]
            .filter((name) => number(name) >= TREE.leaves)
            .map((name) => Math.max(...under(number(name)).map((leaf) => alike(row).filter((each) => holds(each, leaf)).length))),
        ),
      );
      const frequency = of('frequency');
      expect(frequency).toMatchObject({ people: shown.length, coverage: 1, details: { named: named.length } });
      expect(frequency?.value).toBeCloseTo(hits / named.length, 12);
      expect(frequency?.details['best']).toBeCloseTo(best / named.length, 12);
      const atRandom = named.map(
        ({ row, name }) => under(number(name)).filter((leaf) => holds(row, leaf)).length / under(number(name)).length,
      );
      expect(frequency?.baseline?.value).toBeCloseTo(sum(atRandom) / named.length, 12);
      expect(frequency?.reason).toBe(
        `of the items that it names, one for each node of each transaction, ${percent(hits / named.length)} are held; nobody names more than ${percent(best / named.length)} rightly for whole classes`,
      );
      seen.best += best - hits;
    }

    for (const known of [1, 2, 3]) {
      const about = `${known} known item${known === 1 ? '' : 's'}`;
      const targets = [...held.keys()].filter((row) => held[row].length >= known);
      const link = of('link', about);
      if (targets.length === 0) {
        expect(link?.status).toBe('not computable');
        continue;
      }
      const chances = targets.map((row) => {
        const items = held[row].toSorted();
        const drawnItems = shuffle([...items], seeded('s', 'link', known, ...items)).slice(0, known);
        const fit = shown.filter((names) => drawnItems.every((item) => names.some((name) => under(number(name)).includes(item))));
        return 1 / fit.length;
      });
      expect(link).toMatchObject({ people: targets.length, coverage: targets.length / held.length, baseline: { value: 1 / held.length } });
      expect(close(link?.value as number)).toBe(close(sum(chances) / targets.length));
      expect(link?.reason).toBe(`of those tried ${percent(link?.value as number)} would be found by taking one of the rows that fit`);
      seen.links += 1;
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
});

test('without the original only what is published is told', () => {
  const of = found([['ab'], ['f']], null);
  expect(of('bare')?.value).toBe(0.5);
  for (const [attack, about] of [
    ['ceiling', null],
    ['frequency', null],
    ['link', '1 known item'],
    ['scoring', null],
  ] as const)
    expect(of(attack, about)).toMatchObject({ status: 'not computable', reason: 'it needs the original' });
});

test('how often a leaf is held, by expectation and maximisation written out', () => {
  for (let seed = 0; seed < 25; seed += 1) {
    const { shown } = drawn(seeded('shares', seed));
    let shares = new Map(['a', 'b', 'c', 'd', 'e', 'f'].map((leaf) => [leaf, 0.5]));
    for (let round = 0; round < 20; round += 1) {
      const now = shares;
      const any = (node: string): number => 1 - under(number(node)).reduce((none, leaf) => none * (1 - (now.get(leaf) as number)), 1);
      shares = new Map(
        [...now].map(([leaf, share]) => {
          const nodes = shown.flat().filter((node) => under(number(node)).includes(leaf));
          return [leaf, Math.min(1, sum(nodes.map((node) => (any(node) === 0 ? 0 : share / any(node)))) / shown.length)];
        }),
      );
    }
    const found = leafShares(leafClasses(shown.map((names) => names.map(number))), TREE);
    for (const [leaf, share] of shares) expect(found[number(leaf)]).toBeCloseTo(share, 9);
  }
});

test('the commonest leaf under a node; of equal ones any, by names alone', () => {
  const shares = Float64Array.from({ length: TREE.leaves }, (_, leaf) => (TREE.names[leaf] === 'd' ? 0.6 : 0.5));
  expect(TREE.names[likeliest(shares, TREE, number('cde'), 's')]).toBe('d');
  const chosen = new Set(Array.from({ length: 40 }, (_, seed) => TREE.names[likeliest(shares, TREE, number('ab'), String(seed))]));
  expect([...chosen].toSorted()).toEqual(['a', 'b']);
  const turned: Hierarchy = itemHierarchy(
    new Map([
      ['*', ['f', 'ab']],
      ['ab', ['b', 'a']],
    ]),
  );
  for (let seed = 0; seed < 20; seed += 1)
    expect(turned.names[likeliest(new Float64Array(3).fill(0.5), turned, turned.names.indexOf('ab'), String(seed))]).toBe(
      TREE.names[likeliest(shares, TREE, number('ab'), String(seed))],
    );
});

test('beside a node stands what its class publishes most plainly', () => {
  const sets = nodeSets(
    leafClasses([['a', 'cde', 'f'], ['ab', 'de'], ['ab', 'cde'], ['a', 'cde', 'f'], ['ab']].map((names) => names.map(number))),
    TREE,
  );
  const told = sets.map(({ node, members, rows }) => [
    TREE.names[node],
    members.join(''),
    rows.map(({ number: at, people, context }) => `${at}: ${people.join()} ${context.join('')}`),
  ]);
  expect(told).toEqual([
    ['cde', 'cde', ['0: 0,3 af', '2: 2 ab']],
    ['ab', 'ab', ['1: 1 de', '2: 2 cde', '3: 4 ']],
    ['de', 'de', ['1: 1 ab']],
  ]);
});
