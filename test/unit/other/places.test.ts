// Cloaked positions: the golden crowd, checks that are not the anonymiser on seeded cases, attacks against plain forms.
import { readFileSync } from 'node:fs';
import { type Random, seeded } from '../../../shared/core/random/random.ts';
import {
  type Cloaked,
  cloakAdaptive,
  cloakFixed,
  cloakStrict,
  finestLevel,
  regionOf,
  SUPPRESSED_LEVEL,
} from '../../../shared/kinds/places/core/cloak.ts';
import { cellName, cellOf, contains, type GridCell, type Snapshot, type Square } from '../../../shared/kinds/places/core/grid.ts';
import { type Density, densityAttack, isolation, reachAttack, sizeAttack } from '../../../shared/kinds/places/core/place-attacks.ts';

type Triple = readonly [level: number, column: number, row: number];
type Positions = Readonly<Record<string, readonly [number, number]>>;
type Published = Readonly<Record<string, { readonly cell: Triple; readonly inside: number; readonly publish_it: number }>>;

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));
const cloaking = golden.cloaking as {
  readonly square: readonly [number, number, number];
  readonly positions: Positions;
  readonly fixed: {
    readonly 'level 1': Readonly<Record<string, Triple | null>>;
    readonly 'level 2 suppresses': readonly string[];
    readonly finest_level_without_suppression: number;
  };
  readonly adaptive: Published;
  readonly strict: Published;
  readonly known_density_of_1_1_1: {
    readonly 'density only': Readonly<Record<string, number>>;
    readonly 'density and algorithm': Readonly<Record<string, number>>;
    readonly uniform: number;
  };
  readonly later_positions: readonly Positions[];
  readonly continuous: Readonly<
    Record<
      string,
      { readonly cells: readonly Triple[]; readonly candidates: readonly string[]; readonly candidates_by_publisher: readonly string[] }
    >
  >;
  readonly reach: {
    readonly cells: readonly Triple[];
    readonly reach: number;
    readonly boxes: readonly (readonly number[])[];
    readonly share_of_area_left: readonly number[];
  };
};

const [x, y, side] = cloaking.square;
const square: Square = { x, y, side };
const options = { square, deepest: 3, k: 3 };
const snapshotOf = (positions: Positions): Snapshot => ({
  users: Object.keys(positions),
  x: Float64Array.from(Object.values(positions), ([each]) => each),
  y: Float64Array.from(Object.values(positions), ([, each]) => each),
});
const snapshot = snapshotOf(cloaking.positions);
const cellFrom = ([level, column, row]: Triple): GridCell => ({ level, column, row });
const triple = ({ level, column, row }: GridCell): Triple => [level, column, row];

test('fixed levels', () => {
  const one = cloakFixed(snapshot, options, 1);
  for (const [at, user] of snapshot.users.entries()) {
    const cell = regionOf(one, at);
    expect(cell === undefined ? null : triple(cell)).toEqual(cloaking.fixed['level 1'][user]);
  }
  const two = cloakFixed(snapshot, options, 2);
  expect(snapshot.users.filter((_, at) => two.level[at] === SUPPRESSED_LEVEL)).toEqual(cloaking.fixed['level 2 suppresses']);
  expect(finestLevel(snapshot, options)).toBe(cloaking.fixed.finest_level_without_suppression);
});

test.each([
  ['adaptive', cloakAdaptive, cloaking.adaptive],
  ['strict', cloakStrict, cloaking.strict],
] as const)('%s', (_, cloak, expected) => {
  const made = cloak(snapshot, options);
  const regions = new Map(countRegions(snapshot, square, made).map((region) => [cellName(region.cell), region]));
  for (const [at, user] of snapshot.users.entries()) {
    const cell = regionOf(made, at) as GridCell;
    const region = regions.get(cellName(cell));
    expect({ cell: triple(cell), inside: region?.inside, publish_it: region?.publishers }).toEqual(expected[user]);
  }
});

test('a known density, without and with the algorithm', () => {
  const counts = new Map<string, { cell: GridCell; weight: number }>();
  for (const at of snapshot.users.keys()) {
    const cell = cellOf(square, 3, snapshot.x[at], snapshot.y[at]);
    counts.set(cellName(cell), { cell, weight: (counts.get(cellName(cell))?.weight ?? 0) + 1 });
  }
  const density: Density = { level: 3, cells: [...counts.values()] };
  const region = { level: 1, column: 1, row: 1 };
  const shares = (adaptive?: { users: number; k: number }) =>
    Object.fromEntries(
      (densityAttack(square, region, density, adaptive)?.cells ?? []).map(({ cell, probability }) => [cellName(cell), probability]),
    );
  expect(shares()).toEqual(cloaking.known_density_of_1_1_1['density only']);
  expect(shares({ users: 12, k: 3 })).toEqual(cloaking.known_density_of_1_1_1['density and algorithm']);
  expect(densityAttack(square, region, density)?.uniform).toBe(cloaking.known_density_of_1_1_1.uniform);
  expect(densityAttack(square, { level: 3, column: 0, row: 7 }, density)).toBeNull();
  expect(sizeAttack(square, [region, { level: 3, column: 4, row: 5 }], 2, density)).toEqual({ below: 1, onePlace: 1 });
});

