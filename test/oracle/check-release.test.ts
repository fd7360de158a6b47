import { readFileSync } from 'node:fs';
import { compareCodePoints } from '../../shared/core/model/code-points.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { countBreaches, moderate, STRONG, weak } from '../../shared/kinds/disassociated/core/breach/breaches.ts';
import { checkRelease, type Violation } from '../../shared/kinds/disassociated/core/breach/check-release.ts';
import { coverProblems } from '../../shared/kinds/disassociated/core/breach/cover-problems.ts';
import type { Chunk, Cluster, DisassociatedRelease } from '../../shared/kinds/disassociated/core/model.ts';

/** Releases that no method made: all rules are broken in some of them. */
function randomRelease(random: Random): DisassociatedRelease {
  const alphabet = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const chunk = (terms: readonly string[], most: number): Chunk => {
    const rows = Array.from({ length: 1 + random.below(most) }, () => terms.filter(() => random.below(3) > 0));
    return rows.some((row) => row.length > 0) ? rows : [[terms[0]]];
  };
  const split = (): string[][] => {
    const parts: string[][] = [[], [], []];
    for (const term of alphabet.slice(0, 3 + random.below(4))) parts[random.below(3)].push(term);
    return parts.filter((part) => part.length > 0);
  };
  const clusters = Array.from({ length: 1 + random.below(3) }, (): Cluster => {
    const size = 1 + random.below(8);
    const parts = split();
    const termChunk = random.below(2) === 0 ? [] : ['x', ...(random.below(3) === 0 ? [parts[0]?.[0] as string] : [])];
    if (random.below(6) === 0) parts.push([parts[0]?.[0] as string, 'z']);
    return { size, recordChunks: random.below(8) === 0 ? [] : parts.map((part) => chunk(part, size)), termChunk };
  });
  const shared = (): Chunk[] =>
    [
      ['s', 'u', ...(random.below(2) === 0 ? ['a'] : []), ...(random.below(4) === 0 ? ['x'] : [])],
      ...(random.below(2) === 0 ? [['v', random.below(3) === 0 ? 's' : 'w']] : []),
    ].map((terms) => chunk(terms, 5));
  const over = [...clusters.keys()];
  const joint = clusters.length > 1 ? [{ clusters: [0, 1], sharedChunks: shared() }] : [];
  if (clusters.length > 1 && random.below(3) === 0)
    joint.push({ clusters: over, sharedChunks: [chunk([random.below(2) === 0 ? 's' : 'w', 'r'], 5)] });
  return { clusters, jointClusters: joint, sizesInferred: false };
}

function* itemsetsOf(items: readonly string[], most: number): Generator<string[]> {
  if (most === 0) return;
  for (const [at, item] of items.entries()) {
    yield [item];
    for (const rest of itemsetsOf(items.slice(at + 1), most - 1)) yield [item, ...rest];
  }
}
const within = (chunk: Chunk, items: readonly string[]): number => chunk.filter((row) => items.every((item) => row.includes(item))).length;

/** Every itemset of at most m items of every sub-record is counted; the least of the rare ones are kept. */
function slowRare(chunk: Chunk, k: number, m: number): string[] {
  const rare = new Map<string, { items: string[]; support: number }>();
  for (const row of chunk) {
    for (const items of itemsetsOf(row.toSorted(compareCodePoints), m)) {
      const support = within(chunk, items);
      if (support < k) rare.set(items.join(), { items, support });
    }
  }
  const least = [...rare.values()].filter(({ items }) => ![...itemsetsOf(items, items.length - 1)].some((part) => rare.has(part.join())));
  return least.map(({ items, support }) => `${items.join('+')}=${support}`).sort();
}

const rareOf = (violations: readonly Violation[], cluster: number | null, joint: number | null, chunk: number): string[] =>
  violations
    .filter((each) => each.rule === (joint === null ? 'record chunk' : 'shared chunk'))
    .filter((each) => each.cluster === cluster && each.jointCluster === joint && each.chunk === chunk)
    .map(({ items, found }) => `${items.join('+')}=${found}`)
    .sort();

