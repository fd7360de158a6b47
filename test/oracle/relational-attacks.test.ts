// Attacks on tables against trying all: links, matchings of rows, deals; and their figures against closed forms, over planted associations.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { type LinkColumn, linkTables } from '../../shared/kinds/relational/core/attack/linking.ts';
import { baselinesOf, intervalOf, judgedValues, measureValues } from '../../shared/kinds/relational/core/attack/measure-values.ts';
import { minimality } from '../../shared/kinds/relational/core/attack/minimality.ts';
import { gibbs, membersOf, naiveBayes } from '../../shared/kinds/relational/core/attack/naive-bayes.ts';
import { homogeneity, type Posterior, probabilityOf } from '../../shared/kinds/relational/core/attack/posterior.ts';
import { matchRows } from '../../shared/kinds/relational/core/attack/row-matching.ts';
import { CellReader, cellCovers, compatible } from '../../shared/kinds/relational/core/model/cell.ts';
import { type Sensitive, tallyClasses } from '../../shared/kinds/relational/core/model/classes.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';

const CELLS = ['*', '[10-19]', '<20', '1*', '12', '15', '23', '>=20', '{12, 23}', '', '1[', '2*'];

function columnsOf(left: string[][], right: string[][]): LinkColumn[] {
  const [one, other] = [tableOf(['a', 'b'], left), tableOf(['a', 'b'], right)];
  return [0, 1].map((at): LinkColumn => {
    const [a, b] = [one.columns[at], other.columns[at]];
    if (a === undefined || b === undefined) throw new Error('two columns');
    return { left: a, right: b, reader: new CellReader({ type: 'number', hierarchy: null, missing: [''] }) };
  });
}

test('links equal comparing every person with every record', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('links', seed);
    const pick = (): string => CELLS[random.below(CELLS.length)];
    const left = Array.from({ length: 1 + random.below(8) }, () => [pick(), pick()]);
    const right = Array.from({ length: 1 + random.below(8) }, () => [pick(), pick()]);
    const linked = linkTables(columnsOf(left, right), left.length, right.length);
    const reader = new CellReader({ type: 'number', hierarchy: null, missing: [''] });
    for (const [person, cells] of left.entries()) {
      const wanted = right.flatMap((record, at) => (record.every((cell, column) => meets(reader, cells[column], cell)) ? [at] : []));
      const groups = linked.partners[linked.left.of[person]];
      expect(right.flatMap((_, at) => (groups.includes(linked.right.of[at]) ? [at] : []))).toEqual(wanted);
    }
  }
});

/** A value of the small world of these cells that both cover. */
function meets(reader: CellReader, a: string, b: string): boolean {
  const world = [...Array.from({ length: 40 }, (_, value) => String(value)), ...CELLS.filter((cell) => !reader.read(cell).all)];
  const found = world.some((value) => cellCovers(reader.read(a), value) && cellCovers(reader.read(b), value));
  expect(compatible(reader.read(a), reader.read(b))).toBe(found);
  return found;
}

