import { assign } from '../../shared/core/numeric/assignment.ts';
import { seeded } from '../../shared/core/random/random.ts';

/** Every way to give each of the shorter side its own of the longer side. */
function leastByTrying(rows: number, columns: number, cost: (row: number, column: number) => number): number {
  if (rows > columns) return leastByTrying(columns, rows, (row, column) => cost(column, row));
  const taken = new Array<boolean>(columns).fill(false);
  const from = (row: number): number => {
    if (row === rows) return 0;
    let least = Infinity;
    for (let column = 0; column < columns; column += 1) {
      if (taken[column]) continue;
      taken[column] = true;
      least = Math.min(least, cost(row, column) + from(row + 1));
      taken[column] = false;
    }
    return least;
  };
  return from(0);
}

test('assign equals the best of all assignments on 3,000 seeded matrices: rectangular, ties, negatives, forbidden pairs', () => {
  const random = seeded('assignment');
  let impossible = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const rows = 1 + random.below(6);
    const columns = 1 + random.below(6);
    const ties = random.below(2) === 0;
    const forbidden = random.below(3) === 0 ? 0.4 : 0;
    const costs = Float64Array.from({ length: rows * columns }, () =>
      random.unit() < forbidden ? Infinity : ties ? random.below(4) - 2 : random.unit() * 10 - 5,
    );
    const least = leastByTrying(rows, columns, (row, column) => costs[row * columns + column]);
    const found = assign(rows, columns, costs);
    if (least === Infinity) {
      impossible += 1;
      expect(found).toBeNull();
      continue;
    }
    if (found === null) throw new Error('an assignment was there');
    expect(found.cost).toBeCloseTo(least, 9);
    const used = [...found.columnOf].filter((column) => column !== -1);
    expect(new Set(used).size).toBe(used.length);
    expect(used.length).toBe(Math.min(rows, columns));
  }
  expect(impossible).toBeGreaterThan(50);
});

test('a permuted diagonal of 200 x 200 is found', () => {
  const size = 200;
  const costs = new Float64Array(size * size).fill(1);
  for (let row = 0; row < size; row += 1) costs[row * size + ((row * 77 + 5) % size)] = 0;
  const found = assign(size, size, costs);
  expect(found?.cost).toBe(0);
  expect(found?.columnOf[3]).toBe((3 * 77 + 5) % size);
});

test('sizes that do not fit the matrix are refused', () => {
  expect(() => assign(2, 2, new Float64Array(3))).toThrow('2 x 2 costs wanted, 3 given');
});