test('checkRelease finds what counting every itemset finds, and each broken rule, on 2,000 seeded releases', () => {
  const random = seeded('check');
  const broken = new Map<string, number>();
  for (let round = 0; round < 2_000; round += 1) {
    const release = randomRelease(random);
    const k = 2 + random.below(3);
    const m = 1 + random.below(4);
    const strict = random.below(2) === 0;
    const found = checkRelease(release, { k, m }, { strict });
    const expected: string[] = [];
    release.clusters.forEach((cluster, at) => {
      cluster.recordChunks.forEach((chunk, nth) => {
        expect(rareOf(found, at, null, nth)).toEqual(slowRare(chunk, k, m));
      });
      if (cluster.size < k) expected.push(`cluster size ${at}`);
      const terms = cluster.recordChunks.map((chunk) => [...new Set(chunk.flat())]);
      for (const [nth, chunk] of terms.entries())
        for (const term of chunk)
          if (terms.slice(0, nth).some((other) => other.includes(term))) expected.push(`divided terms ${at} ${term}`);
      for (const term of cluster.termChunk) if (terms.flat().includes(term)) expected.push(`term chunk ${at} ${term}`);
      const filled = cluster.recordChunks.flat().filter((row) => row.length > 0).length;
      const h = Math.min(m, cluster.recordChunks.length);
      const wanted = cluster.size + k * (h - 1);
      if (cluster.termChunk.length === 0 && filled < wanted) expected.push(`lemma 2 ${at}`);
      if (strict && cluster.termChunk.length > 0 && filled + (k - 1) * cluster.termChunk.length < wanted)
        expected.push(`lemma 2, strict ${at}`);
    });
    release.jointClusters.forEach(({ clusters, sharedChunks }, at) => {
      sharedChunks.forEach((chunk, nth) => {
        expect(rareOf(found, null, at, nth)).toEqual(slowRare(chunk, k, m));
        for (const term of new Set(chunk.flat())) {
          for (const member of clusters) {
            if (release.clusters[member]?.recordChunks.flat(2).includes(term)) expected.push(`shared term ${member} ${term}`);
            if (release.clusters[member]?.termChunk.includes(term)) expected.push(`shared term, term chunk ${member} ${term}`);
            // Any earlier shared chunk over the same cluster that has it too.
            const earlier = release.jointClusters.slice(0, at + 1).flatMap((other, joint) => {
              const chunks = joint < at ? other.sharedChunks : other.sharedChunks.slice(0, nth);
              return other.clusters.includes(member) ? chunks : [];
            });
            if (earlier.some((other) => other.flat().includes(term))) expected.push(`divided shared terms ${member} ${term}`);
          }
        }
      });
    });
    const others = found.filter(({ rule }) => rule !== 'record chunk' && rule !== 'shared chunk');
    expect(others.map(({ rule, cluster, items }) => [rule, cluster, ...items].join(' ')).sort()).toEqual(expected.sort());
    for (const { rule } of found) broken.set(rule, (broken.get(rule) ?? 0) + 1);
  }
  expect([...broken.keys()].sort()).toEqual(
    [
      'cluster size',
      'divided terms',
      'divided shared terms',
      'lemma 2',
      'lemma 2, strict',
      'record chunk',
      'shared chunk',
      'shared term',
      'shared term, term chunk',
      'term chunk',
    ].sort(),
  );
});

/** The printed definition, with every set formed and counted for every item. */
function slowCovers({ recordChunks }: Cluster): string[] {
  const found: string[] = [];
  for (let j = 1; j < recordChunks.length; j += 1) {
    for (const x of new Set(recordChunks[j].flat())) {
      for (let l = 0; l < j; l += 1) {
        const chunk = recordChunks[l];
        const set = [...new Set(chunk.flat())].filter((y) => within(chunk, [y]) >= within(recordChunks[j], [x]));
        const least = Math.min(...set.map((y) => within(chunk, [y])));
        if (set.length === 0 || within(chunk, set) !== least) continue;
        const covered = set.filter((y) => within(chunk, [y]) === least).sort();
        found.push(`${x} in ${j} against ${l}: ${covered} by ${set.filter((y) => !covered.includes(y)).sort()}`);
      }
    }
  }
  return found.sort();
}