test('possible pairs and free rows equal those over all greatest matchings', () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const random = seeded('matchings', seed);
    const kinds = 2 + random.below(3);
    const left = Array.from({ length: 1 + random.below(5) }, () => [String(random.below(kinds)), 'x']);
    const right = Array.from({ length: 1 + random.below(5) }, () => [random.below(3) === 0 ? '*' : String(random.below(kinds)), 'x']);
    const linked = linkTables(columnsOf(left, right), left.length, right.length);
    const found = matchRows(linked);
    const joins = (a: number, b: number): boolean => linked.partners[linked.left.of[a]].includes(linked.right.of[b]);
    const matchings: (number | null)[][] = [];
    const extend = (at: number, taken: readonly number[], chosen: readonly (number | null)[]): void => {
      if (at === left.length) {
        matchings.push([...chosen]);
        return;
      }
      extend(at + 1, taken, [...chosen, null]);
      for (let row = 0; row < right.length; row += 1)
        if (!taken.includes(row) && joins(at, row)) extend(at + 1, [...taken, row], [...chosen, row]);
    };
    extend(0, [], []);
    const size = (matching: readonly (number | null)[]): number => matching.filter((row) => row !== null).length;
    const greatest = Math.max(...matchings.map(size));
    const best = matchings.filter((matching) => size(matching) === greatest);
    expect(found.matched).toBe(greatest);
    expect(found.perfect).toBe(greatest === left.length && greatest === right.length);
    for (let a = 0; a < left.length; a += 1) {
      const wanted = new Set(best.flatMap((matching) => (matching[a] === null ? [] : [linked.right.of[matching[a] as number]])));
      // Equal rows are one group: what one of them may have, each may.
      for (let twin = 0; twin < left.length; twin += 1)
        if (linked.left.of[twin] === linked.left.of[a])
          for (const matching of best) if (matching[twin] !== null) wanted.add(linked.right.of[matching[twin] as number]);
      expect([...found.possible[linked.left.of[a]]].sort()).toEqual([...wanted].sort());
      const free = best.some((matching) => left.some((_, twin) => linked.left.of[twin] === linked.left.of[a] && matching[twin] === null));
      expect(found.leftFree[linked.left.of[a]]).toBe(free ? 1 : 0);
    }
    for (let b = 0; b < right.length; b += 1) {
      const free = best.some((matching) =>
        right.some((_, twin) => linked.right.of[twin] === linked.right.of[b] && !matching.includes(twin)),
      );
      expect(found.rightFree[linked.right.of[b]]).toBe(free ? 1 : 0);
    }
  }
});

test('naive Bayes over all deals equals writing them out, and drawing them comes close', () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const random = seeded('bayes', seed);
    const of = Int32Array.from({ length: 12 }, (_, record) => Math.floor(record / 3));
    const values = Array.from({ length: 4 }, () => [random.below(3), random.below(3), random.below(3)]);
    const features = [2, 3].map((size) => ({ of: Int32Array.from(of, () => random.below(size)), size }));
    const buckets = { of, values, distinct: 3, features };
    const wanted = writtenOut(buckets);
    const found = naiveBayes(buckets, 'unveil');
    const drawn = gibbs(buckets, membersOf(buckets), `seed ${seed}`);
    expect(found.exact).toBe(true);
    for (let record = 0; record < of.length; record += 1) {
      for (let value = 0; value < 3; value += 1) {
        const share = wanted[record]?.[value] as number;
        expect(probabilityOf(found.posteriors[record], value)).toBeCloseTo(share, 9);
        expect(Math.abs(probabilityOf(drawn[record], value) - share)).toBeLessThan(0.16);
      }
    }
    const mean =
      of.reduce((sum, _, record) => sum + Math.abs(probabilityOf(drawn[record], 0) - (wanted[record]?.[0] as number)), 0) / of.length;
    expect(mean).toBeLessThan(0.05);
  }
});

function writtenOut({ of, values, features }: Parameters<typeof naiveBayes>[0]): number[][] {
  const deals = (left: readonly number[]): number[][] =>
    left.length === 0 ? [[]] : left.flatMap((value, at) => deals(left.toSpliced(at, 1)).map((rest) => [value, ...rest]));
  let worlds: number[][] = [[]];
  for (const bucket of values) worlds = worlds.flatMap((world) => deals(bucket).map((deal) => [...world, ...deal]));
  const sums = Array.from(of, () => [0, 0, 0]);
  let total = 0;
  for (const world of worlds) {
    const counts = new Map<string, number>();
    let weight = 1;
    for (const [record, value] of world.entries()) {
      for (const [feature, { of: category }] of features.entries()) {
        const key = [feature, value, category[record]].join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
        weight *= counts.get(key) as number;
      }
    }
    total += weight;
    for (const [record, value] of world.entries()) sums[record][value] += weight;
  }
  return sums.map((sum) => sum.map((weight) => weight / total));
}

