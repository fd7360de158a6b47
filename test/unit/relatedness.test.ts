import { cosine, jaccard, ngd, npmi, type PairCounts, pmi } from '../../shared/core/relatedness/relatedness.ts';

const counts = (x: number, y: number, both: number, size = 1000): PairCounts => ({ x, y, both, size });

describe('ngd', () => {
  test('the formula of the spec', () => {
    expect(ngd(counts(100, 10, 5))).toEqual({ state: 'ok', value: (Math.log(100) - Math.log(5)) / (Math.log(1000) - Math.log(10)) });
    expect(ngd(counts(7, 7, 7))).toEqual({ state: 'ok', value: 0 });
    expect(ngd(counts(100, 10, 1)).value).toBeCloseTo(1, 12);
  });

  test('both orders give the same', () => {
    expect(ngd(counts(30, 9, 4))).toEqual(ngd(counts(9, 30, 4)));
  });

  test.each([
    ['x is not attested', counts(0, 10, 0)],
    ['y is not attested', counts(10, 0, 0)],
    ['x cannot be asked for', counts(Number.NaN, 10, Number.NaN)],
    ['the pair has no answer', counts(10, 10, Number.NaN)],
    ['the rarer term is in every document', counts(1000, 1000, 1000)],
    ['the source is empty', counts(0, 0, 0, 0)],
  ])('undefined: %s', (_, pair) => {
    expect(ngd(pair)).toEqual({ state: 'undefined', value: Number.NaN });
  });

  test('never together: 1 for rare strangers, more for frequent ones', () => {
    // The spec's example: two terms seen once in 100,000 documents would be 0.06 apart with half a document alone.
    const strangers = counts(1, 1, 0, 100_000);
    expect(ngd(strangers)).toEqual({ state: 'never together', value: 1 });
    expect(ngd(strangers, 'half').value).toBeCloseTo(0.06, 3);
    const frequent = counts(500, 400, 0);
    expect(ngd(frequent).value).toBeCloseTo(Math.log(1000) / Math.log(2.5), 12);
    expect(ngd(frequent)).toEqual(ngd(frequent, 'half'));
    expect(ngd(frequent, 'infinite')).toEqual({ state: 'never together', value: Number.POSITIVE_INFINITY });
  });

  test('unreliable: together more often than the rarer one, as computed', () => {
    const { state, value } = ngd(counts(20, 10, 40));
    expect(state).toBe('unreliable');
    expect(value).toBeCloseTo(Math.log(0.5) / Math.log(100), 12);
    expect(ngd(counts(2000, 10, 5)).state).toBe('unreliable');
  });
});

describe('pmi and npmi', () => {
  test('independent terms are at 0, those always together at the top', () => {
    expect(pmi(counts(100, 10, 1)).value).toBeCloseTo(0, 12);
    expect(npmi(counts(10, 10, 10)).value).toBeCloseTo(1, 12);
    expect(pmi(counts(10, 10, 10)).value).toBeCloseTo(Math.log(100), 12);
  });

  test('never together', () => {
    expect(pmi(counts(1, 1, 0, 100_000))).toEqual({ state: 'never together', value: 0 });
    expect(pmi(counts(500, 400, 0)).value).toBeCloseTo(Math.log(0.5 / 200), 12);
    expect(pmi(counts(1, 1, 0, 100_000), 'half').value).toBeCloseTo(Math.log(50_000), 12);
    expect(pmi(counts(5, 4, 0), 'infinite')).toEqual({ state: 'never together', value: Number.NEGATIVE_INFINITY });
    expect(npmi(counts(5, 4, 0))).toEqual({ state: 'never together', value: -1 });
  });

  test('a pair in every document has a PMI and no NPMI', () => {
    expect(pmi(counts(1000, 1000, 1000)).state).toBe('ok');
    expect(npmi(counts(1000, 1000, 1000)).state).toBe('undefined');
  });

  test('states', () => {
    expect(pmi(counts(0, 4, 0)).state).toBe('undefined');
    expect(npmi(counts(0, 4, 0)).state).toBe('undefined');
    expect(pmi(counts(3, 4, 9)).state).toBe('unreliable');
    expect(npmi(counts(3, 4, 9)).state).toBe('unreliable');
  });
});

test('jaccard: the documents with both over those with either', () => {
  expect(jaccard(counts(10, 20, 5))).toEqual({ state: 'ok', value: 0.2 });
  expect(jaccard(counts(10, 20, 0))).toEqual({ state: 'never together', value: 0 });
  expect(jaccard(counts(0, 20, 0)).state).toBe('undefined');
  expect(jaccard(counts(3, 4, 9)).state).toBe('unreliable');
});

describe('cosine', () => {
  const vector = (...values: number[]): Float32Array => Float32Array.from(values);

  test('angles', () => {
    expect(cosine(vector(1, 0), vector(0, 2))).toEqual({ state: 'ok', value: 0 });
    expect(cosine(vector(3, 4), vector(6, 8)).value).toBe(1);
    expect(cosine(vector(1, 1), vector(-1, -1)).value).toBeCloseTo(-1, 12);
  });

  test('without a vector or without a direction there is no angle', () => {
    expect(cosine(null, vector(1)).state).toBe('undefined');
    expect(cosine(vector(0, 0), vector(1, 0)).state).toBe('undefined');
    expect(() => cosine(vector(1), vector(1, 2))).toThrow(RangeError);
  });
});
