import { exp, log1p, logistic, logSumExp, mean, powerOfTwo, sum, timesPowerOfTwo } from '../../shared/core/numeric/numeric.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';

/** The distance to the next number away from 0. */
function ulp(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return view.getFloat64(0) - Math.abs(value);
}

/** Both signs, from 1e-300 up to `most`, evenly in the exponent and evenly in between. */
function* spread(random: Random, most: number, count: number): Generator<number> {
  for (let at = 0; at < count; at += 1) {
    const sign = random.unit() < 0.5 ? -1 : 1;
    yield sign * most * 10 ** (-300 * random.unit());
    yield sign * most * random.unit();
    yield sign * Math.min(most, 3) * random.unit();
  }
}

describe('within a few units in the last place of what this machine computes', () => {
  const FUNCTIONS: readonly [string, (x: number) => number, (x: number) => number, number, number][] = [
    ['exp', exp, Math.exp, 740, 2],
    ['log1p', (x) => log1p(Math.abs(x)), (x) => Math.log1p(Math.abs(x)), 1e300, 2],
    ['log1p below 0', (x) => log1p(-Math.abs(x)), (x) => Math.log1p(-Math.abs(x)), 1, 2],
  ];
  test.each(FUNCTIONS)('%s', (name, own, theirs, most, units) => {
    let worst = 0;
    for (const x of spread(seeded('numeric', name), most, 10_000)) {
      const expected = theirs(x);
      if (!Number.isFinite(expected)) expect(own(x)).toBe(expected);
      else worst = Math.max(worst, Math.abs(own(x) - expected) / ulp(expected));
    }
    expect(worst).toBeLessThanOrEqual(units);
  });

  test('logistic: the two sides add up to 1, and the far side is e^x', () => {
    for (const x of spread(seeded('logistic'), 30, 2_000)) expect(Math.abs(logistic(x) + logistic(-x) - 1)).toBeLessThanOrEqual(2.3e-16);
    expect(logistic(0)).toBe(0.5);
    expect(logistic(-700) / Math.exp(-700)).toBeCloseTo(1, 14);
  });
});

test.each([
  [exp, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [exp, Number.NEGATIVE_INFINITY, 0],
  [exp, 0, 1],
  [exp, 709.782712893384, 1.7976931348622732e308],
  [exp, 710, Number.POSITIVE_INFINITY],
  [exp, -745.1332191019411, 5e-324],
  [exp, -746, 0],
  [log1p, -1, Number.NEGATIVE_INFINITY],
  [log1p, -2, Number.NaN],
  [log1p, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [log1p, 1e-320, 1e-320],
  [logistic, Number.POSITIVE_INFINITY, 1],
  [logistic, Number.NEGATIVE_INFINITY, 0],
  [logistic, Number.NaN, Number.NaN],
  [exp, Number.NaN, Number.NaN],
])('%p at %p is %p', (own, x, expected) => {
  expect(own(x)).toBe(expected);
});

describe('sum', () => {
  /** Exact, in whole units of 2^-1074. */
  const exactly = (values: readonly number[]): number => {
    const units = (value: number): bigint => {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, Math.abs(value));
      const bits = view.getBigUint64(0);
      const exponent = bits >> 52n;
      const fraction = bits & (2n ** 52n - 1n);
      const size = exponent === 0n ? fraction : (fraction + 2n ** 52n) << (exponent - 1n);
      return value < 0 ? -size : size;
    };
    const total = values.reduce((soFar, value) => soFar + units(value), 0n);
    const bits = (total < 0n ? -total : total).toString(2).length;
    // Number() of a whole number rounds to nearest, ties to even, as the sum should.
    const drop = BigInt(Math.max(0, bits - 1000));
    return Number(total >> drop) * 2 ** (Number(drop) - 537) * 2 ** -537;
  };

  test('equals the exact sum, rounded once, on values of very different sizes', () => {
    const random = seeded('sum');
    for (let round = 0; round < 2_000; round += 1) {
      const values = Array.from({ length: 1 + random.below(12) }, () => (random.unit() - 0.5) * 2 ** (random.below(140) - 70));
      expect(sum(values)).toBe(exactly(values));
    }
  });

  test('has the same bits in any order, where the plain sum has not', () => {
    const random = seeded('order');
    const values = Array.from({ length: 1_000 }, () => (random.unit() - 0.5) * 10 ** random.below(20));
    const first = sum(values);
    const plain = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      shuffle(values, random);
      expect(sum(values)).toBe(first);
      plain.add(values.reduce((total, value) => total + value, 0));
    }
    expect(plain.size).toBeGreaterThan(1);
  });

  test.each([
    [[], 0],
    [[1e16, 1, -1e16], 1],
    [[1, 2 ** -53, 2 ** -106], 1 + 2 ** -52],
    [[1, 2 ** -53, -(2 ** -106)], 1],
    [[1e308, 1e308, -1e308], 1e308],
    [[1e308, 1e308, -1e308, -1e308, 5e-324], 5e-324],
    [[1e308, 1e308], Number.POSITIVE_INFINITY],
    [[Number.MAX_VALUE, 2 ** 969], Number.MAX_VALUE],
    [[Number.MAX_VALUE, 2 ** 970], Number.POSITIVE_INFINITY],
    [[-1e308, -1e308, 1], Number.NEGATIVE_INFINITY],
    [[5e-324, 5e-324], 1e-323],
    [[1, Number.POSITIVE_INFINITY], Number.POSITIVE_INFINITY],
    [[1e308, 1e308, Number.NEGATIVE_INFINITY], Number.NEGATIVE_INFINITY],
    [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], Number.NaN],
    [[1, Number.NaN], Number.NaN],
  ])('of %j is %d', (values, expected) => {
    expect(sum(values)).toBe(expected);
    expect(sum(values.toReversed())).toBe(expected);
  });
});

test('mean: of finite values it is finite, of none it is NaN', () => {
  expect(mean([1e308, 1.5e308])).toBe(1.25e308);
  expect(mean([0.1, 0.2, 0.3])).toBe(0.6 / 3);
  expect(mean([])).toBeNaN();
  expect(mean([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
});

test('logSumExp neither overflows nor loses the small ones, in any order', () => {
  expect(logSumExp([1000, 1000])).toBeCloseTo(1000 + Math.LN2, 12);
  expect(logSumExp([0, -40])).toBe(Math.exp(-40));
  expect(logSumExp([-3, 2, 0.5])).toBe(logSumExp([0.5, -3, 2]));
  expect(logSumExp([])).toBe(Number.NEGATIVE_INFINITY);
  expect(logSumExp([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(Number.NEGATIVE_INFINITY);
  expect(logSumExp([Number.POSITIVE_INFINITY, 1])).toBe(Number.POSITIVE_INFINITY);
  expect(logSumExp([Number.NaN, 1])).toBeNaN();
});

test('powers of two are exact', () => {
  for (let exponent = -1074; exponent <= 1023; exponent += 1) expect(powerOfTwo(exponent)).toBe(2 ** exponent);
  expect(timesPowerOfTwo(1, 2000)).toBe(Number.POSITIVE_INFINITY);
  expect(timesPowerOfTwo(5e-324, 2000)).toBe(2 ** 926);
  expect(timesPowerOfTwo(2 ** 1000, -2074)).toBe(5e-324);
  expect(timesPowerOfTwo(1, -3000)).toBe(0);
});