test('coverProblems and countBreaches equal the definition on 3,000 seeded clusters', () => {
  const random = seeded('cover');
  let nontrivial = 0;
  let several = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const release = randomRelease(random);
    const k = 2 + random.below(3);
    let quantity = 0;
    let breaches = 0;
    for (const cluster of release.clusters) {
      const problems = coverProblems(cluster);
      expect(
        problems
          .map(({ item, chunk, against, covered, covering }) => `${item} in ${chunk} against ${against}: ${covered} by ${covering}`)
          .sort(),
      ).toEqual(slowCovers(cluster));
      nontrivial += problems.filter(({ covering }) => covering.length > 0).length;
      const counts = new Map<string, number>();
      for (const { item, chunk, support, coveredSupport, covered } of problems) {
        if (support + coveredSupport - cluster.size >= k) continue;
        counts.set(`${item} ${chunk}`, (counts.get(`${item} ${chunk}`) ?? 0) + 1);
        breaches += covered.length;
      }
      quantity += Math.max(0, ...counts.values());
      several += Math.max(0, ...counts.values()) > 1 ? 1 : 0;
    }
    const counted = countBreaches(release, k, STRONG);
    expect([counted.quantity, counted.breaches.length]).toEqual([quantity, breaches]);
  }
  expect(nontrivial).toBeGreaterThan(500);
  expect(several).toBeGreaterThan(50);
});

describe('attackers', () => {
  const records = [
    ['a', 'b', 'c'],
    ['a', 'd'],
    ['b', 'd', 'e'],
    ['c', 'e'],
  ];

  test('moderate: a pair is known when a known record of at least m items holds it; never all records are known', () => {
    const random = seeded('moderate');
    let known = 0;
    for (let round = 0; round < 400; round += 1) {
      const background = moderate(records, 3, 0.5, random);
      // {a, d} lies in a record of two items only.
      expect(background.holds('a', 'd')).toBe(false);
      const first = background.holds('a', 'b');
      expect(background.holds('b', 'c')).toBe(first);
      if (first) known += 1;
    }
    // Two of four records: each is known half of the time.
    expect(known).toBeGreaterThan(140);
    expect(known).toBeLessThan(260);
    const all = moderate(records, 2, 1, seeded('all'));
    expect(records.filter(([x, y]) => all.holds(x as string, y as string)).length).toBe(3);
  });

  test('weak: 20 terms, 190 pairs, half of them from the data', () => {
    const items = Array.from({ length: 40 }, (_, at) => `item ${at}`);
    const nouns = Array.from({ length: 40 }, (_, at) => `noun ${at}`);
    const background = weak(items, nouns, 2, seeded('weak'));
    const all = [...items, ...nouns];
    let pairs = 0;
    for (const [at, x] of all.entries()) for (const y of all.slice(at + 1)) if (background.holds(x, y)) pairs += 1;
    expect(pairs).toBe(190);
    expect(items.filter((item) => background.holds(item, item)).length).toBe(10);
  });

  test('single items hold no pair', () => {
    expect(moderate(records, 1, 0.9, seeded('m')).holds('a', 'b')).toBe(false);
    expect(weak(['a', 'b'], [], 1, seeded('w')).holds('a', 'b')).toBe(false);
  });
});

