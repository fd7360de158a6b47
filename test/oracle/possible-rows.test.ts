// In how many rows a pair may stand at most, against all worlds of small clusters.

import { seeded } from '../../shared/core/random/random.ts';
import { PossibleRows } from '../../shared/kinds/disassociated/core/breach/possible-rows.ts';
import { possibleWorlds } from '../../shared/kinds/disassociated/core/breach/possible-worlds.ts';
import type { Cluster } from '../../shared/kinds/disassociated/core/model.ts';

test('no world holds a pair in more rows than are said to be possible, and mostly some world in as many', () => {
  const random = seeded('possible rows');
  let [tried, reached] = [0, 0];
  for (let round = 0; round < 150; round += 1) {
    const size = 4 + random.below(3);
    const chunk = (items: readonly string[]): string[][] =>
      Array.from({ length: size }, () => items.filter(() => random.unit() < 0.6)).filter((own) => own.length > 0);
    const cluster: Cluster = { size, recordChunks: [chunk(['a', 'b']), chunk(['x', 'y'])], termChunk: ['t', 'u'] };
    const itemsets = [
      ['a', 'x'],
      ['b', 'y'],
    ].filter((pair) => pair.every((item) => cluster.recordChunks.flat(2).includes(item)));
    const k = 2 + random.below(2);
    const rows = new PossibleRows({ clusters: [cluster], jointClusters: [], sizesInferred: false }, k);
    const { exact, itemsets: found } = possibleWorlds(cluster, { k, itemsets, random });
    expect(exact).toBe(true);
    for (const { items, greatest } of found ?? []) {
      tried += 1;
      const most = rows.most(items, Infinity);
      expect(most).toBeGreaterThanOrEqual(greatest);
      if (most === greatest) reached += 1;
    }
  }
  expect(tried).toBeGreaterThan(150);
  expect(reached / tried).toBeGreaterThan(0.8);
});
