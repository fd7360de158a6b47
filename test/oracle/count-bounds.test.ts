// Published counts, against all tables of people that have them.
import { seeded } from '../../shared/core/random/random.ts';
import { type CountsFile, countsOf } from '../../shared/kinds/counts/core/counts-file.ts';
import { CsvReader } from '../../shared/kinds/counts/core/csv-rows.ts';
import { attackCounts } from '../../shared/kinds/counts/core/leaks.ts';

const SEXES = ['F', 'M'];
const AGES = ['20-29', '30-39', '40-49'];
const ILLS = ['flu', 'gastritis'];
const VALUES = [SEXES, AGES, ILLS];

const read = (text: string): CountsFile => {
  const reader = new CsvReader('counts.csv');
  reader.push(new TextEncoder().encode(text));
  return countsOf(reader.end());
};

/** A random table of people over 4 to 12 cells, and some of its counts: exact, rounded or hidden. */
function made(seed: number) {
  const random = seeded('count bounds', seed);
  const sizes = [2, 2 + random.below(2), 2];
  const cells = VALUES[0]
    .slice(0, sizes[0])
    .flatMap((sex) => VALUES[1].slice(0, sizes[1]).flatMap((age) => VALUES[2].slice(0, sizes[2]).map((ill) => [sex, age, ill])));
  const truth = cells.map(() => (random.below(2) === 0 ? 0 : random.below(3)));
  const rounded = seed % 3 === 1 ? 3 : null;
  const rows: string[][] = [];
  const inside = (row: readonly string[], cell: readonly string[]): boolean =>
    cell.every((value, at) => row[at] === '*' || row[at] === value);
  for (const sex of ['*', ...VALUES[0].slice(0, sizes[0])])
    for (const age of ['*', ...VALUES[1].slice(0, sizes[1])])
      for (const ill of ['*', ...VALUES[2].slice(0, sizes[2])]) {
        const row = [sex, age, ill];
        if (row.some((text) => text === '*') ? random.below(3) === 0 : random.below(4) > 0) continue;
        const count = cells.reduce((sum, cell, at) => sum + (inside(row, cell) ? truth[at] : 0), 0);
        if (row.every((text) => text === '*')) continue;
        rows.push([...row, rounded !== null ? String(3 * Math.round(count / 3)) : count < 3 && seed % 3 === 2 ? '<3' : String(count)]);
      }
  const total = truth.reduce((a, b) => a + b, 0);
  rows.push(['*', '*', '*', rounded === null ? String(total) : String(3 * Math.round(total / 3))]);
  // Every value is named somewhere, so that columns are closed for both readers.
  for (const [at, values] of VALUES.entries())
    for (const value of values.slice(0, sizes[at]))
      if (!rows.some((row) => row[at] === value)) rows.push([...['*', '*', '*'].with(at, value), '*']);
  const text = `# counts sensitive=ill${rounded === null ? '' : ' rounded=3'}\nsex,age,ill,count\n${rows.map((row) => row.join(',')).join('\n')}\n`;
  return { text, cells, rows, inside, total, rounded };
}

/** All tables with these counts; null if too many would have to be looked at. */
function worlds({ cells, rows, inside, rounded }: ReturnType<typeof made>): (readonly number[])[] | null {
  const ends = rows.map((row): readonly [number, number] => {
    const printed = row[3];
    if (printed === '*') return [0, Number.POSITIVE_INFINITY];
    if (printed === '<3') return [0, 2];
    const by = rounded === null ? 0 : 1;
    return [Number(printed) - by, Number(printed) + by];
  });
  const members = rows.map((row) => cells.map((cell) => inside(row, cell)));
  const last = members.map((own) => own.lastIndexOf(true));
  const found: (readonly number[])[] = [];
  let looked = 0;
  const visit = (own: readonly number[], sums: readonly number[]): void => {
    looked += 1;
    if (sums.some((sum, row) => last[row] < own.length && sum < ends[row][0])) return;
    if (own.length === cells.length) {
      found.push(own);
      return;
    }
    for (let people = 0; looked < MOST; people += 1) {
      const next = sums.map((sum, row) => sum + (members[row][own.length] ? people : 0));
      if (next.some((sum, row) => sum > ends[row][1])) return;
      visit([...own, people], next);
    }
  };
  visit(
    [],
    rows.map(() => 0),
  );
  return looked < MOST ? found : null;
}

/** Tables that are looked at, in part or whole. */
const MOST = 30_000;

test('100 random files: ends of every published count, and all that follows for certain', () => {
  let [tried, narrowed, alone, same] = [0, 0, 0, 0];
  for (let seed = 0; tried < 100; seed += 1) {
    const given = made(seed);
    const all = worlds(given);
    if (all === null) continue;
    tried += 1;
    const { bounds, leaks, exact } = attackCounts(read(given.text), 'counts.csv');
    expect(exact).toBe(true);
    const file = read(given.text);
    const sumIn = (world: readonly number[], row: readonly string[]): number =>
      world.reduce((sum, people, at) => sum + (given.inside(row, given.cells[at]) ? people : 0), 0);
    for (const [at, { conditions, count }] of file.rows.entries()) {
      const sums = all.map((world) =>
        sumIn(
          world,
          conditions.map((text) => text ?? '*'),
        ),
      );
      expect({ seed, at, low: bounds[at].low, high: bounds[at].high }).toEqual({
        seed,
        at,
        low: Math.min(...sums),
        high: Math.max(...sums),
      });
      if (count === null && bounds[at].high - bounds[at].low < 2) narrowed += 1;
    }
    const groups = ['*', ...SEXES].flatMap((sex) => ['*', ...AGES].flatMap((age) => ['*', ...ILLS].map((ill) => [sex, age, ill])));
    const certain = groups.filter((row) => row.some((text) => text !== '*') && all.every((world) => sumIn(world, row) === 1));
    const found = leaks.filter(({ attack, sort }) => attack === 'bounds' && sort === 'alone');
    expect(found.length > 0).toBe(certain.length > 0);
    for (const { group } of found) expect(certain.map(nameOf)).toContain(group);
    const known = groups.filter(
      (row) =>
        row[2] === '*' &&
        row.some((text) => text !== '*') &&
        all.every((world) => sumIn(world, row) > 0) &&
        ILLS.some((ill) => all.every((world) => sumIn(world, row) === sumIn(world, row.with(2, ill)))),
    );
    const learned = leaks.filter(({ attack, sort }) => attack === 'bounds' && sort === 'same');
    expect(learned.length > 0).toBe(known.length > 0);
    for (const { group } of learned) expect(known.map(nameOf)).toContain(group);
    alone += certain.length;
    same += known.length;
  }
  // The comparison is not of nothing with nothing.
  expect(Math.min(narrowed, alone, same)).toBeGreaterThan(20);
});

const nameOf = (row: readonly string[]): string =>
  row.flatMap((text, at) => (text === '*' ? [] : [`${['sex', 'age', 'ill'][at]} ${text.replace('-', ' to ')}`])).join(', ');
