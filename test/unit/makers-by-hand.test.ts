// What makers of releases and their losses come to, against every choice written out or by hand.
import { indexItems } from '../../shared/core/model/item-index.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { readHolders } from '../../shared/kinds/groups/core/holders.ts';
import { anatomy } from '../../shared/kinds/relational/core/anonymise/anatomy.ts';
import { conceptsOfClasses } from '../../shared/kinds/relational/core/attack/similarity.ts';
import { skewness } from '../../shared/kinds/relational/core/attack/skewness.ts';
import { lossesOf } from '../../shared/kinds/relational/core/loss/losses.ts';
import { sensitiveOf } from '../../shared/kinds/relational/core/model/classes.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { makePlausible } from '../../shared/kinds/sanitised-text/core/t-plausibility.ts';
import { utilityOf } from '../../shared/kinds/set-generalised/core/utility/utility.ts';
import { knownFrom } from '../helpers/relational.ts';

test('t-plausible texts: the fewest base texts, then the fewest levels, then those lowest in text order, of all choices', () => {
  for (let seed = 0; seed < 120; seed += 1) {
    const random = seeded('plausible', seed);
    const chains = Array.from({ length: random.below(5) }, () => {
      let leaves = 1;
      return Array.from({ length: 1 + random.below(4) }, (_, level) => {
        if (level > 0) leaves += random.below(4);
        return { name: `n${level}`, leaves };
      });
    });
    const t = 1 + random.below(24);
    let best: { readonly levels: readonly number[]; readonly key: readonly number[] } | null = null;
    const choose = (levels: readonly number[]): void => {
      const chain = chains[levels.length];
      if (chain !== undefined) {
        for (const level of chain.keys()) choose([...levels, level]);
        return;
      }
      const baseTexts = levels.reduce((product, level, at) => product * (chains[at]?.[level]?.leaves as number), 1);
      if (baseTexts < t) return;
      const key = [baseTexts, levels.reduce((sum, level) => sum + level, 0), ...levels];
      const differs = best === null ? 0 : key.findIndex((value, at) => value !== best?.key[at]);
      if (best === null || (differs >= 0 && key[differs] < best.key[differs])) best = { levels, key };
    };
    choose([]);
    const wanted = best as { readonly levels: readonly number[]; readonly key: readonly number[] } | null;
    expect(makePlausible(chains, t)).toEqual(wanted === null ? undefined : { levels: wanted.levels, baseTexts: wanted.key[0] });
  }
});

test('anatomy: each record once, each value at most once a bucket, as many buckets as there are l records', () => {
  let joined = 0;
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('anatomy', seed);
    const l = 2 + random.below(3);
    const values = Array.from({ length: l + random.below(4) }, (_, at) => `v${at}`);
    const rows = values.flatMap((value) => Array.from({ length: 1 + random.below(4) }, () => [value]));
    const sensitive = sensitiveOf(tableOf(['s'], rows).columns[0], ['']);
    if (sensitive.totals.some((total) => total * l > rows.length)) continue;
    const buckets = anatomy(sensitive, l, seed % 3 === 0 ? null : `seed ${seed}`);
    expect(buckets.flat().toSorted((a, b) => a - b)).toEqual(rows.map((_, row) => row));
    expect(buckets).toHaveLength(Math.floor(rows.length / l));
    for (const bucket of buckets) {
      expect(bucket.length).toBeGreaterThanOrEqual(l);
      expect(new Set(bucket.map((row) => sensitive.codes[row])).size).toBe(bucket.length);
      if (bucket.length > l) joined += 1;
    }
  }
  expect(joined).toBeGreaterThan(5);
});

test('a value that more than one in l holds is refused, and a record without one', () => {
  const of = (...values: string[]) =>
    sensitiveOf(
      tableOf(
        ['s'],
        values.map((value) => [value]),
      ).columns[0],
      [''],
    );
  expect(() => anatomy(of('a', 'a', 'b', 'c', 'a'), 2, null)).toThrow('is held by 3 > 5/2 records');
  expect(anatomy(of('a', 'a', 'b', 'c'), 2, null)).toHaveLength(2);
  expect(() => anatomy(of('a', ''), 2, null)).toThrow('record 2 has no known value');
});

const column = (name: string, values: readonly string[]) =>
  knownFrom({ columns: [name], rows: values.map((value) => [value]), quasi: [name] });
const loss = (values: readonly string[], domain: readonly string[], type: 'word' | 'number' = 'word') => {
  const known = column('a', values);
  return lossesOf(known.quasi, [{ type, hierarchy: null, missing: [''], values: domain }], known.classes, 2);
};

test('losses of columns without a hierarchy: sets of values and ranges of numbers', () => {
  // Two of three values: 2/3 of the domain, one step of two. The others stand as they are.
  expect(loss(['{a, b}', '{a, b}', 'c', 'c'], ['a', 'b', 'c'])).toMatchObject({ ncp: 1 / 3, lm: 1 / 4, height: null, discernibility: 8 });
  expect(loss(['*', '*'], ['a', 'b'])).toMatchObject({ ncp: 1, lm: 1 });
  expect(loss(['a', 'a'], ['a'])).toMatchObject({ ncp: 0, lm: 0 });
  // A quarter of 10 to 50, and what a range has beyond the ends does not count.
  expect(loss(['[10-20]', '[10-20]', '30', '30'], ['10', '30', '50'], 'number')).toMatchObject({ ncp: 1 / 8, lm: 1 / 8 });
  expect(loss(['[0-20]', '[40-90]'], ['10', '30', '50'], 'number')).toMatchObject({ ncp: 1 / 4, lm: 1 / 4 });
  expect(loss(['[10-20]', '10'], ['10'], 'number')).toMatchObject({ ncp: null, lm: null });
  expect(loss(['a', 'b', 'b', 'b'], ['a', 'b'])).toMatchObject({ meanClassSizeOverK: 1, discernibility: 10, suppressed: 0 });
});

