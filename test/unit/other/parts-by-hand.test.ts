// The parts of local generalisation, of groups with sensitive items, of graphs and of query logs: by hand, or against a slow form.

import { type Hierarchy, itemHierarchy } from '../../../shared/core/model/hierarchy.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { edgesOf, graphOf, linked, withEdges } from '../../../shared/kinds/graph/core/graph.ts';
import { isRealisable } from '../../../shared/kinds/graph/core/k-degree.ts';
import { rankHolders } from '../../../shared/kinds/groups/core/group-exposed.ts';
import type { GroupedRelease } from '../../../shared/kinds/groups/core/grouped-release.ts';
import { greatestOf, groupSize, spreadsOf } from '../../../shared/kinds/groups/core/grouped-release.ts';
import { LinkIndex } from '../../../shared/kinds/groups/core/link-index.ts';
import { queryError } from '../../../shared/kinds/groups/core/query-error.ts';
import { anyOf, heldWith, leafClasses, leafShares, likeliest } from '../../../shared/kinds/local/core/leaf-odds.ts';
import { originalLeaves } from '../../../shared/kinds/local/core/local-format.ts';
import { nodeSets } from '../../../shared/kinds/local/core/node-sets.ts';
import { splitPart } from '../../../shared/kinds/local/core/split.ts';
import { certainOriginals, equalise, intentName } from '../../../shared/kinds/query-log/core/equalise.ts';
import { ownQueries, uniqueByOne, wantedShare } from '../../../shared/kinds/query-log/core/own-queries.ts';

const tree = itemHierarchy(
  new Map([
    ['top', ['left', 'middle', 'g']],
    ['left', ['a', 'b', 'c']],
    ['middle', ['d', 'low']],
    ['low', ['e', 'f']],
  ]),
);
const node = (name: string): number => tree.names.indexOf(name);

/** The split as its definition has it: masks as numbers, gains of rows summed anew, the leftover filled one by one. */
function slowSplit(transactions: readonly (readonly number[])[], { first, end, children, leaves }: Hierarchy, at: number, k: number) {
  const under = (item: number, each: number): boolean => item >= first[each] && item < end[each];
  const size = (each: number): number => end[each] - first[each];
  const below = children[at];
  const rows = transactions.map((items, row) => {
    const own = items.filter((item) => under(item, at));
    const gain = own.reduce((sum, item) => {
      const child = below.find((each) => under(item, each)) as number;
      return sum + size(at) - (child < leaves ? 0 : size(child));
    }, 0);
    const mask = below.reduce((sum, child, bit) => sum + (own.some((item) => under(item, child)) ? 2 ** bit : 0), 0);
    return { row, gain, mask };
  });
  const masks = [...new Set(rows.map(({ mask }) => mask))].sort((a, b) => a - b);
  let kept = masks.map((mask) => rows.filter((each) => each.mask === mask)).filter((piece) => piece.length >= k);
  let leftover = rows.filter(({ row }) => !kept.flat().some((each) => each.row === row));
  const gainOf = (piece: typeof rows): number => piece.reduce((sum, { gain }) => sum + gain, 0);
  while (leftover.length > 0 && leftover.length < k) {
    const [spared] = kept
      .filter((piece) => piece.length > k)
      .flat()
      .toSorted((a, b) => a.gain - b.gain || a.row - b.row);
    // Each piece spares its own row of least gain; where none can, the piece of least gain is dissolved.
    const [least] = kept.toSorted((a, b) => gainOf(a) - gainOf(b));
    if (spared !== undefined) {
      leftover = [...leftover, spared];
      kept = kept.map((piece) => piece.filter((each) => each !== spared));
    } else if (least === undefined) break;
    else {
      leftover = [...leftover, ...least];
      kept = kept.filter((piece) => piece !== least);
    }
  }
  const numbers = (of: typeof rows): number[] => of.map(({ row }) => row).sort((a, b) => a - b);
  return {
    parts: kept.map((piece) => ({ rows: numbers(piece), children: below.filter((_, bit) => ((piece[0]?.mask ?? 0) >> bit) & 1) })),
    leftover: numbers(leftover),
    gain: gainOf(kept.flat()) / leaves,
  };
}