test('what a moving crowd publishes', () => {
  // Who is not named in a later snapshot stands where the first one has them.
  const snapshots = [snapshot, ...cloaking.later_positions.map((moved) => snapshotOf({ ...cloaking.positions, ...moved }))];
  const published = snapshots.map((each) => {
    const made = cloakAdaptive(each, options);
    return each.users.map((_, at) => regionOf(made, at));
  });
  for (const [user, { cells }] of Object.entries(cloaking.continuous)) {
    const own = published.map((regions, time) => regions[snapshots[time].users.indexOf(user)] as GridCell);
    expect(own.map(triple)).toEqual(cells);
  }
});

test('reach', () => {
  const { cells, reach, boxes, share_of_area_left } = cloaking.reach;
  const left = reachAttack(square, cells.map(cellFrom), reach);
  expect(left?.boxes.map(({ west, south, east, north }) => [west, south, east, north])).toEqual(boxes);
  expect(left?.share).toEqual(share_of_area_left);
  expect(reachAttack(square, [cellFrom([3, 0, 0]), cellFrom([3, 7, 7])], 1)).toBeNull();
});

test('isolation', () => {
  const { points, cases } = golden.isolation as {
    readonly points: readonly [number, number][];
    readonly cases: readonly {
      readonly y: [number, number];
      readonly q: [number, number];
      readonly c: number;
      readonly t: number;
      readonly in_ball: number;
      readonly isolated: boolean;
    }[];
  };
  for (const { y: target, q, c, t, in_ball, isolated } of cases)
    expect(isolation(points, target, q, c, t)).toEqual({ inBall: in_ball, isolated });
});

test('200 seeded crowds: adaptive holds k inside, strict k publishers, both as the spec says user by user', () => {
  const random = seeded('crowds');
  for (let round = 0; round < 200; round += 1) {
    const crowd = crowdOf(random, 4 + random.below(60));
    const own = { square: { x: -3, y: 2, side: 5 }, deepest: random.below(6), k: 1 + random.below(4) };
    const adaptive = cloakAdaptive(crowd, own);
    for (const { inside } of countRegions(crowd, own.square, adaptive)) expect(inside).toBeGreaterThanOrEqual(own.k);
    for (const at of crowd.users.keys()) expect(regionOf(adaptive, at)).toEqual(plainAdaptive(crowd, own, at));
    const strict = cloakStrict(crowd, own);
    for (const { publishers } of countRegions(crowd, own.square, strict)) expect(publishers).toBeGreaterThanOrEqual(own.k);
    for (const at of crowd.users.keys())
      expect(contains(regionOf(strict, at) as GridCell, cellOf(own.square, own.deepest, crowd.x[at], crowd.y[at]))).toBe(true);
  }
});

test('what cannot be cloaked is refused', () => {
  expect(() => cloakAdaptive(snapshot, { ...options, k: 13 })).toThrow('a snapshot of 12 users cannot hide each among 13');
  expect(() => cloakStrict(snapshot, { ...options, square: { x: 0, y: 0, side: 4 } })).toThrow('outside the square');
  for (const deepest of [-1, 31, Number.NaN])
    expect(() => cloakAdaptive(snapshot, { ...options, deepest })).toThrow('the deepest level is from 0 to 30');
});

function crowdOf(random: Random, users: number): Snapshot {
  const at = (from: number): number => from + 5 * random.unit() * (random.unit() < 0.5 ? 1 : 0.2);
  return {
    users: Array.from({ length: users }, (_, user) => `u${user}`),
    x: Float64Array.from({ length: users }, () => at(-3)),
    y: Float64Array.from({ length: users }, () => at(2)),
  };
}

/** The regions that are published, with who lies in each and who publishes it. */
function countRegions(crowd: Snapshot, square: Square, made: Cloaked) {
  const published = crowd.users.map((_, at) => regionOf(made, at)).filter((cell) => cell !== undefined);
  return [...new Map(published.map((cell) => [cellName(cell), cell])).values()].map((cell) => ({
    cell,
    inside: crowd.users.filter((_, at) => isSame(cellOf(square, cell.level, crowd.x[at], crowd.y[at]), cell)).length,
    publishers: published.filter((each) => isSame(each, cell)).length,
  }));
}

const isSame = (a: GridCell, b: GridCell): boolean => cellName(a) === cellName(b);

function plainAdaptive(crowd: Snapshot, own: { square: Square; deepest: number; k: number }, user: number): GridCell {
  const cellAt = (level: number, at: number): GridCell => cellOf(own.square, level, crowd.x[at], crowd.y[at]);
  let level = 0;
  while (level < own.deepest) {
    const cell = cellName(cellAt(level + 1, user));
    if (crowd.users.filter((_, at) => cellName(cellAt(level + 1, at)) === cell).length < own.k) break;
    level += 1;
  }
  return cellAt(level, user);
}
