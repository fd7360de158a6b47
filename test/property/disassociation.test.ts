import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { countBreaches, STRONG } from '../../shared/kinds/disassociated/core/breach/breaches.ts';
import { checkRelease } from '../../shared/kinds/disassociated/core/breach/check-release.ts';
import { coverProblems } from '../../shared/kinds/disassociated/core/breach/cover-problems.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate, disassociationFault } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import type { DisassociatedRelease } from '../../shared/kinds/disassociated/core/model.ts';
import { randomRecords, smallCases } from '../helpers/disassociation-data.ts';

const VARIANTS = [
  { refine: false, safe: false },
  { refine: true, safe: false },
  { refine: false, safe: true },
  { refine: true, safe: true },
];

/** How often a release shows a term: in record and shared chunks, and at least once in each term chunk that lists it. */
const shown = ({ clusters, jointClusters }: DisassociatedRelease): Map<string, number> => {
  const counts = new Map<string, number>();
  const all = [
    ...clusters.flatMap(({ recordChunks, termChunk }) => [...recordChunks.flat(2), ...termChunk]),
    ...jointClusters.flatMap((joint) => joint.sharedChunks.flat(2)),
  ];
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

test.each(VARIANTS)('every output holds its claim and stands for every transaction: %j', (variant) => {
  let [covered, loose, clusters] = [0, 0, 0];
  for (const { records, k, m, maxCluster } of smallCases(`claim ${JSON.stringify(variant)}`, 300)) {
    const { release, clusterOf, utility } = disassociate(codeRecords(records), { k, m, maxCluster, ...variant });
    expect(checkRelease(release, { k, m })).toEqual([]);
    // Releases that the strict check refuses have too few terms to fill their transactions.
    for (const { rule, cluster } of checkRelease(release, { k, m }, { strict: true })) {
      const { size, recordChunks, termChunk } = release.clusters[cluster ?? -1];
      const terms = new Set([...recordChunks.flat(2), ...termChunk]);
      expect([rule, (k - 1) * terms.size < size - k]).toEqual(['lemma 2, strict', true]);
      loose += 1;
    }
    clusters += release.clusters.length;
    const sizes = release.clusters.map((_, cluster) => clusterOf.filter((of) => of === cluster).length);
    expect(release.clusters.map(({ size }) => size)).toEqual(sizes);
    const problems = release.clusters.flatMap(coverProblems);
    if (variant.safe) expect(problems).toEqual([]);
    covered += problems.length;
    // Nothing is shown more often than it occurs, and nothing vanishes unless it was suppressed.
    const original = new Map<string, number>();
    for (const item of records.flat()) original.set(item, (original.get(item) ?? 0) + 1);
    const published = shown(release);
    for (const [term, count] of published) expect(count).toBeLessThanOrEqual(original.get(term) ?? 0);
    if (!variant.safe) expect([...published.keys()].sort()).toEqual([...original.keys()].sort());
    expect(utility.occurrences).toBe(records.flat().length);
    if (!variant.safe) expect([utility.suppressed, utility.moved]).toEqual([0, 0]);
  }
  expect(loose).toBeLessThan(clusters / 200);
  if (!variant.safe) expect(covered).toBeGreaterThan(20);
});

test('refining adds no term to a term chunk and changes no record chunk', () => {
  for (const { records, k, m, maxCluster } of smallCases('refining', 200)) {
    const data = codeRecords(records);
    const plain = disassociate(data, { k, m, maxCluster });
    const refined = disassociate(data, { k, m, maxCluster, refine: true });
    refined.release.clusters.forEach((cluster, at) => {
      const before = plain.release.clusters[at];
      expect(cluster.recordChunks).toEqual(before?.recordChunks);
      expect(before?.termChunk).toEqual(expect.arrayContaining([...cluster.termChunk]));
    });
    expect(refined.utility.inRecordChunks + refined.utility.inSharedChunks).toBeGreaterThanOrEqual(plain.utility.inRecordChunks);
  }
});

test('permuting clusters permutes breaches and changes no count', () => {
  const random = seeded('permute');
  for (const { records, k, m, maxCluster } of smallCases('permuted clusters', 100)) {
    const { release } = disassociate(codeRecords(records), { k, m, maxCluster });
    const order = shuffle(
      release.clusters.map((_, at) => at),
      random,
    );
    const other = { ...release, clusters: order.map((at) => release.clusters[at]), jointClusters: [] };
    const before = countBreaches(release, k, STRONG);
    const after = countBreaches(other, k, STRONG);
    expect(after.quantity).toBe(before.quantity);
    expect(order.map((at, place) => after.perCluster[place] - before.perCluster[at])).toEqual(order.map(() => 0));
  }
});

test('the order of the items in a transaction changes nothing, nor does that of sub-records tell the order of transactions', () => {
  const random = seeded('items');
  for (const { records, k, m, maxCluster } of smallCases('items', 60)) {
    const options = { k, m, maxCluster, refine: true };
    const once = disassociate(codeRecords(records), options);
    expect(disassociate(codeRecords(records.map((items) => shuffle([...items], random))), options).release).toEqual(once.release);
    for (const { recordChunks } of once.release.clusters) {
      for (const chunk of recordChunks) expect(chunk).toEqual(chunk.toSorted((a, b) => compare(a, b)));
    }
  }
  function compare(a: readonly string[], b: readonly string[]): number {
    for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
      if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1;
    }
    return a.length - b.length;
  }
});

test('clusters have k to max transactions at 5,000 records', () => {
  const records = randomRecords(seeded('sizes'), { records: 5_000, terms: 300, longest: 8, skew: 3 });
  const { release } = disassociate(codeRecords(records), { k: 4, m: 2, maxCluster: 20, refine: true, safe: true });
  for (const { size } of release.clusters) {
    expect(size).toBeGreaterThanOrEqual(4);
    expect(size).toBeLessThanOrEqual(20);
  }
  expect(checkRelease(release, { k: 4, m: 2 }, { strict: true })).toEqual([]);
  expect(release.clusters.flatMap(coverProblems)).toEqual([]);
});

test.each([
  [{ k: 1, m: 2, maxCluster: 5 }, 10, 'k is a whole number, at least 2'],
  [{ k: 2, m: 0, maxCluster: 5 }, 10, 'm is a whole number, at least 1'],
  [
    { k: 5, m: 2, maxCluster: 8 },
    10,
    'the maximum cluster size is at least 2k - 1 = 9: a larger cluster must divide into two of at least k',
  ],
  [{ k: 5, m: 2, maxCluster: 9 }, 4, '4 transactions cannot hide among k = 5'],
  [{ k: 5, m: 2, maxCluster: 9 }, 5, null],
])('options %j over %i transactions', (options, records, message) => {
  expect(disassociationFault(options, records)).toBe(message);
});
