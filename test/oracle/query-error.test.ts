// The error of counts, against counting every query by reading the texts again.
import { queryErrorOf } from '../../shared/kinds/relational/core/loss/query-error.ts';
import { CellReader } from '../../shared/kinds/relational/core/model/cell.ts';
import { tableOf } from '../../shared/kinds/relational/core/model/table.ts';
import { knownFrom } from '../helpers/relational.ts';

const original = tableOf(
  ['age', 'sex', 'disease'],
  [
    ['20', 'M', 'flu'],
    ['25', 'F', 'gout'],
    ['31', 'M', 'flu'],
    ['38', 'F', 'flu'],
  ],
);

function errorOf(rows: readonly (readonly string[])[]): number | null {
  const known = knownFrom({
    columns: ['age', 'sex', 'disease'],
    rows,
    quasi: ['age', 'sex'],
    sensitive: 'disease',
    types: { age: 'number' },
  });
  const columns = known.quasi.map((published) => {
    const type = known.roles.columns.get(published.name)?.type ?? 'word';
    const column = original.columns.find(({ name }) => name === published.name);
    if (column === undefined) throw new Error(published.name);
    return { original: column, published, type, reader: new CellReader({ type, hierarchy: null, missing: [] }) };
  });
  return queryErrorOf(columns, original, { rows: rows.length, classes: known.classes, sensitive: known.sensitive }, 'seed');
}

test('nothing lost: every count is right, in whatever order the records stand', () => {
  const rows = [
    ['38', 'F', 'flu'],
    ['20', 'M', 'flu'],
    ['31', 'M', 'flu'],
    ['25', 'F', 'gout'],
  ];
  expect(errorOf(rows)).toBe(0);
});

test('everything suppressed: counts are those of independence, off by what can be worked out', () => {
  const stars = original.columns[2]?.codes;
  const rows = Array.from(stars ?? [], (code) => ['*', '*', original.columns[2]?.values[code] ?? '']);
  // All 16 ranges of ages (by two draws), 2 sexes, 2 diseases, each as likely; the estimate is 4 records spread over ages, sexes and values.
  const ages = [20, 25, 31, 38];
  const people = [
    [20, 'M', 'flu'],
    [25, 'F', 'gout'],
    [31, 'M', 'flu'],
    [38, 'F', 'flu'],
  ] as const;
  let [sum, queries] = [0, 0];
  for (const one of ages)
    for (const other of ages)
      for (const sex of ['M', 'F'])
        for (const disease of ['flu', 'gout']) {
          const inside = ages.filter((age) => age >= Math.min(one, other) && age <= Math.max(one, other));
          const truth = people.filter((each) => inside.includes(each[0]) && each[1] === sex && each[2] === disease).length;
          const share = people.filter((each) => each[2] === disease).length;
          sum += Math.abs((inside.length / 4) * 0.5 * share - truth) / Math.max(truth, 0.004);
          queries += 1;
        }
  const found = errorOf(rows) as number;
  // 1,000 draws of a mean whose terms reach 125.
  expect(Math.abs(found - sum / queries)).toBeLessThan(0.15 * (sum / queries));
});

test('half lost is off less than all lost', () => {
  const half = [
    ['20-25', '*', 'flu'],
    ['20-25', '*', 'gout'],
    ['31-38', '*', 'flu'],
    ['31-38', '*', 'flu'],
  ];
  const all = half.map(([, , disease = '']) => ['*', '*', disease]);
  expect(errorOf(half) as number).toBeLessThan(errorOf(all) as number);
});