test('a node is split by the children under which rows have items, and what is too few is filled up', () => {
  const seen = { whole: 0, filled: 0, dissolved: 0 };
  for (let seed = 0; seed < 400; seed += 1) {
    const random = seeded('split', seed);
    const at = node(['top', 'left', 'middle', 'top'][random.below(4)]);
    const [from, to] = [tree.first[at], tree.end[at]];
    const common = Array.from({ length: to - from }, (_, leaf) => from + leaf).filter(() => random.below(2) === 0);
    const transactions = Array.from({ length: 2 + random.below(14) }, () => {
      const own = [...tree.names.keys()].slice(0, tree.leaves).filter(() => random.below(3) === 0);
      const all = random.below(2) === 0 ? common : own;
      return all.some((item) => item >= from && item < to) ? all : [...all, from + random.below(to - from)].sort((a, b) => a - b);
    });
    const k = 2 + random.below(4);
    const made = splitPart(transactions, tree, [...transactions.keys()], at, k);
    const wanted = slowSplit(transactions, tree, at, k);
    expect(made).toEqual({ ...wanted, gain: expect.closeTo(wanted.gain, 9) });
    seen[made.leftover.length === 0 ? 'whole' : made.leftover.length === k ? 'filled' : 'dissolved'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
});

test('what stands beside a node: items as themselves, else the leaves of the smallest other nodes', () => {
  const [left, low, middle, g, d] = [node('left'), node('low'), node('middle'), node('g'), node('d')];
  const classes = [
    { rows: [0, 3], nodes: [left, low] },
    { rows: [1], nodes: [left, middle, g, d] },
    { rows: [2], nodes: [g] },
    { rows: [4], nodes: [left] },
  ];
  const row = (number: number, key: string, people: number[], context: string[]) => ({
    key: key.replaceAll('+', '\u001f'),
    number,
    people,
    context,
  });
  expect(nodeSets(classes, tree)).toEqual([
    {
      node: left,
      members: ['a', 'b', 'c'],
      rows: [row(0, 'left+low', [0, 3], ['e', 'f']), row(1, 'left+middle+g+d', [1], ['g', 'd']), row(3, 'left', [4], [])],
    },
    { node: low, members: ['e', 'f'], rows: [row(0, 'left+low', [0, 3], ['a', 'b', 'c'])] },
    { node: middle, members: ['d', 'e', 'f'], rows: [row(1, 'left+middle+g+d', [1], ['g', 'd'])] },
  ]);
  expect(leafClasses([[left], [d, g], [left], [], [d], []])).toEqual([
    { rows: [0, 2], nodes: [left] },
    { rows: [1], nodes: [d, g] },
    { rows: [3, 5], nodes: [] },
    { rows: [4], nodes: [d] },
  ]);
});

test('shares of leaves: what stands bare is as it stands, what is hidden fits what is published', () => {
  const pair = itemHierarchy(new Map([['top', ['a', 'b']]]));
  // a bare in 2 of 8 rows, b in 1, nothing in 5: no guess.
  expect([...leafShares(leafClasses([[0], [0], [1], [], [], [], [], []]), pair)]).toEqual([2 / 8, 1 / 8]);
  expect(anyOf(Float64Array.of(0.5, 0.25, 0.9), 0, 2)).toBeCloseTo(1 - 0.5 * 0.75, 12);
  expect([heldWith(0.2, 0.4), heldWith(0, 0), heldWith(0.5, 0.4)]).toEqual([0.5, 0, 1]);
  // Held alike and hidden in all rows: neither is told from the other.
  const alike = leafShares(leafClasses([[2], [2], [2]]), pair);
  expect(alike[0]).toBe(alike[1]);
  // One round on from the last moves it by little: it is where the shares explain themselves.
  const shares = leafShares(leafClasses([[0], [1], [0, 1], [2], [2], []]), pair);
  const any = anyOf(shares, 0, 2);
  for (const share of shares) expect((2 + 2 * heldWith(share, any)) / 6).toBeCloseTo(share, 6);
  expect(likeliest(Float64Array.of(0.2, 0.7, 0.1), itemHierarchy(new Map([['t', ['x', 'y', 'z']]])), 3, 's')).toBe(1);
  const drawn = Array.from({ length: 40 }, (_, at) =>
    likeliest(Float64Array.of(0.4, 0.4, 0.1), itemHierarchy(new Map([['t', ['x', 'y', 'z']]])), 3, `s${at}`),
  );
  expect(new Set(drawn)).toEqual(new Set([0, 1]));
});

test('originals as leaves: in the order of the tree, as many as the release has, and nothing that is no leaf', async () => {
  async function* located(...lists: readonly string[][]) {
    for (const [at, items] of lists.entries()) yield { line: at + 1, items };
  }
  const release = { tree, transactions: [[], []] };
  expect(await originalLeaves('o', located(['g', 'a'], ['d']), release)).toEqual([[node('a'), node('g')], [node('d')]]);
  await expect(originalLeaves('o', located(['a'], ['a'], ['a']), release)).rejects.toThrow(
    'the release has 2 transactions; this is one more',
  );
  await expect(originalLeaves('o', located(['a']), release)).rejects.toThrow('the release has 2 transactions, this original 1');
  await expect(originalLeaves('o', located(['a', 'left']), release)).rejects.toThrow("item 2 is no leaf of the release's hierarchy");
});

const groups: GroupedRelease = {
  groups: [
    {
      transactions: [['a'], ['a', 'b'], ['b'], ['c']],
      sensitive: new Map([
        ['s', 1],
        ['t', 2],
      ]),
    },
    { transactions: [['a', 'b'], ['b']], sensitive: new Map([['s', 1]]) },
  ],
};

test('spreads of sensitive items, and what is linked by known items', () => {
  const spreads = spreadsOf(groups);
  expect(spreads).toEqual([
    {
      item: 's',
      total: 2,
      counts: new Map([
        [0, 1],
        [1, 1],
      ]),
    },
    { item: 't', total: 2, counts: new Map([[0, 2]]) },
  ]);
  expect([
    groupSize(groups, 0),
    groupSize(groups, 2),
    greatestOf(
      groups,
      new Map([
        [0, 1],
        [1, 1],
      ]),
    ),
    greatestOf(groups, new Map()),
  ]).toEqual([4, 0, 1 / 2, 0]);
  const index = new LinkIndex(groups);
  // Two of three holders of a stand in the first group.
  const linkedByA = index.link(['a']);
  expect(linkedByA.matches).toBe(3);
  expect(linkedByA.probability.get('s')).toBeCloseTo((2 / 3) * (1 / 4) + (1 / 3) * (1 / 2), 12);
  expect(linkedByA.probability.get('t')).toBeCloseTo((2 / 3) * (2 / 4), 12);
  expect(index.link(['a', 'c'])).toEqual({ matches: 0, probability: new Map() });
  expect(index.link(['b', 'a']).matches).toBe(2);
  expect([index.size, index.groupOf(3), index.groupOf(4), index.itemsOf(4)]).toEqual([6, 0, 1, ['a', 'b']]);
  expect([index.known(0, 2, 'x'), index.known(4, 2, 'x')?.toSorted(), index.known(4, 1, 'x')?.length]).toEqual([null, ['a', 'b'], 1]);
});

test('as many members as hold an item, by rank: right in shares, beside the count of the size', () => {
  const scores = [Float64Array.of(3, 2, 1, 1), Float64Array.of(0, 5)];
  const holders = [
    [['t'], ['s', 't'], [], []],
    [['s'], []],
  ];
  const ranked = rankHolders(groups, spreadsOf(groups), holders, (_, group) => scores[group] as Float64Array, 0.5);
  // s: the first of group 0 does not hold it, the first of group 1 neither. t: both of group 0 do.
  expect(ranked.right).toEqual(
    new Map([
      ['s', 0],
      ['t', 1],
    ]),
  );
  const finding = ranked.findingOf('rank', 1);
  expect(finding).toMatchObject({ attack: 'rank', people: 4, coverage: 0.5, value: 2 / 4, about: null });
  expect(finding.baseline?.value).toBeCloseTo((1 / 4 + 1 / 2 + 4 / 4) / 4, 12);
  const nobody = rankHolders(groups, [], holders, () => new Float64Array(0)).findingOf('rank', 1);
  expect(nobody).toMatchObject({ people: 0, value: null });
});

test('queries by group: the divergence of what groups tell from what was, by hand', () => {
  const original = [
    { quasi: ['a'], sensitive: ['s'] },
    { quasi: ['b'], sensitive: [] },
    { quasi: ['a', 'b'], sensitive: ['s'] },
    { quasi: ['b'], sensitive: [] },
  ];
  const two = {
    groups: [0, 2].map((at) => ({
      transactions: [0, 1].map((other) => original[at + other]?.quasi ?? []),
      sensitive: new Map([['s', 1]]),
    })),
  };
  // Cells of a and b: {a} and {a, b} hold one each; a reader gives each of them a half, and the rest to {b}.
  const wanted = 0.5 * Math.log(1 / 0.5) + 0.5 * Math.log(1 / 0.5);
  expect(queryError(two, original, { items: 2, queries: 5, seed: 'q' })).toBeCloseTo(wanted, 12);
  expect(queryError(two, original, { items: 3, queries: 5, seed: 'q' })).toBeNull();
  expect(queryError(two, original, { items: 2, queries: 0, seed: 'q' })).toBeNull();
  expect(
    queryError(
      two,
      original.map(({ quasi }) => ({ quasi, sensitive: [] })),
      { items: 2, queries: 5, seed: 'q' },
    ),
  ).toBeNull();
});

test('graphs: each edge once, the smaller first; further edges keep the others', () => {
  const { graph, dropped } = graphOf(
    [
      ['c', 'a'],
      ['a', 'b'],
      ['b', 'a'],
      ['d', 'd'],
      ['c', 'b'],
    ],
    ['a'],
  );
  expect([graph.names, graph.edges, dropped]).toEqual([['a', 'c', 'b', 'd'], 3, { loops: 1, repeats: 1 }]);
  expect([...edgesOf(graph)]).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  const more = withEdges(graph, [
    [3, 0],
    [3, 1],
  ]);
  expect([...edgesOf(more)]).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
  ]);
  expect([more.edges, graph.edges, linked(more, 1, 3), linked(more, 2, 3), linked(graph, 3, 0)]).toEqual([5, 3, true, false, false]);
});

