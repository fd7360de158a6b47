// Clusters at every scale, against joining whatever two are closest on average over all pairs of their members.
import { seeded } from '../../shared/core/random/random.ts';
import { averageLinkage } from '../../shared/kinds/relational/core/attack/similarity.ts';

test.each(Array.from({ length: 80 }, (_, seed) => seed))('random distances, some of them unknown, seed %s', (seed) => {
  const random = seeded('linkage', seed);
  const points = 1 + random.below(9);
  // Powers of two add up exactly, whatever the order.
  const known = Array.from({ length: points }, () =>
    Array.from({ length: points }, () => (random.below(4) === 0 ? null : random.below(1 << 20))),
  );
  const distance = (a: number, b: number): number | null => known[Math.min(a, b)]?.[Math.max(a, b)] ?? null;
  let clusters = Array.from({ length: points }, (_, at) => [at]);
  const expected: number[][] = [];
  for (;;) {
    let best: { readonly one: number[]; readonly other: number[]; readonly far: number } | null = null;
    for (const [at, one] of clusters.entries())
      for (const other of clusters.slice(at + 1)) {
        const own = one.flatMap((a) => other.flatMap((b) => distance(a, b) ?? []));
        const far = own.reduce((sum, each) => sum + each, 0) / own.length;
        if (own.length > 0 && (best === null || far < best.far)) best = { one, other, far };
      }
    if (best === null) break;
    const { one, other } = best;
    const joined = [...one, ...other].toSorted((a, b) => a - b);
    expected.push(joined);
    clusters = clusters.flatMap((own) => (own === one ? [joined] : own === other ? [] : [own]));
  }
  expect(averageLinkage(points, distance)).toEqual(expected);
});
