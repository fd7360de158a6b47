import { readFileSync } from 'node:fs';
import { seeded } from '../../shared/core/random/random.ts';
import { coverProblems } from '../../shared/kinds/disassociated/core/breach/cover-problems.ts';
import { possibleWorlds } from '../../shared/kinds/disassociated/core/breach/possible-worlds.ts';
import type { Cluster } from '../../shared/kinds/disassociated/core/model.ts';

const golden = JSON.parse(readFileSync('test/golden/cover-problem.json', 'utf8'));
const figure1 = golden.release.clusters[0] as Cluster;

describe('golden: cover-problem.json', () => {
  test('figure 1: 60 worlds, 24 valid; Side Effects with Cancer in 1 to 2 rows, Surgery with Cancer in 2', () => {
    const worlds = possibleWorlds(figure1, {
      k: 3,
      itemsets: [
        ['Side Effects', 'Cancer'],
        ['Surgery', 'Cancer'],
      ],
      random: seeded('worlds'),
    });
    expect([worlds.exact, worlds.total, worlds.valid]).toEqual([true, golden.worlds.total, golden.worlds.valid]);
    expect(worlds.itemsets?.map(({ least, greatest }) => [least, greatest])).toEqual([
      golden.worlds['rows with Side Effects and Cancer in valid worlds'],
      golden.worlds['rows with Surgery and Cancer in valid worlds'],
    ]);
    expect(worlds.itemsets?.map(({ share }) => share)).toEqual([0, 0]);
  });

  test('figure 3: 6 worlds, 5 valid', () => {
    const { anchoring, second, worlds } = golden.figure_3;
    const cluster = { size: 4, recordChunks: [anchoring, second], termChunk: [] };
    const found = possibleWorlds(cluster, { k: 2, itemsets: [['e', 'c']], random: seeded('worlds') });
    expect([found.total, found.valid]).toEqual([worlds.total, worlds.valid]);
  });
});

/** Every order of every deck is dealt, and equal worlds are thrown together. */
function slowWorlds(cluster: Cluster, k: number, terms: readonly string[]): Set<string>[][] {
  const orders = <T>(values: readonly T[]): T[][] =>
    values.length === 0
      ? [[]]
      : values.flatMap((value, at) => orders([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]));
  const padded = (chunk: readonly (readonly string[])[]) => [
    ...chunk,
    ...Array.from({ length: cluster.size - chunk.length }, () => [] as string[]),
  ];
  const [anchoring, ...later] = cluster.recordChunks;
  let worlds: string[][][] = [padded(anchoring ?? []).map((row) => [...row])];
  for (const chunk of later) {
    const deals = [...new Map(orders(padded(chunk)).map((deal) => [JSON.stringify(deal), deal])).values()];
    worlds = worlds.flatMap((world) => deals.map((deal) => world.map((row, at) => [...row, ...(deal[at] ?? [])])));
  }
  for (const term of terms) {
    const subsets = Array.from({ length: 2 ** cluster.size }, (_, bits) =>
      Array.from({ length: cluster.size }, (__, at) => ((bits >> at) & 1) === 1),
    ).filter((set) => {
      const chosen = set.filter(Boolean).length;
      return chosen >= 1 && chosen <= k - 1;
    });
    worlds = worlds.flatMap((world) => subsets.map((set) => world.map((row, at) => (set[at] ? [...row, term] : row))));
  }
  const fillable = (k - 1) * (cluster.termChunk.length - terms.length);
  return worlds
    .filter((world) => world.filter((row) => row.length === 0).length <= fillable)
    .map((world) => world.map((row) => new Set(row)));
}

test('equals dealing every order of the cards on 200 seeded clusters, with and without terms', () => {
  const random = seeded('deals');
  let withTerms = 0;
  let restricted = 0;
  for (let round = 0; round < 200; round += 1) {
    const size = 2 + random.below(3);
    const chunk = (names: readonly string[]) =>
      Array.from({ length: 1 + random.below(size) }, () => names.filter(() => random.below(2) === 0)).map((row) =>
        row.length === 0 ? [names[0]] : row,
      );
    const cluster: Cluster = {
      size,
      recordChunks: [chunk(['a', 'b']), chunk(['x', 'y']), ...(random.below(3) === 0 ? [chunk(['z'])] : [])],
      termChunk: random.below(2) === 0 ? [] : ['t', 'u'],
    };
    const k = 2 + random.below(2);
    const itemset = random.below(2) === 0 && cluster.termChunk.length > 0 ? ['a', 't'] : ['a', 'x'];
    const worlds = slowWorlds(cluster, k, itemset.includes('t') ? ['t'] : []);
    const pairs = coverProblems(cluster)
      .filter(({ support, coveredSupport }) => support + coveredSupport - size < k)
      .flatMap(({ item, covered }) => covered.map((other) => [item, other]));
    const rows = (world: readonly Set<string>[], items: readonly string[]) =>
      world.filter((row) => items.every((item) => row.has(item))).length;
    const valid = worlds.filter((world) => pairs.every((pair) => rows(world, pair) < k));
    const found = possibleWorlds(cluster, { k, itemsets: [itemset], random });
    expect([found.exact, found.total, found.valid]).toEqual([true, worlds.length, valid.length]);
    if (valid.length === 0) expect(found.itemsets).toBeNull();
    else {
      const counts = valid.map((world) => rows(world, itemset));
      const [first] = found.itemsets ?? [];
      expect([first?.least, first?.greatest]).toEqual([Math.min(...counts), Math.max(...counts)]);
      expect(first?.mean).toBeCloseTo(counts.reduce((sum, each) => sum + each, 0) / counts.length, 10);
      expect(first?.share).toBeCloseTo(counts.filter((each) => each >= k).length / counts.length, 10);
    }
    if (itemset.includes('t')) withTerms += 1;
    if (valid.length < worlds.length) restricted += 1;
  }
  expect(withTerms).toBeGreaterThan(20);
  expect(restricted).toBeGreaterThan(8);
});

test('drawn worlds agree with the exact ones, and their interval holds the exact share', () => {
  const cluster: Cluster = {
    size: 6,
    recordChunks: [
      [['a'], ['a'], ['a'], ['b'], ['b'], ['b']],
      [['x'], ['x'], ['x'], ['y']],
    ],
    termChunk: ['t'],
  };
  const itemsets = [
    ['a', 'x'],
    ['a', 't'],
  ];
  const exact = possibleWorlds(cluster, { k: 2, itemsets, random: seeded('exact') });
  const drawn = possibleWorlds(cluster, { k: 2, itemsets, limit: 1, samples: 20_000, random: seeded('drawn') });
  expect([exact.exact, drawn.exact]).toEqual([true, false]);
  expect(Math.abs(drawn.valid / drawn.total - exact.valid / exact.total)).toBeLessThan(0.02);
  drawn.itemsets?.forEach(({ mean, share, interval }, at) => {
    const truth = exact.itemsets?.[at];
    expect(Math.abs(mean - (truth?.mean ?? Number.NaN))).toBeLessThan(0.05);
    expect(interval?.[0]).toBeLessThanOrEqual(share);
    expect(truth?.share).toBeGreaterThanOrEqual((interval?.[0] ?? 1) - 0.005);
    expect(truth?.share).toBeLessThanOrEqual((interval?.[1] ?? 0) + 0.005);
  });
});