test('degrees that a graph of up to six nodes can have: by building it, the greatest first', () => {
  /** Havel and Hakimi: the greatest is joined to the next greatest. */
  const isBuilt = (degrees: readonly number[]): boolean => {
    const [greatest = 0, ...rest] = degrees.toSorted((a, b) => b - a);
    if (greatest === 0) return true;
    if (greatest > rest.length || rest[greatest - 1] === 0) return false;
    return isBuilt(rest.map((degree, at) => (at < greatest ? degree - 1 : degree)));
  };
  const wrong: string[] = [];
  const all = (nodes: number, most: number, so: readonly number[]): void => {
    if (so.length === nodes) {
      if (isRealisable(so) !== isBuilt(so)) wrong.push(so.join());
    } else for (let degree = 0; degree <= most; degree += 1) all(nodes, degree, [...so, degree]);
  };
  for (let nodes = 0; nodes <= 6; nodes += 1) all(nodes, nodes + 1, []);
  expect(wrong).toEqual([]);
});

const ASKED: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = {
  ann: { jobs: { work: 2, job: 1 }, cars: { bmw: 1 } },
  bob: { jobs: { work: 1, vacancy: 3 }, pets: { cat: 1 } },
  cid: { cars: { bmw: 2 }, pets: { dog: 1 } },
  dan: { jobs: { work: 1 } },
};
const log = new Map(
  Object.entries(ASKED).map(([user, intents]) => [
    user,
    new Map(Object.entries(intents).map(([intent, words]) => [intent, new Map(Object.entries(words))])),
  ]),
);

