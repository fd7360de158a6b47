import { hashText, seeded, shuffle, streamOf } from '../../shared/core/random/random.ts';

describe('seeded', () => {
  test('gives the same stream for the same parts, and another for other parts or another split of them', () => {
    const first = (...parts: (string | number)[]) => {
      const random = seeded(...parts);
      return Array.from({ length: 5 }, () => random.unit());
    };
    expect(first(1, 'ra', 'group')).toEqual(first(1, 'ra', 'group'));
    expect(first(1, 'ra', 'group')).not.toEqual(first(2, 'ra', 'group'));
    expect(first('ab', 'c')).not.toEqual(first('a', 'bc'));
  });

  test('stays in [0, 1) and has the moments of a uniform variable', () => {
    const random = seeded('moments');
    const n = 100_000;
    let sum = 0;
    let squares = 0;
    let outside = 0;
    for (let at = 0; at < n; at += 1) {
      const u = random.unit();
      if (!(u >= 0 && u < 1)) outside += 1;
      sum += u;
      squares += u * u;
    }
    expect(outside).toBe(0);
    expect(sum / n).toBeCloseTo(1 / 2, 2);
    expect(squares / n).toBeCloseTo(1 / 3, 2);
  });

  test('below(n) gives each value equally often (chi-square within 5 deviations)', () => {
    const random = seeded('below');
    const counts = new Array<number>(7).fill(0);
    for (let at = 0; at < 70_000; at += 1) {
      const value = random.below(7);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const chi = counts.reduce((total, count) => total + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(6 + 5 * Math.sqrt(12));
  });

  test('below(n) near 2^32 draws the words again that would favour small numbers', () => {
    // Two thirds of 2^32: a third of the words are drawn again, and both halves are as likely.
    const [below, random] = [Math.floor((2 ** 32 * 2) / 3), seeded('far')];
    const low = Array.from({ length: 20_000 }, () => random.below(below)).filter((value) => value < below / 2).length;
    expect(Math.abs(low - 10_000)).toBeLessThan(5 * Math.sqrt(5_000));
  });

  test('branches of a stream depend on its name and their number alone, and are like streams of other names', () => {
    const first = (branch: number, before: number): number[] => {
      const random = streamOf('branches');
      for (let at = 0; at < before; at += 1) random.unit();
      random.branch(branch);
      return Array.from({ length: 4 }, () => random.unit());
    };
    expect(first(3, 0)).toEqual(first(3, 17));
    expect(new Set(Array.from({ length: 2_000 }, (_, branch) => first(branch, 0)).flat()).size).toBe(8_000);
    // The same draw of neighbouring branches: their correlation is that of chance, and each has the mean of a uniform variable.
    for (let at = 0; at < 4; at += 1) {
      const values = Array.from({ length: 10_000 }, (_, branch) => first(branch, 0)[at] - 0.5);
      const product = values.reduce((sum, value, branch) => sum + value * (values[branch + 1] ?? 0), 0);
      expect(Math.abs(values.reduce((sum, value) => sum + value, 0))).toBeLessThan(5 * Math.sqrt(10_000 / 12));
      expect(Math.abs(product)).toBeLessThan((5 * Math.sqrt(10_000)) / 12);
    }
  });

  test('shuffle gives each permutation of three equally often', () => {
    const random = seeded('shuffle');
    const counts = new Map<string, number>();
    for (let at = 0; at < 6_000; at += 1) {
      const key = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

test('hashText separates 50,000 short texts', () => {
  const seen = new Set<string>();
  for (let at = 0; at < 50_000; at += 1) seen.add(hashText(`item ${at}`).join());
  expect(seen.size).toBe(50_000);
});