test('skewness: the first of classes that are as far off, by ratio and by difference', () => {
  const known = knownFrom({
    columns: ['zip', 's'],
    rows: [
      ['1', 'flu'],
      ['1', 'flu'],
      ['2', 'cold'],
      ['2', 'cold'],
      ['3', 'flu'],
      ['3', 'cold'],
    ],
    quasi: ['zip'],
    sensitive: 's',
  });
  const { sensitive } = known.sensitive[0];
  expect(skewness(known.classes, sensitive)).toEqual({
    greatestRatio: { group: 0, value: 0, ratio: 2, difference: 0.5 },
    greatestDifference: { group: 0, value: 0, ratio: 2, difference: 0.5 },
    twice: 4 / 6,
    tenfold: 0,
    absent: 2,
    recordsWithAbsent: 4 / 6,
  });
  expect(skewness(known.classes, sensitive, [1])).toMatchObject({ twice: 2 / 6, absent: 1, recordsWithAbsent: 2 / 6 });
});

test('what a release of sets costs: suppressed, generalised and withheld occurrences', () => {
  const index = indexItems([{ items: ['a', 'b'] }, { items: ['a', 'c'] }, { items: ['d'] }, { items: ['b', 'c', 'd'] }]);
  const group = ['b', 'c'];
  const found = utilityOf(
    index,
    new Map<string, readonly string[] | string | null>([
      ['a', 'a'],
      ['b', group],
      ['c', group],
      ['d', null],
    ]),
  );
  // Of 8 occurrences two are suppressed, as general as all four items; four stand for two of four.
  expect(found).toMatchObject({
    items: 4,
    generalisedItems: 1,
    largestGeneralisedItem: 2,
    suppressedShare: 1 / 4,
    suppressedOccurrences: 2 / 8,
  });
  expect(found.ncp).toBeCloseTo((2 * 1 + 4 * (2 / 4)) / 8, 12);
  // (2^2 - 1) / (2^4 - 1) times 3 of 4 transactions.
  expect(found.utilityLossLog10).toBeCloseTo(Math.log10((3 / 15) * (3 / 4)), 12);
  const as = utilityOf(index, new Map(index.names.map((name) => [name, name])));
  expect(as).toMatchObject({ largestGeneralisedItem: 0, utilityLossLog10: null, suppressedOccurrences: 0, ncp: 0, pairCountError: 0 });
  const alone = indexItems([{ items: ['a'] }, { items: ['b'] }]);
  expect(utilityOf(alone, new Map(alone.names.map((name) => [name, name]))).pairCountError).toBeNull();
});

test('the original of groups: holders where transactions name their groups, none where they do not', async () => {
  const release = {
    groups: [
      { transactions: [['a'], ['b']], sensitive: new Map([['s', 1]]) },
      { transactions: [['a'], ['a']], sensitive: new Map([['s', 1]]) },
    ],
  };
  const read = (...lines: readonly (readonly [cluster: number | undefined, ...items: string[]])[]) => {
    async function* located() {
      for (const [at, [cluster, ...items]] of lines.entries()) yield { line: at + 1, items, ...(cluster === undefined ? {} : { cluster }) };
    }
    return readHolders('o.jsonl', located(), release);
  };
  const named = await read([0, 's', 'b'], [1, 'a'], [1, 'a', 's'], [0, 'a']);
  expect(named.holders).toEqual([
    [[], ['s']],
    [[], ['s']],
  ]);
  const nameless = await read([undefined, 's', 'b'], [undefined, 'a']);
  expect(nameless.holders).toBeNull();
  expect(nameless.parted).toEqual([
    { quasi: ['b'], sensitive: ['s'] },
    { quasi: ['a'], sensitive: [] },
  ]);
  await expect(read([0, 'a'], [undefined, 'b'])).rejects.toThrow('either every transaction names its group');
  await expect(read([2, 'a'])).rejects.toThrow('there is no group 2; the release has groups 0 to 1');
  await expect(read([0, 'a'], [0, 'a'])).rejects.toThrow('group 0 holds no (further) transaction');
  await expect(read([0, 'a'])).rejects.toThrow('the release has 4 transactions, this original 1');
});

test('groups of like values: only where a class says more of one than the file does', () => {
  const rows = [
    ['1', 'flu'],
    ['1', 'cold'],
    ['2', 'flu'],
    ['2', 'hiv'],
    ['3', 'hiv'],
    ['3', 'gout'],
  ];
  const known = knownFrom({ columns: ['zip', 's'], rows, quasi: ['zip'], sensitive: 's' });
  const { sensitive } = known.sensitive[0];
  const confidences = (...values: string[]) => {
    const share = values.reduce((sum, value) => sum + sensitive.shares[sensitive.values.indexOf(value)], 0);
    const holds = Uint8Array.from(sensitive.values, (value) => (values.includes(value) ? 1 : 0));
    return conceptsOfClasses(known.classes, sensitive, [{ name: 'like', share, holds, members: values.length }]).map(
      (each) => each?.confidence ?? null,
    );
  };
  // Half of the file: all of the first class, half of the second, none of the third.
  expect(confidences('flu', 'cold')).toEqual([1, null, null]);
  // A third of the file: half of a class is half as much again.
  expect(confidences('hiv')).toEqual([null, 0.5, 0.5]);
  expect(confidences()).toEqual([null, null, null]);
});
