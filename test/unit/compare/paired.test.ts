import { seeded } from '../../../shared/core/random/random.ts';
import { sharesOf } from '../../../shared/core/statistics/clusters.ts';
import { liftInterval } from '../../../shared/core/statistics/intervals.ts';
import { type NamedRow, pairedDifference } from '../../../shared/core/statistics/paired.ts';
import { student975, studentOf } from '../../../shared/core/statistics/student.ts';

/** People whose tendency both releases share, in groups that only some of them share. */
function releases(seed: string, shift: number): [NamedRow[], NamedRow[]] {
  const random = seeded('paired', seed);
  const pull = Array.from({ length: 80 }, () => random.unit() * 0.2 - 0.1);
  const people = Array.from({ length: 600 }, () => random.unit() * 0.3 - 0.15);
  return [0, 1].map((side) =>
    people.map((own, at): NamedRow => {
      const group = random.below(60) + (side === 0 ? 0 : 20);
      const share = 0.4 + own + pull[group] + (side === 0 ? 0 : shift);
      return { group: `g${group}`, transaction: `p${at}`, part: random.unit() < share ? 1 : 0, whole: 1 };
    }),
  ) as [NamedRow[], NamedRow[]];
}

test('over the same rows it is the lift of one over the other, whatever their order', () => {
  const [a] = releases('same', 0);
  const b = a.map((row, at) => ({ ...row, part: at % 3 === 0 ? 1 : 0 }));
  const numbered = (rows: readonly NamedRow[]) =>
    rows.map((row) => ({ ...row, group: Number(row.group.slice(1)), transaction: Number(row.transaction.slice(1)) }));
  const expected = liftInterval(sharesOf(numbered(a)), sharesOf(numbered(b)));
  const found = pairedDifference({ rows: a, scale: 1 }, { rows: b.toReversed(), scale: 1 }, 1);
  for (const end of ['lift', 'low', 'high'] as const) expect(found?.[end]).toBeCloseTo(expected?.[end] as number, 12);
});

test('it covers a planted difference as often as it says, with one and with six comparisons', () => {
  let [covered, wider] = [0, 0];
  for (let run = 0; run < 150; run += 1) {
    const [a, b] = releases(`cover ${run}`, -0.1);
    const one = pairedDifference({ rows: a, scale: 1 }, { rows: b, scale: 1 }, 1);
    const six = pairedDifference({ rows: a, scale: 1 }, { rows: b, scale: 1 }, 6);
    if (one !== null && one.low <= 0.1 && 0.1 <= one.high) covered += 1;
    if (six !== null && one !== null && six.low < one.low && six.high > one.high) wider += 1;
  }
  expect(covered / 150).toBeGreaterThan(0.9);
  expect(wider).toBe(150);
});

test('a scale is a factor of a side: of the people with something hidden, as a share of all', () => {
  const [a, b] = releases('scaled', -0.1);
  const whole = pairedDifference({ rows: a, scale: 1 }, { rows: b, scale: 1 }, 1);
  const half = pairedDifference({ rows: a, scale: 0.5 }, { rows: b, scale: 0.5 }, 1);
  expect(half?.lift).toBeCloseTo((whole?.lift as number) / 2, 12);
  expect((half?.high as number) - (half?.low as number)).toBeCloseTo(((whole?.high as number) - (whole?.low as number)) / 2, 12);
});

test("Student's quantile for several comparisons, against printed tables", () => {
  // 1 - 0.05 / 2 / 5 = 0.995.
  expect(studentOf(10, 5)).toBeCloseTo(3.1693, 3);
  expect(studentOf(1, 5)).toBeCloseTo(63.657, 2);
  expect(studentOf(120, 5)).toBeCloseTo(2.6174, 3);
  expect(studentOf(17, 1)).toBe(student975(17));
});
