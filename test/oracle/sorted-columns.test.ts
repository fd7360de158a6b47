// Columns that are kept in order while their members change, against lists that are sorted anew each time.
import { SortedColumns } from '../../shared/core/attack/sorted-columns.ts';
import type { DistanceTable } from '../../shared/core/attack/table.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';

const COLUMNS = 2;

interface Slow {
  readonly members: Map<number, number>;
  scale: number;
}

const inOrder = ({ members }: Slow): [number, number][] => [...members].sort(([a, one], [b, other]) => one - other || a - b);
const scaled = (slow: Slow): number[] => inOrder(slow).map(([, value]) => value * slow.scale);
const gapsOf = (slow: Slow): number[] => scaled(slow).flatMap((value, at, all) => (at === 0 ? [] : [value - all[at - 1]]));
const largestOf = (slow: Slow): number => Math.max(0, ...gapsOf(slow));

function expectSame(columns: SortedColumns, column: number, slow: Slow, tolerance: number, random: Random): void {
  const values = scaled(slow);
  const order = inOrder(slow).map(([member]) => member);
  // Before the largest is asked for, which would make the bound exact.
  expect(columns.gapBound(column)).toBeGreaterThanOrEqual(largestOf(slow));
  expect([...columns.lowest(column, order.length)]).toEqual(order);
  expect(columns.end(column) - columns.start(column)).toBe(order.length);
  expect(columns.spread(column)).toBe(order.length < 2 ? 0 : (values.at(-1) as number) - values[0]);
  const top = order.filter((_, at) => (values.at(-1) as number) - values[at] <= tolerance);
  expect(columns.greatest(column, tolerance)).toBe(order.length === 0 ? -1 : Math.min(...top));
  expect(inOrder(slow).map(([member, value]) => columns.stands(column, member, value))).toEqual([...order.keys()]);
  if (random.below(4) > 0) return;
  expect(columns.largestGap(column)).toBe(largestOf(slow));
  const first = gapsOf(slow).findIndex((gap) => largestOf(slow) - gap <= tolerance);
  expect(columns.belowGap(column, tolerance)).toBe(largestOf(slow) <= tolerance ? order.length : first + 1);
}

// With few values there are ties; with many rows a block is moved at once.
test.each([
  [3, 1_000],
  [12, 4],
  [12, 1_000],
  [90, 6],
  [90, 100_000],
])('%i rows, values of %i', (rows, values) => {
  for (let run = 0; run < 12; run += 1) {
    const random = seeded('sorted columns', rows, values, run);
    const value = (): number => random.below(values) / 8;
    const slow = Array.from({ length: COLUMNS }, (): Slow => ({ members: new Map(), scale: 1 }));
    const cells = Array.from({ length: rows * COLUMNS }, (_, cell) => cell).filter(() => random.below(8) > 0);
    for (const cell of cells) slow[cell % COLUMNS].members.set(Math.floor(cell / COLUMNS), value());
    const columns = new SortedColumns(
      { rows, columns: COLUMNS } as DistanceTable,
      Int32Array.from(cells),
      (cell) => slow[cell % COLUMNS].members.get(Math.floor(cell / COLUMNS)) as number,
    );
    for (let step = 0; step < 60; step += 1) {
      const column = random.below(COLUMNS);
      const own = slow[column];
      const [member, before] = [...own.members][random.below(Math.max(1, own.members.size))] ?? [];
      const what = random.below(8);
      if (what === 0) {
        own.scale = [0.5, 2, 4][random.below(3)];
        columns.scaleTo(column, own.scale);
      } else if (what === 1) {
        for (let place = columns.start(column); place < columns.end(column); place += 1) {
          if (random.below(3) > 0) continue;
          const changed = value();
          columns.setAt(place, changed);
          own.members.set(columns.memberAt(place), changed);
        }
        columns.settle(column);
      } else if (member !== undefined && before !== undefined) {
        if (what === 2) {
          columns.remove(column, member, before);
          own.members.delete(member);
        } else {
          const after = value();
          columns.change(column, member, before, after);
          own.members.set(member, after);
        }
      }
      expectSame(columns, column, own, [0, 0.3][random.below(2)], random);
    }
  }
});
