// Top-down local generalisation: golden cases, the checks on seeded cases, and the form of the spec word by word.
import { readFileSync } from 'node:fs';
import { type Hierarchy, itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { checkClasses, generaliseLocally, inexactRows, type LocalResult } from '../../../shared/kinds/local/core/local-generalisation.ts';

interface Case {
  readonly hierarchy: Readonly<Record<string, readonly string[]>>;
  readonly transactions: readonly (readonly string[])[];
  readonly k: number;
  readonly release: readonly (readonly string[])[];
  readonly classes: readonly (readonly number[])[];
  readonly ncp: number;
  readonly steps: readonly {
    readonly node: string;
    readonly leftover: readonly number[];
    readonly gain: number;
    readonly parts: readonly [readonly string[], readonly number[]][];
  }[];
}

const { cases } = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).local_generalisation as {
  readonly cases: readonly Case[];
};

const numbered = (tree: Hierarchy, transactions: readonly (readonly string[])[]) =>
  transactions.map((items) => items.map((item) => tree.names.indexOf(item)));

const releaseOf = ({ classes }: LocalResult, rows: number): readonly (readonly number[])[] => {
  const release: (readonly number[])[] = Array.from({ length: rows }, () => []);
  for (const { rows: own, published } of classes) for (const row of own) release[row] = published;
  return release;
};

test.each(cases.map((each, at) => [at, each] as const))(
  'golden case %i',
  (_, { hierarchy, transactions, k, release, classes, ncp, steps }) => {
    const tree = itemHierarchy(new Map(Object.entries(hierarchy)));
    const made = generaliseLocally(numbered(tree, transactions), tree, k);
    const names = (nodes: readonly number[]) => nodes.map((node) => tree.names[node]);
    expect(releaseOf(made, transactions.length).map(names)).toEqual(release);
    expect(made.classes.map(({ rows }) => rows).toSorted()).toEqual(classes.toSorted());
    expect(made.ncp).toBeCloseTo(ncp, 9);
    expect(
      made.steps.map(({ node, leftover, parts }) => ({
        node: tree.names[node],
        leftover,
        parts: parts.map((part) => [names(part.children), part.rows]),
      })),
    ).toEqual(steps.map(({ node, leftover, parts }) => ({ node, leftover, parts })));
    for (const [at, { gain }] of made.steps.entries()) expect(gain).toBeCloseTo(steps[at]?.gain as number, 9);
  },
);

test('200 seeded cases: classes of k, exact sets, never worse than the root, and refused where it must', () => {
  const random = seeded('local');
  for (let round = 0; round < 200; round += 1) {
    const tree = randomTree(random);
    const transactions = Array.from({ length: 1 + random.below(30) }, () =>
      Array.from({ length: tree.leaves }, (_, leaf) => leaf).filter(() => random.unit() < 0.3),
    );
    const k = 1 + random.below(5);
    const filled = transactions.filter((items) => items.length > 0).length;
    const refused = [filled, transactions.length - filled].some((rows) => rows > 0 && rows < k);
    if (refused) {
      expect(() => generaliseLocally(transactions, tree, k)).toThrow(`but a class needs ${k}`);
      continue;
    }
    const made = generaliseLocally(transactions, tree, k);
    const release = releaseOf(made, transactions.length);
    expect(checkClasses(release, k)).toEqual([]);
    expect(inexactRows(transactions, release, tree)).toEqual([]);
    expect(made.ncp ?? 0).toBeLessThanOrEqual(1);
    expect(made.classes.flatMap(({ rows }) => rows).toSorted((a, b) => a - b)).toEqual([...transactions.keys()]);
  }
});

test('the checks find what is broken', () => {
  expect(checkClasses([[1], [1], [2]], 2)).toEqual([{ row: 2, times: 1 }]);
  const tree = itemHierarchy(new Map([['top', ['a', 'b']]]));
  expect(inexactRows([[0], [0], [1]], [[0], [2], [0]], tree)).toEqual([2]);
});

function randomTree(random: ReturnType<typeof seeded>): Hierarchy {
  const childrenOf = new Map<string, string[]>();
  const grow = (name: string, depth: number): void => {
    const children = Array.from({ length: 2 + random.below(3) }, (_, at) => `${name}.${at}`);
    childrenOf.set(name, children);
    for (const child of children) if (depth > 0 && random.unit() < 0.5) grow(child, depth - 1);
  };
  grow('t', 2);
  return itemHierarchy(childrenOf);
}