test('what more than half of a cluster want all of it get, and what half want nobody', () => {
  const made = equalise(log, ['dan', 'cid', 'bob', 'ann'], 's');
  expect(made.intents).toEqual(['jobs']);
  expect(made.added).toEqual([['cid', 'jobs']]);
  expect(made.suppressed).toEqual([
    ['cid', 'cars'],
    ['ann', 'cars'],
    ['cid', 'pets'],
    ['bob', 'pets'],
  ]);
  expect(made.counts).toEqual(
    new Map([
      [
        'jobs',
        new Map([
          ['work', 4],
          ['vacancy', 3],
          ['job', 1],
        ]),
      ],
    ]),
  );
  expect(made.strings.get('ann')?.get('jobs')).toEqual(new Set(['work', 'job']));
  // Drawn by how often each is asked: 4, 3 and 1 of 8.
  const drawn = new Map<string, number>();
  for (let at = 0; at < 800; at += 1) {
    const [word] = equalise(log, ['dan', 'cid', 'bob', 'ann'], `s${at}`).strings.get('cid')?.get('jobs') ?? [];
    drawn.set(word as string, (drawn.get(word as string) ?? 0) + 1);
  }
  for (const [word, count] of [
    ['work', 400],
    ['vacancy', 300],
    ['job', 100],
  ] as const)
    expect(Math.abs((drawn.get(word) ?? 0) - count)).toBeLessThan(45);
  expect([
    intentName(
      new Map([
        ['b', 2],
        ['c', 1],
        ['a', 2],
      ]),
    ),
    intentName(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    ),
  ]).toEqual(['a', 'b']);
  // Neither user alone has the word that both have, whoever drew it.
  const strings = new Map([
    [
      'ann',
      new Map([
        ['jobs', new Set(['work', 'job'])],
        ['pets', new Set(['cat'])],
      ]),
    ],
    [
      'bob',
      new Map([
        ['jobs', new Set(['work'])],
        ['pets', new Set(['work'])],
      ]),
    ],
  ]);
  expect(certainOriginals(strings)).toEqual([
    ['ann', 'jobs', 'job'],
    ['ann', 'pets', 'cat'],
    ['bob', 'pets', 'work'],
  ]);
});

