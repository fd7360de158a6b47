// Tables drawn behind noisy counts: against all tables enumerated, and how often what they make likely is true on made people.
import { type Random, seeded } from '../../shared/core/random/random.ts';
import { countsOf } from '../../shared/kinds/counts/core/counts-file.ts';
import { attackCounts } from '../../shared/kinds/counts/core/leaks.ts';
import { guessThroughNoise } from '../../shared/kinds/counts/core/noise.ts';
import { tablesBehindNoise } from '../../shared/kinds/counts/core/tables-behind-noise.ts';

type Row = readonly (string | number)[];

function fileOf(columns: readonly string[], rows: readonly Row[], epsilon: number, says = '') {
  const cells = rows.map((row, at) => ({ line: at + 3, cells: row.map(String) }));
  const remark = `counts noise=laplace:${epsilon}${says}`;
  return countsOf({ file: 'counts.csv', names: [...columns, 'count'], nameLine: 2, rows: cells, remark });
}

const FLAT = 5;
const MOST = 40;

/** Weight of people in cells before their counts: each cell as the ones before it, single numbers to 9, then ranges that double. */
function urnOf(cells: readonly number[]): number {
  const seen = new Map<number, number>();
  return cells.reduce((weight, people) => {
    const bin = people < 10 ? people : 10 + Math.floor(Math.log2(people / 10));
    const width = people < 10 ? 1 : 10 * 2 ** (bin - 10);
    const before = seen.get(bin) ?? 0;
    seen.set(bin, before + 1);
    return (weight * (before + FLAT)) / width;
  }, 1);
}

test.each([
  [0.5, [3.2, 0.4, 12.9, 15.1]],
  [1, [0.9, -0.7, 1.3, 1.2]],
  [2, [1.2, 6.1, 0.2, 8.4]],
  [0.3, [2, 2, 2, 11]],
])('three towns and their sum, epsilon %s, counts %j: as often as among all tables', (epsilon, counts) => {
  const file = fileOf(
    ['town'],
    ['a', 'b', 'c', '*'].map((town, at) => [town, counts[at] as number]),
    epsilon,
  );
  const { cells } = attackCounts(file, 'counts.csv');
  const drawn = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  let tables = 0;
  const done = tablesBehindNoise(file, cells, epsilon, (people) => {
    tables += 1;
    for (const [at, own] of drawn.entries()) own.set(people[at], (own.get(people[at]) ?? 0) + 1);
  });
  expect(done).toBe(true);
  const exact = drawn.map(() => new Float64Array(MOST + 1));
  let whole = 0;
  for (let a = 0; a <= MOST; a += 1)
    for (let b = 0; b <= MOST; b += 1)
      for (let c = 0; c <= MOST; c += 1) {
        const far = [a, b, c, a + b + c].reduce((sum, people, at) => sum + Math.abs(people - (counts[at] as number)), 0);
        const weight = urnOf([a, b, c]) * Math.exp(-epsilon * far);
        whole += weight;
        for (const [at, people] of [a, b, c].entries()) (exact[at] as Float64Array)[people] += weight;
      }
  for (const [at, own] of drawn.entries())
    for (let people = 0; people <= 5; people += 1)
      expect(Math.abs((own.get(people) ?? 0) / tables - (exact[at]?.[people] as number) / whole)).toBeLessThan(0.11);
});

const NAMES = ['town', 'age', 'ill'];
/** People whose illness depends on their town, and all counts of them. */
function noisyCounts(random: Random, size: number, epsilon: number) {
  const people = Array.from({ length: size }, () => {
    const town = random.below(20);
    const ill = town < 5 && random.unit() < 0.9 ? 0 : random.unit() < 0.9 ? 1 : 2 + random.below(3);
    return [`t${town}`, `a${random.below(3)}`, `i${ill}`];
  });
  const noise = (): number => {
    const at = random.unit() - 0.5;
    return (-Math.sign(at) * Math.log(1 - 2 * Math.abs(at))) / epsilon;
  };
  const [towns, ages, ills] = NAMES.map((_, at) => ['*', ...new Set(people.map((own) => own[at] as string).sort())]) as [
    string[],
    string[],
    string[],
  ];
  const rows = towns.flatMap((town) =>
    ages.flatMap((age) =>
      ills.map((ill): Row => {
        const wanted = [town, age, ill];
        const count = people.filter((own) => wanted.every((value, at) => value === '*' || value === own[at])).length;
        return [...wanted, count + noise()];
      }),
    ),
  );
  return { people, file: fileOf(NAMES, rows, epsilon, ' sensitive=ill') };
}

test('values that depend on each other: what is said to be likely comes true as often', () => {
  let [guesses, said, right] = [0, 0, 0];
  for (let run = 0; run < Number(process.env['UNVEIL_RUNS'] ?? 6); run += 1) {
    const [size, epsilon] = [run % 2 === 0 ? 120 : 400, [0.8, 1.6, 1.2][run % 3] as number];
    const { people, file } = noisyCounts(seeded('behind noise', run), size, epsilon);
    const attacked = attackCounts(file, 'counts.csv');
    const { columns } = attacked.cells;
    for (const { sort, box, confidence, value } of guessThroughNoise(file, attacked).guesses) {
      const own = people.filter((each) => each.every((text, at) => box[at]?.includes(columns[at].pieceOf(text)) ?? true));
      guesses += 1;
      said += confidence;
      right += (sort === 'alone' ? own.length === 1 : own.length > 0 && own.every((each) => each[2] === value)) ? 1 : 0;
    }
  }
  expect(guesses).toBeGreaterThan(200);
  expect(Math.abs(said - right) / guesses).toBeLessThan(0.06);
});