test('minimality drawn comes to what hypergeometric shares say', () => {
  // 150 and 30 people, 60 of whom have the value; a part fails with more than half of it: only the smaller one can.
  const logs = [0];
  for (let n = 1; n <= 200; n += 1) logs[n] = logs[n - 1] + Math.log(n);
  const choose = (n: number, k: number): number => Math.exp(logs[n] - logs[k] - logs[n - k]);
  let [weight, holders] = [0, 0];
  for (let own = 16; own <= 30; own += 1) {
    const chance = choose(30, own) * choose(150, 60 - own);
    weight += chance;
    holders += chance * own;
  }
  const found = minimality(
    { subgroups: [150, 30], counts: Int32Array.from([60, 120]) },
    ({ counts, known }) => 2 * counts[0] <= known,
    'unveil',
  );
  if (found.kind !== 'found') throw new Error(found.why);
  expect(found.exact).toBe(false);
  expect(probabilityOf(found.posteriors[1] as Posterior, 0)).toBeCloseTo(holders / weight / 30, 2);
});

/** Classes of five in which each member has the class's own value with chance 0.7, else one of the other four. */
function plantedRows(classes: number, random: Random): string[][] {
  return Array.from({ length: classes }, (_, group) => {
    const own = random.below(5);
    return Array.from({ length: 5 }, () => {
      const other = (own + 1 + random.below(4)) % 5;
      return [`class ${group}`, `v${random.unit() < 0.7 ? own : other}`];
    });
  }).flat();
}

/** The expected share of the commonest value of such a class: over all outcomes. */
function expectedRight(): number {
  let right = 0;
  for (let code = 0; code < 5 ** 5; code += 1) {
    const values = Array.from({ length: 5 }, (_, at) => Math.floor(code / 5 ** at) % 5);
    const chance = values.reduce((product, value) => product * (value === 0 ? 0.7 : 0.075), 1);
    right += (chance * Math.max(...[0, 1, 2, 3, 4].map((value) => values.filter((each) => each === value).length))) / 5;
  }
  return right;
}

test.each([60, 200])('over %p classes with planted values the 95 % interval holds what is true in at least 925 of 1,000', (classes) => {
  const truth = expectedRight();
  const runs = classes === 60 ? 1000 : 250;
  let [held, sum] = [0, 0];
  for (let seed = 0; seed < runs; seed += 1) {
    const known = knownFrom({
      columns: ['q', 'v'],
      rows: plantedRows(classes, seeded('planted', classes, seed)),
      quasi: ['q'],
      sensitive: 'v',
    });
    const sensitive = known.sensitive[0]?.sensitive as Sensitive;
    const posteriors: (Posterior | null)[] = [];
    tallyClasses(known.classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
    const figures = measureValues(judgedValues(known.classes, sensitive, posteriors), sensitive);
    const interval = intervalOf(figures);
    sum += figures.right;
    if (interval !== null && interval.low <= truth && truth <= interval.high) held += 1;
  }
  expect(sum / runs).toBeCloseTo(truth, 2);
  expect(held / runs).toBeGreaterThanOrEqual(0.925);
});

test('values dealt at random are guessed as often as the shuffled baseline says', () => {
  const random = seeded('chance');
  const rows = Array.from({ length: 2000 }, (_, at) => [`class ${Math.floor(at / 5)}`, `v${random.below(4)}`]);
  const known = knownFrom({ columns: ['q', 'v'], rows, quasi: ['q'], sensitive: 'v' });
  const sensitive = known.sensitive[0]?.sensitive as Sensitive;
  const { shuffled, marginal, withoutOwn } = baselinesOf(known.classes, sensitive, 'unveil');
  const posteriors: (Posterior | null)[] = [];
  tallyClasses(known.classes, sensitive, (tally) => posteriors.push(homogeneity(tally)));
  const { right } = measureValues(judgedValues(known.classes, sensitive, posteriors), sensitive);
  // Classes of five with four values: the most frequent one has about half by chance alone.
  expect(Math.abs(right - shuffled)).toBeLessThan(0.01);
  expect(right).toBeGreaterThan(0.45);
  // The other records reveal nothing.
  expect(withoutOwn.right).toBeLessThan(marginal.right + 0.02);
});