test('queries that are their own: of one user alone, of several words, and of the rest by every number of holders that is left', () => {
  const users = [[['x']], [['x']], [['x', 'y']], [['z']], [['x']]].map((queries) => ({ queries }));
  const found = ownQueries(users as unknown as Parameters<typeof ownQueries>[0]);
  const why = found.map((each) => each.why);
  expect(found.map(({ user, intent, query }) => `${user} ${intent} ${query}`)).toEqual([
    '0 0 x',
    '1 0 x',
    '2 0 x',
    '2 0 y',
    '3 0 z',
    '4 0 x',
  ]);
  expect(why).toEqual([null, null, 'nobody else has it', 'nobody else has it', 'nobody else has it', null]);
  // Three of five at least want it, and two are sure: one, two or three of the other three, two in the mean.
  expect(found.map(({ probability }) => probability)).toEqual([2 / 3, 2 / 3, 1, 1, 1, 2 / 3]);
  expect(found.every(({ without }) => without === 4 / 5)).toBe(true);
  expect([wantedShare(4), wantedShare(5), wantedShare(1)]).toEqual([3.5 / 4, 4 / 5, 1]);
  const several = ownQueries([{ queries: [['x', 'y']] }, { queries: [['x', 'y']] }] as unknown as Parameters<typeof ownQueries>[0]);
  expect(several.map((each) => each.why)).toEqual(Array(4).fill('one query is drawn, and here are more'));
  expect([uniqueByOne(users as unknown as Parameters<typeof uniqueByOne>[0]), ownQueries([])]).toEqual([2, []]);
});
