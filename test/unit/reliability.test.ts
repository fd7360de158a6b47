import { seeded } from '../../shared/core/random/random.ts';
import { reliability, Stated } from '../../shared/core/statistics/reliability.ts';

/** Cells of a model that says p, spread by `shape`, where the truth is `truth(p)`. */
function stated(seed: string, cells: number, truth: (p: number) => number): Stated {
  const random = seeded('reliability', seed);
  const all = new Stated();
  for (let cell = 0; cell < cells; cell += 1) {
    const p = random.unit();
    all.add(p, random.unit() < truth(p) ? 1 : 0);
  }
  return all;
}

describe('reliability', () => {
  test('a calibrated model shows the floor, on average', () => {
    for (const cells of [200, 1900]) {
      const runs = Array.from({ length: 100 }, (_, run) => reliability(stated(`floor ${run}`, cells, (p) => p).counts()));
      const mean = (of: 'error' | 'floor'): number => runs.reduce((total, each) => total + (each?.[of] ?? 0), 0) / runs.length;
      expect(mean('error') / mean('floor')).toBeCloseTo(1, 1);
      expect(mean('floor')).toBeCloseTo(cells === 200 ? 0.072 : 0.023, 2);
    }
  });

  test('a model that is too sure shows by how much', () => {
    const found = reliability(stated('sure', 40_000, (p) => 0.5 + (p - 0.5) / 2).counts());
    expect(found?.error).toBeCloseTo(0.125, 2);
    expect(found?.bins).toHaveLength(10);
    for (const { cells } of found?.bins ?? []) expect(cells / 4000).toBeCloseTo(1, 1);
  });

  test('cells of equal probability stay together, however many', () => {
    const all = new Stated();
    for (let cell = 0; cell < 100; cell += 1) all.add(cell < 70 ? 0.2 : 0.2 + cell / 200, 0);
    const bins = reliability(all.counts())?.bins ?? [];
    expect(bins[0]).toEqual({ cells: 70, said: expect.closeTo(0.2, 12), was: 0 });
    expect(bins.map(({ cells }) => cells)).toEqual([70, 10, 10, 10]);
  });

  test('of no cells there is nothing to say', () => {
    expect(reliability([])).toBeNull();
  });

  test('counts add up to the same in any order', () => {
    const [a, b] = [stated('a', 500, (p) => p), stated('b', 500, (p) => p)];
    const [one, other] = [new Stated(), new Stated()];
    one.merge(a.counts());
    one.merge(b.counts());
    other.merge(b.counts());
    other.merge(a.counts());
    expect(one.counts()).toEqual(other.counts());
  });
});
