// Records found by distance, against every record; (c,t)-isolation as the sources' cases have it.
import { readFileSync } from 'node:fs';
import { seeded } from '../../shared/core/random/random.ts';
import { nearestFindings } from '../../shared/kinds/relational/core/assess/nearest-findings.ts';
import { nearestRecords } from '../../shared/kinds/relational/core/attack/nearest-records.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8')).isolation;
const columnsOf = (points: readonly (readonly number[])[]): Float64Array[] =>
  [0, 1].map((at) => Float64Array.from(points, (point) => point[at]));

test('100 random sets of points, each person compared with every record', () => {
  let [ties, isolated] = [0, 0];
  for (let seed = 0; seed < 100; seed += 1) {
    const random = seeded('nearest', seed);
    const draw = (size: number): number[][] => Array.from({ length: size }, () => [random.below(30), random.below(8)]);
    const [records, persons] = [draw(1 + random.below(40)), draw(10)];
    const t = 2 + random.below(2);
    const found = nearestRecords(columnsOf(records), columnsOf(persons), 2, t);
    for (const [at, [x, y]] of persons.entries()) {
      const far = records.map(([a, b]) => Math.hypot(a - x, b - y));
      const least = Math.min(...far);
      const nearest = [...far.keys()].filter((record) => far[record] <= least + 1e-9);
      const alone = far.filter((each) => each <= 2 * least + 1e-9).length < t;
      expect({ seed, at, ...found[at] }).toEqual({ seed, at, records: nearest, isolated: alone });
      ties += nearest.length > 1 ? 1 : 0;
      isolated += alone ? 1 : 0;
    }
  }
  expect(Math.min(ties, isolated)).toBeGreaterThan(50);
});

// The others guess at a record that is not the nearest.
const nearestOnes = golden.cases.filter(({ y, q }: { y: number[]; q: number[] }) => {
  const far = (p: readonly number[]): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
  return golden.points.every((p: readonly number[]) => far(p) >= far(y) - 1e-9);
});
test.each(nearestOnes as { y: number[]; q: number[]; c: number; t: number; isolated: boolean }[])(
  'isolation: %j',
  ({ y, q, c, t, isolated }) => {
    const [found] = nearestRecords(columnsOf(golden.points), columnsOf([q]), c, t);
    expect(found.records.map((record) => golden.points[record])).toContainEqual(y);
    expect(found.isolated).toBe(isolated);
  },
);

/** People with an age and an income, published with noise. */
function noisy(seed: number, size: number) {
  const random = seeded('noisy numbers', seed);
  const people = Array.from({ length: 120 }, () => [String(18 + random.below(60)), String(1000 + random.below(40_000))]);
  const published = people.map(([age, income], at) => [
    String(Number(age) + random.below(2 * size + 1) - size),
    String(Number(income) + random.below(400 * size + 1) - 200 * size),
    `d${at % 4}`,
  ]);
  return {
    known: knownFrom({ columns: ['age', 'income', 'disease'], rows: published, quasi: ['age', 'income'], sensitive: 'disease' }),
    original: tableOf(['age', 'income'], people),
  };
}

test('noise that is small next to how far people are apart hides nobody, and large noise does', () => {
  const rightOf = (size: number): number[] => {
    const { known, original } = noisy(1, size);
    return nearestFindings(known, { table: original, recordOf: Int32Array.from({ length: original.rows }, (_, row) => row) }).map(
      ({ findings }) => findings[0].right ?? 0,
    );
  };
  const [clear, alone] = rightOf(1);
  expect(clear).toBeGreaterThan(100);
  expect(alone).toBeGreaterThan(40);
  const [hidden] = rightOf(20);
  expect(hidden).toBeLessThan(40);
});

test('a register without the original cannot tell who is right, and unchanged numbers are left to linking', () => {
  const { known, original } = noisy(2, 1);
  const states = (found: ReturnType<typeof nearestFindings>): string[] =>
    found.flatMap(({ findings }) => findings.map(({ state }) => state));
  expect(states(nearestFindings(known, { table: original, recordOf: null }))).toEqual(['not computable', 'not computable']);
  expect(states(nearestFindings(known, { table: known.table, recordOf: null }))).toEqual(['not tried', 'not tried']);
  expect(nearestFindings(known, null)).toEqual([]);
});
