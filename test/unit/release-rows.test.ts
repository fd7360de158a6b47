import { shareOf } from '../../shared/core/measure/intervals.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { allRows, attackRates, matchedRates, rowsWhere } from '../../shared/kinds/set-generalised/measure/rates.ts';
import { JoinedRows } from '../../shared/kinds/set-generalised/measure/release-rows.ts';
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

test('slices stand one after another, each column as wide as its greatest number asks in any of them', () => {
  const rows = joinedRows();
  const counts = [rows.added, ...[...rows.attacks, ...rows.matched].flatMap((each) => Object.values(each) as Uint8Array[])];
  for (const column of counts) expect([column.constructor.name, column.byteLength]).toEqual(['Uint8Array', 15]);
  for (const column of [rows.group, rows.transaction]) expect([column.constructor.name, column.byteLength]).toEqual(['Int32Array', 60]);
  expect([...rows.transaction]).toEqual(SLICES.flatMap(({ transaction }) => transaction));
  expect([...(rows.attacks[1]?.correct ?? [])]).toEqual(SLICES.flatMap(({ attacks }) => attacks[1]?.correct ?? []));
  expect([...(rows.matched[0]?.eliminated ?? [])]).toEqual(SLICES.flatMap(({ matched }) => matched[0]?.eliminated ?? []));
});

test('a count beyond a byte, or two, in one slice widens its column and no other', () => {
  for (const [most, name] of [
    [255, 'Uint8Array'],
    [256, 'Uint16Array'],
    [65_535, 'Uint16Array'],
    [65_536, 'Int32Array'],
  ] as const) {
    const joined = new JoinedRows(ATTACKS);
    for (const slice of [{ ...sliceOf('one', 1, 0), added: [most] }, sliceOf('small', 2, 1)]) joined.add(slice);
    const { added, attacks } = joined.end();
    expect([added.constructor.name, added[0], added.length]).toEqual([name, most, 3]);
    expect(attacks[0]?.correct.constructor.name).toBe('Uint8Array');
  }
});

test('rates are read off the columns, of all rows and of some', () => {
  const rows = joinedRows();
  const sum = (values: readonly number[], keep: (at: number) => boolean): number =>
    values.filter((_, at) => keep(at)).reduce((a, b) => a + b, 0);
  const group = SLICES.flatMap((slice) => slice.group);
  const added = SLICES.flatMap((slice) => slice.added);
  const odd = (at: number): boolean => (group[at] as number) % 2 === 1;
  for (const [some, keep] of [
    [allRows(rows), () => true],
    [rowsWhere(rows, (each) => each % 2 === 1), odd],
  ] as const) {
    const eliminated = sum(
      SLICES.flatMap(({ attacks }) => attacks[1]?.eliminated ?? []),
      keep,
    );
    const correct = sum(
      SLICES.flatMap(({ attacks }) => attacks[1]?.correct ?? []),
      keep,
    );
    const { precision, recall, f1 } = attackRates(rows, 1, some);
    expect(shareOf(precision)).toBeCloseTo(correct / eliminated, 12);
    expect(shareOf(recall)).toBeCloseTo(correct / sum(added, keep), 12);
    expect(shareOf(f1)).toBeCloseTo((2 * correct) / (eliminated + sum(added, keep)), 12);
    const matched = SLICES.flatMap((slice) => slice.matched[0]?.correct ?? []);
    expect(shareOf(matchedRates(rows, 0, some).recall)).toBeCloseTo(sum(matched, keep) / 200 / sum(added, keep), 12);
  }
});