describe('golden: cover-problem.json, figure 1', () => {
  const golden = JSON.parse(readFileSync('test/golden/cover-problem.json', 'utf8'));
  const release: DisassociatedRelease = { jointClusters: [], sizesInferred: false, ...golden.release };

  test('the release holds its claim, k = 3 and m = 2', () => {
    expect(checkRelease(release, { k: golden.k, m: golden.m }, { strict: true })).toEqual([]);
  });

  test('its cover problems', () => {
    const found = coverProblems(release.clusters[0]).map(({ item, chunk, against, covered, covering }) => ({
      item,
      chunk: chunk + 1,
      against_chunk: against + 1,
      covered,
      covering,
    }));
    const byItem = (a: { item: string }, b: { item: string }): number => compareCodePoints(a.item, b.item);
    expect(found.sort(byItem)).toEqual(golden.cover_problems.toSorted(byItem));
  });

  test('Side Effects with Cancer in 1 to 2 transactions, Surgery with Cancer in 2; one breach counted', () => {
    const { breaches, quantity } = countBreaches(release, golden.k, STRONG);
    expect(breaches.map(({ item, covered, least, most, trivial }) => [item, covered, least, most, trivial])).toEqual([
      ['Side Effects', 'Cancer', 1, 2, false],
      ['Surgery', 'Cancer', 2, 2, false],
    ]);
    expect(quantity).toBe(1);
  });
});

test('the plain check passes what the strict one does not: x in r1-r3, y in r3-r5, r6 with a rare term only', () => {
  const release: DisassociatedRelease = {
    clusters: [
      {
        size: 6,
        recordChunks: [
          [['x'], ['x'], ['x']],
          [['y'], ['y'], ['y']],
        ],
        termChunk: ['t'],
      },
    ],
    jointClusters: [],
    sizesInferred: false,
  };
  expect(checkRelease(release, { k: 3, m: 2 })).toEqual([]);
  expect(checkRelease(release, { k: 3, m: 2 }, { strict: true })).toEqual([
    { rule: 'lemma 2, strict', cluster: 0, jointCluster: null, chunk: null, items: [], found: 8, wanted: 9 },
  ]);
});

test('60 equal items in k rows do not cost every combination of them', () => {
  const items = Array.from({ length: 60 }, (_, at) => `i${at}`);
  const release: DisassociatedRelease = {
    clusters: [{ size: 3, recordChunks: [[items, items, items]], termChunk: [] }],
    jointClusters: [],
    sizesInferred: false,
  };
  expect(checkRelease(release, { k: 3, m: 10 })).toEqual([]);
});

describe('two items that can never meet, because one term stands where another chunk over the cluster has it too', () => {
  const [s, t] = [
    [['s'], ['s'], ['s']],
    [['t'], ['t'], ['t']],
  ];
  const member = (termChunk: readonly string[]): Cluster => ({
    size: 6,
    recordChunks: [[['a'], ['a'], ['a']]],
    termChunk: ['z', 'y', ...termChunk],
  });
  const rules = (clusters: readonly Cluster[], jointClusters: DisassociatedRelease['jointClusters']) =>
    checkRelease({ clusters, jointClusters, sizesInferred: false }, { k: 3, m: 2 }).map(
      ({ rule, jointCluster, chunk, cluster, items }) => ({
        rule,
        at: [jointCluster, chunk, cluster],
        items,
      }),
    );
  const plain = [member([]), member([]), member([])];

  test('in two shared chunks of one joint cluster', () => {
    const found = rules(plain, [{ clusters: [0, 1], sharedChunks: [s, t, s] }] as never);
    expect(found).toEqual([0, 1].map((cluster) => ({ rule: 'divided shared terms', at: [0, 2, cluster], items: ['s'] })));
  });

  test('in shared chunks of two joint clusters over one cluster', () => {
    const joint = [
      { clusters: [0, 1], sharedChunks: [s] },
      { clusters: [1, 2], sharedChunks: [s] },
    ];
    expect(rules(plain, joint as never)).toEqual([{ rule: 'divided shared terms', at: [1, 0, 1], items: ['s'] }]);
  });

  test('in a shared chunk and in the term chunk of a member', () => {
    expect(rules([member([]), member(['s'])], [{ clusters: [0, 1], sharedChunks: [s] }] as never)).toEqual([
      { rule: 'shared term, term chunk', at: [0, 0, 1], items: ['s'] },
    ]);
  });

  test('in shared chunks over different clusters: allowed', () => {
    const joint = [
      { clusters: [0, 1], sharedChunks: [s] },
      { clusters: [2, 3], sharedChunks: [s] },
    ];
    expect(rules([...plain, member([])], joint as never)).toEqual([]);
  });
});
