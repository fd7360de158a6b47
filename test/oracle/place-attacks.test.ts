// Attacks on places, against every cell and every way from region to region.

import { seeded } from '../../shared/core/random/random.ts';
import { boxOf, type GridCell } from '../../shared/kinds/places/core/grid.ts';
import { centre, type Density, densityAttack, isolation, reachAttack, sizeAttack } from '../../shared/kinds/places/core/place-attacks.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const SQUARE = { x: 10, y: -6, side: 16 };

test('places: cell by cell of a known density, and what can be reached from region to region', () => {
  for (let seed = 0; seed < 80; seed += 1) {
    const random = seeded('place attacks', seed);
    const cells = Array.from({ length: 16 }, (_, at) => ({
      cell: { level: 2, column: at % 4, row: Math.floor(at / 4) } as GridCell,
      weight: 1 + random.below(5),
    })).filter(() => random.below(3) > 0);
    const density: Density = seed % 2 === 0 ? { level: 2, cells } : { level: 2, cells, total: 60 };
    const level = random.below(3);
    const region = { level, column: random.below(2 ** level), row: random.below(2 ** level) } as GridCell;
    const inside = (outer: GridCell, { column, row }: GridCell): boolean =>
      Math.floor(column / 2 ** (2 - outer.level)) === outer.column && Math.floor(row / 2 ** (2 - outer.level)) === outer.row;
    const own = cells.filter(({ cell }) => inside(region, cell));
    const weigh = (all: typeof cells): number => sum(all.map(({ weight }) => weight));
    for (const adaptive of [undefined, { users: 12, k: 3 }]) {
      const quadrants = [0, 1].flatMap((row) =>
        [0, 1].map((column) => ({ level: level + 1, column: 2 * region.column + column, row: 2 * region.row + row }) as GridCell),
      );
      const possible =
        adaptive === undefined || level === 2
          ? own
          : quadrants.flatMap((quadrant) => {
              const all = own.filter(({ cell }) => inside(quadrant, cell));
              return (weigh(all) / (density.total ?? weigh(cells))) * adaptive.users < adaptive.k - 1e-12 ? all : [];
            });
      const found = densityAttack(SQUARE, region, density, adaptive);
      if (weigh(possible) === 0) {
        expect(found).toBeNull();
        continue;
      }
      const chances = possible.map(({ cell, weight }) => ({ cell, p: weight / weigh(possible) }));
      const most = Math.max(...chances.map(({ p }) => p));
      // In the order in which they stand.
      const best = cells.map(({ cell }) => chances.find((each) => each.cell === cell)).find((each) => each?.p === most)?.cell as GridCell;
      const middle = ({ column, row }: GridCell): readonly [number, number] => [10 + 4 * (column + 0.5), -6 + 4 * (row + 0.5)];
      expect(centre(SQUARE, best)).toEqual(middle(best));
      expect(found?.greatest).toBeCloseTo(most, 12);
      expect(found?.entropy).toBeCloseTo(-sum(chances.map(({ p }) => p * Math.log(p))), 9);
      expect(found?.expectedError).toBeCloseTo(
        sum(chances.map(({ cell, p }) => p * Math.hypot(middle(best)[0] - middle(cell)[0], middle(best)[1] - middle(cell)[1]))),
        9,
      );
      expect(found?.uniform).toBe(1 / 4 ** (2 - level));
      expect(found?.cells).toHaveLength(chances.length);
    }
    const regions = Array.from({ length: 4 }, () => {
      const of = random.below(4);
      return { level: of, column: random.below(2 ** of), row: random.below(2 ** of) } as GridCell;
    });
    const side = [2, 3, 4, 8, 16, 17][random.below(6)];
    expect(sizeAttack(SQUARE, regions, side, density)).toEqual({
      below: regions.filter((each) => 16 / 2 ** each.level < side).length,
      onePlace: regions.filter((each) => each.level <= 2 && cells.filter(({ cell }) => inside(each, cell)).length === 1).length,
    });
    expect(sizeAttack(SQUARE, regions, side).onePlace).toBe(0);

    // A grid of whole places: which of them some way through all regions passes.
    const reach = 1 + random.below(8);
    const path = regions.slice(0, 3);
    const boxes = path.map((each) => boxOf(SQUARE, each));
    const ends = (of: number, low: 'west' | 'south', high: 'east' | 'north'): readonly [number, number] | null => {
      const steps = Array.from({ length: 17 }, (_, at) => (low === 'west' ? 10 : -6) + at);
      const fits = (value: number, at: number): boolean => value >= (boxes[at]?.[low] as number) && value <= (boxes[at]?.[high] as number);
      const ways = steps
        .filter((value) => fits(value, 0))
        .flatMap((a) =>
          steps
            .filter((value) => fits(value, 1) && Math.abs(value - a) <= reach)
            .flatMap((b) => steps.filter((value) => fits(value, 2) && Math.abs(value - b) <= reach).map((c) => [a, b, c])),
        );
      const own2 = ways.map((way) => way[of]);
      return own2.length === 0 ? null : [Math.min(...own2), Math.max(...own2)];
    };
    const reached = reachAttack(SQUARE, path, reach);
    for (let of = 0; of < 3; of += 1) {
      const [x, y] = [ends(of, 'west', 'east'), ends(of, 'south', 'north')];
      if (x === null || y === null) expect(reached).toBeNull();
      else {
        expect(reached?.boxes[of]).toEqual({ west: x[0], east: x[1], south: y[0], north: y[1] });
        expect(reached?.share[of]).toBeCloseTo(((x[1] - x[0]) * (y[1] - y[0])) / (16 / 2 ** (path[of]?.level as number)) ** 2, 12);
      }
    }
  }
  const points = [
    [0, 0],
    [3, 4],
    [6, 8],
    [0, 10],
  ] as const;
  expect(isolation(points, [3, 4], [0, 0], 1, 2)).toEqual({ inBall: 2, isolated: false });
  expect(isolation(points, [3, 4], [0, 0], 2, 4)).toEqual({ inBall: 4, isolated: false });
  expect(isolation(points, [3, 4], [0, 0], 1.9, 3)).toEqual({ inBall: 2, isolated: true });
});
