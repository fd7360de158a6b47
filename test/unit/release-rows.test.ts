import { seeded } from '../../shared/core/random/random.ts';
import { shareIn } from '../../shared/core/statistics/sample.ts';
import { ShareProducts } from '../../shared/kinds/set-generalised/core/measure/share-products.ts';
import { decidedIn, JoinedRows, type Rate, rateAt, rateRows } from '../../shared/kinds/set-generalised/measure/release-rows.ts';
import { emptyRows, type RowFigures } from '../../shared/kinds/set-generalised/measure/row-figures.ts';

const ATTACKS = 2;

/** Figures of so many rows from a group on. */
function sliceOf(name: string, count: number, firstGroup: number): RowFigures {
  const random = seeded('release rows', name);
  const rows = emptyRows(ATTACKS);
  for (let row = 0; row < count; row += 1) {
    rows.group.push(firstGroup + (row >> 1));
    rows.transaction.push(random.below(30));
    rows.added.push(random.below(5));
    for (const { eliminated, correct } of [...rows.attacks, ...rows.matched]) {
      eliminated.push(5 + random.below(5));
      correct.push(random.below(5));
    }
  }
  return rows;
}

const SLICES = [sliceOf('first', 6, 0), sliceOf('none', 0, 3), sliceOf('last', 9, 3)];

function joinedRows() {
  const joined = new JoinedRows(ATTACKS);
  for (const slice of SLICES) joined.add(slice);
  return joined.end();
}

test('slices stand one after another, row by row, in places of one size', () => {
  const { attacks, group, clusters, own, matched } = joinedRows();
  expect(attacks).toBe(ATTACKS);
  const columns = (of: 'attacks' | 'matched', slice: RowFigures): number[][] =>
    slice[of].flatMap(({ eliminated, correct }) => [eliminated, correct]);
  const rowsOf = (columnsOf: (slice: RowFigures) => number[][]): number[] =>
    SLICES.flatMap((slice) => slice.group.flatMap((_, row) => columnsOf(slice).map((column) => column[row])));
  expect([...own]).toEqual(rowsOf((slice) => [slice.added, ...columns('attacks', slice)]));
  expect([...matched]).toEqual(rowsOf((slice) => columns('matched', slice)));
  expect([own.constructor.name, matched.constructor.name]).toEqual(['Uint8Array', 'Uint8Array']);
  expect([...group]).toEqual(SLICES.flatMap((slice) => slice.group));
  // Clusters are numbered as they first come.
  const places = (names: readonly number[]): number[] => names.map((name) => [...new Set(names)].indexOf(name));
  expect([...clusters.group]).toEqual(places(SLICES.flatMap((slice) => slice.group)));
  expect([...clusters.transaction]).toEqual(places(SLICES.flatMap(({ transaction }) => transaction)));
});

test('a count beyond a byte, or two, in one slice widens what it stands in and no more', () => {
  for (const [most, name] of [
    [255, 'Uint8Array'],
    [256, 'Uint16Array'],
    [65_535, 'Uint16Array'],
    [65_536, 'Int32Array'],
  ] as const) {
    const joined = new JoinedRows(ATTACKS);
    for (const slice of [{ ...sliceOf('one', 1, 0), added: [most] }, sliceOf('small', 2, 1)]) joined.add(slice);
    const { own, matched } = joined.end();
    expect([own.constructor.name, own[0], own.length]).toEqual([name, most, 3 * (1 + 2 * ATTACKS)]);
    expect(matched.constructor.name).toBe('Uint8Array');
  }
});

test('rates are read off the rows, of all groups and of some', () => {
  const rows = joinedRows();
  const all = { group: SLICES.flatMap((slice) => slice.group), added: SLICES.flatMap((slice) => slice.added) };
  const column = (of: (slice: RowFigures) => readonly number[]): number[] => SLICES.flatMap(of);
  for (const keeps of [() => true, (group: number) => group % 2 === 1]) {
    const sum = (values: readonly number[]): number => values.reduce((total, value, at) => total + (keeps(all.group[at]) ? value : 0), 0);
    const products = new ShareProducts(rateRows(rows, keeps), { pairs: [] });
    const share = (place: number, rate: Rate): number | null => shareIn(products, rateAt(place, rate));
    const [eliminated, correct] = [
      sum(column(({ attacks }) => attacks[1]?.eliminated ?? [])),
      sum(column(({ attacks }) => attacks[1]?.correct ?? [])),
    ];
    expect(share(1, 'precision')).toBe(correct / eliminated);
    expect(share(1, 'recall')).toBe(correct / sum(all.added));
    expect(share(1, 'f1')).toBe((2 * correct) / (eliminated + sum(all.added)));
    // All draws added up.
    const drawn = sum(column(({ matched }) => matched[0]?.correct ?? []));
    expect(share(ATTACKS, 'recall')).toBe(drawn / (200 * sum(all.added)));
  }
});

test('an attack decided where it eliminated anything in any row', () => {
  const rows = emptyRows(ATTACKS);
  for (const eliminated of [0, 0, 1]) {
    rows.group.push(0);
    rows.transaction.push(rows.group.length);
    rows.added.push(1);
    for (const { eliminated: column, correct } of [...rows.attacks, ...rows.matched]) {
      column.push(0);
      correct.push(0);
    }
    rows.attacks[1]?.eliminated.splice(-1, 1, eliminated);
  }
  const joined = new JoinedRows(ATTACKS);
  joined.add(rows);
  expect(decidedIn(joined.end())).toEqual([false, true]);
});
