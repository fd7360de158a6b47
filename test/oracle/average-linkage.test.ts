// Clusters at every scale, against joining whatever are closest on average over all pairs of their members, those that tie at once.
import { seeded } from '../../shared/core/random/random.ts';
import { averageLinkage } from '../../shared/kinds/relational/core/attack/similarity.ts';

test.each(Array.from({ length: 80 }, (_, seed) => seed))('random distances, some of them unknown, seed %s', (seed) => {
  const random = seeded('linkage', seed);
  const points = 1 + random.below(9);
  // Powers of two add up exactly, whatever the order.
  const known = Array.from({ length: points }, () =>
    Array.from({ length: points }, () => (random.below(4) === 0 ? null : random.below(seed % 2 === 0 ? 4 : 1 << 20))),
  );
  const distance = (a: number, b: number): number | null => known[Math.min(a, b)]?.[Math.max(a, b)] ?? null;
  let clusters = Array.from({ length: points }, (_, at) => [at]);
  const expected: number[][] = [];
  for (;;) {
    const mean = (one: readonly number[], other: readonly number[]): number => {
      const own = one.flatMap((a) => other.flatMap((b) => distance(a, b) ?? []));
      return own.length === 0 ? Infinity : own.reduce((sum, each) => sum + each, 0) / own.length;
    };
    const couples = clusters.flatMap((one, at) => clusters.slice(at + 1).map((other) => ({ one, other, far: mean(one, other) })));
    const least = Math.min(...couples.map(({ far }) => far));
    if (!Number.isFinite(least)) break;
    const groups = clusters.map((own) => new Set([own]));
    for (const { one, other, far } of couples) {
      if (far > least) continue;
      const [a, b] = [one, other].map((own) => groups.find((group) => group.has(own)) as Set<number[]>) as [Set<number[]>, Set<number[]>];
      if (a === b) continue;
      for (const each of b) a.add(each);
      groups.splice(groups.indexOf(b), 1);
    }
    clusters = groups.map((group) => [...group].flat().sort((a, b) => a - b)).sort(([a], [b]) => (a as number) - (b as number));
    expected.push(
      ...clusters.filter(
        (_, at) => (groups.find((group) => [...group].flat().includes(clusters[at]?.[0] as number)) as Set<number[]>).size > 1,
      ),
    );
  }
  expect(averageLinkage(points, distance)).toEqual(expected);
});
