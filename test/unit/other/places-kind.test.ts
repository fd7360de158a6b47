// Releases of places: the file's form and what is refused of it, the index against plain search, attacks of the kind against the golden crowd.
import { readFileSync } from 'node:fs';
import { auditRequest } from '../../../shared/contracts/audit-request.ts';
import { reportData } from '../../../shared/contracts/report-data.ts';
import { BadInput } from '../../../shared/core/model/bad-input.ts';
import { seeded } from '../../../shared/core/random/random.ts';
import { exposePlaces, judgePlace, nameCell } from '../../../shared/kinds/places/attack/expose.ts';
import { pseudonymsOf } from '../../../shared/kinds/places/attack/pseudonyms.ts';
import { contains, type GridCell } from '../../../shared/kinds/places/core/grid.ts';
import { type PlacesFile, PlacesReader } from '../../../shared/kinds/places/core/places-file.ts';
import { ByRegion } from '../../../shared/kinds/places/core/z-order.ts';
import { assessPlaces } from '../../../shared/kinds/places/measure/assess.ts';
import type { OriginalPlaces } from '../../../shared/kinds/places/measure/findings.ts';
import { cutPlaces, type RegionUnit } from '../../../shared/kinds/places/read/cut.ts';
import { hostileReport, pageOf } from '../../helpers/report.ts';

type Triple = readonly [level: number, column: number, row: number];
type Positions = Readonly<Record<string, readonly [number, number]>>;
const { cloaking } = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));
const SQUARE = JSON.stringify(cloaking.square);
const HEADER = `{"square":${SQUARE},"levels":3}`;

function read(...lines: readonly string[]): PlacesFile {
  const reader = new PlacesReader('places.jsonl');
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  return reader.end();
}

const position = (time: number, user: string, [x, y]: readonly [number, number]): string => JSON.stringify({ time, user, x, y });
const region = (time: number, user: string, cell: Triple): string => JSON.stringify({ time, user, region: cell });
const snapshots = [{}, ...cloaking.later_positions].map((moved: Positions): Positions => ({ ...cloaking.positions, ...moved }));
const everybody = read(
  HEADER,
  ...snapshots.flatMap((each, time) => Object.entries(each).map(([user, at]) => position(time + 1, user, at))),
);

test('every region finds the cells in it, as plain search does', () => {
  const random = seeded('by region');
  for (let round = 0; round < 200; round += 1) {
    const deepest = 1 + random.below(6);
    const cells = Array.from({ length: random.below(40) }, () => [random.below(1 << deepest), random.below(1 << deepest)] as const);
    const index = new ByRegion(
      cells.map(([column]) => column),
      cells.map(([, row]) => row),
      deepest,
    );
    const level = random.below(deepest + 1);
    const wanted: GridCell = { level, column: random.below(1 << level), row: random.below(1 << level) };
    const plain = cells.flatMap(([column, row], at) => (contains(wanted, { level: deepest, column, row }) ? [at] : []));
    expect([...index.within(wanted)].toSorted((a, b) => a - b)).toEqual(plain);
  }
});

test.each(Object.keys(cloaking.continuous))(
  'golden: who is left after the regions of %s, by who is inside and by who publishes',
  (user) => {
    const { cells, candidates, candidates_by_publisher } = cloaking.continuous[user];
    const leftIn = (header: string): readonly string[] => {
      const release = read(header, ...cells.map((cell: Triple, time: number) => region(time + 1, 'p', cell)));
      const [found] = pseudonymsOf(
        release,
        cells.map(() => 0),
        everybody,
      );
      return found?.left ?? [];
    };
    expect(leftIn(HEADER).toSorted()).toEqual(candidates);
    // Who knows the method too.
    expect(leftIn(`{"square":${SQUARE},"levels":3,"method":"adaptive","k":3}`)).toEqual(candidates_by_publisher);
  },
);

describe('people', () => {
  const release = read(
    `{"square":[0,0,8],"levels":3,"method":"fixed","k":2}`,
    region(1, 'p1', [2, 0, 0]),
    region(1, 'p2', [2, 0, 0]),
    region(1, 'p3', [3, 7, 7]),
  );
  const known = read(
    `{"square":[0,0,8],"levels":3}`,
    '{"cell":[0,0],"people":9}',
    '{"cell":[1,1],"people":1}',
    position(1, 'anna', [0.5, 0.5]),
  );
  const truth = { user: ['anna', 'bert', 'carl'], x: [0.5, 1.5, 7.5], y: [0.5, 1.5, 7.5] };
  const everybody = read(
    `{"square":[0,0,8],"levels":3}`,
    position(1, 'anna', [0.5, 0.5]),
    position(1, 'bert', [1.5, 1.5]),
    position(1, 'carl', [7.5, 7.5]),
  );
  const cut = cutPlaces({ release, truth, everybody, known }, 'seed');
  const units = [...cut.units];

  test('the likeliest cell is named of all in a region, beside what the region alone says; a published cell hides nothing', () => {
    const [square, cell] = units;
    const guesses = exposePlaces(square?.unit as RegionUnit);
    expect(guesses.map(({ id, target, probability, without }) => ({ id, target, probability, without }))).toEqual(
      ['p1', 'p2'].map((id) => ({ id, target: 'at time 1 in cell 0,0 of level 3', probability: 0.9, without: 0.25 })),
    );
    expect(guesses.map((guess) => judgePlace(square?.truth as never, guess))).toEqual([true, false]);
    expect(exposePlaces(cell?.unit as RegionUnit)).toEqual([]);
  });

  test('who was in the region is who it may be', () => {
    const who = units.find(({ unit }) => unit.kind === 'pseudonym' && unit.id === 'p2');
    const [guess] = exposePlaces(who?.unit as never);
    expect(guess).toMatchObject({ target: 'who: anna', probability: 1 });
    expect(judgePlace(who?.truth as never, guess as never)).toBe(false);
  });

  test('without knowledge nothing is concluded; without an original what is expected is stated', () => {
    const request = auditRequest.parse({ release: 'release.jsonl' });
    const alone = cutPlaces({ release, truth: null, everybody: null, known: null }, 'seed');
    const silent = assessPlaces(alone.whole, null, request);
    expect(silent.obstacles).toHaveLength(1);
    expect(silent.trials.map(({ status }) => status)).toEqual(Array(5).fill('not computable'));
    const [first] = alone.whole.regions;
    expect(nameCell(first as RegionUnit)).toMatchObject({ probability: 0.25, uniform: 0.25 });
    const expected = assessPlaces(cutPlaces({ release, truth: null, everybody: null, known }, 'seed').whole, null, request);
    expect(expected.trials[0]).toMatchObject({ figure: 'cells named rightly, as expected', value: 0.9, baseline: { value: 0.25 } });
    const measured = assessPlaces(cut.whole, cut.original as OriginalPlaces, request);
    expect(measured.trials[0]).toMatchObject({ figure: 'cells named rightly', value: 0.5 });
    // p3 publishes a cell, and is alone there; the density says the cells of the other two.
    expect(measured.findings.filter(({ state }) => state === 'proved')).toMatchObject([
      ...[1, 2, 3].map((facts) => ({ attack: 'known positions', facts, people: 1, of: 3 })),
      { attack: 'homogeneous regions', way: 'learned', people: 1, of: 3 },
    ]);
    expect(measured.findings.find(({ attack, confidence }) => attack === 'density' && confidence === 0.9)).toMatchObject({
      people: 2,
      right: 1,
      baseline: { right: 0.5 },
    });
    // A register of one person is none.
    expect(measured.findings.find(({ way }) => way === 'linked')).toMatchObject({ state: 'not computable' });
    expect(silent.findings.find(({ way }) => way === 'linked')).toMatchObject({ state: 'not tried' });
  });

  test('the attack sees the same with and without the original', () => {
    const blind = cutPlaces({ release, truth: null, everybody: null, known }, 'seed');
    expect(blind.whole).toEqual(cut.whole);
    expect([...blind.units].map(({ unit }) => unit)).toEqual(units.map(({ unit }) => unit));
  });

  test('a strict release whose regions too few publish is not what it claims', () => {
    const thin = read(`{"square":[0,0,8],"levels":3,"method":"strict","k":2}`, region(1, 'p1', [2, 0, 0]));
    const { claims } = assessPlaces(
      cutPlaces({ release: thin, truth: null, everybody: null, known: null }, 's').whole,
      null,
      auditRequest.parse({ release: 'r' }),
    );
    expect(claims).toMatchObject([
      {
        text: 'k = 2',
        scope: 'of the users who publish each region',
        state: 'broken',
        violations: 1,
        example: 'cell 0,0 of level 2 at time 1',
      },
      { scope: 'of the users inside each region', state: 'not checked' },
    ]);
  });
});

const ROW = '{"time":1,"user":"u","x":1,"y":1}';
test.each([
  ['no header', [ROW], '1:2: an unknown key; the first line is'],
  ['a side of 0', ['{"square":[0,0,0],"levels":3}'], '1:11: "square" is [x,y,side]'],
  ['too many levels', ['{"square":[0,0,1],"levels":17}'], '1:28: "levels" is how often the square is halved, from 0 to 16'],
  ['half a level', ['{"square":[0,0,1],"levels":1.5}'], '1:28: "levels" is how often the square is halved'],
  ['a reach in words', ['{"square":[0,0,1],"levels":1,"reach":"far"}'], '1:38: "reach" is a distance above 0'],
  ['a side below 0', ['{"square":[0,0,1],"levels":1,"side":-1}'], '1:37: "side" is a distance above 0'],
  ['k of one', ['{"square":[0,0,1],"levels":1,"k":1}'], '1:34: "k" is a whole number, at least 2'],
  ['an unknown method', ['{"square":[0,0,1],"levels":1,"method":"x"}'], '"method" is fixed, adaptive, strict'],
  ['nothing below', [HEADER], '1: nothing stands below the first line'],
  ['no JSON', [HEADER, '{"time":1,'], 'places.jsonl:2:'],
  ['an unknown key', [HEADER, '{"time":1,"who":"u"}'], '2:11: an unknown key; a line is a position'],
  ['a key twice', [HEADER, '{"time":1,"time":2,"user":"u","x":1,"y":1}'], '2:11: a key for the second time in one object'],
  ['outside the square', [HEADER, '{"time":1,"user":"u","x":-1e9,"y":1}'], '2:26: this position lies outside the square'],
  ['a time in words', [HEADER, '{"time":"noon","user":"u","x":1,"y":1}'], '2:9: "time" is a number'],
  ['a cell that is not there', [HEADER, '{"time":1,"user":"p","region":[1,2,0]}'], '2:31: "region" is [level,column,row]'],
  ['a level below the deepest', [HEADER, '{"time":1,"user":"p","region":[4,0,0]}'], '"region" is [level,column,row]: a level from 0 to 3'],
  ['two positions at once', [HEADER, ROW, ROW], '3:1: this user has a second position at the same time'],
  [
    'pseudonyms for some',
    [HEADER, '{"time":1,"user":"p","region":[0,0,0]}', '{"time":1,"region":[0,0,0]}'],
    '3:1: either every region has a "user", or none',
  ],
  ['a cell twice', [HEADER, '{"cell":[0,0],"people":1}', '{"cell":[0,0],"people":2}'], '3:1: this cell stands on an earlier line too'],
  ['nobody in a cell', [HEADER, '{"cell":[0,0],"people":0}'], '2:24: "people" is how many there are'],
  ['both at once', [HEADER, '{"time":1,"user":"u","x":1,"y":1,"region":[0,0,0]}'], '"x" does not go with what else stands here'],
] as const)('refused with its place: %s', (_, lines, message) => {
  expect(() => read(...lines)).toThrow(BadInput);
  expect(() => read(...lines)).toThrow(message);
});

test('a square that is halved as often as it may be', () => {
  expect(read('{"square":[0,0,1],"levels":16,"reach":0.5}', ROW)).toMatchObject({ header: { levels: 16, reach: 0.5 } });
});

test('a map shows every cell with its words, to the pointer and in a list, and escapes them', () => {
  const data = hostileReport('x');
  const map = {
    kind: 'map',
    title: 'Regions',
    light: 'any',
    dark: 'sure',
    cells: [{ x: 0.5, y: 0, side: 0.25, shade: 1, about: '<b>region' }],
  } as const;
  const page = pageOf(reportData.parse({ ...data, sections: [map] }));
  expect(page).toContain('<rect class="h7" x="200.00" y="300.00" width="100.00" height="100.00"><title>&lt;b&gt;region</title></rect>');
  expect(page).toContain('<li>&lt;b&gt;region</li>');
});

test.each(['[0,0,"8"]', '[0,0]', '[0,0,8,8]', '{"side":8}', '[0,0,0]'])('%s is no square', (square) => {
  expect(() => read(`{"square":${square},"levels":3}`, position(1, 'a', [1, 1]))).toThrow('"square" is [x,y,side]');
});

test('positions lie between the corners of a square that does not begin at 0', () => {
  const header = '{"square":[100,200,8],"levels":3}';
  expect(read(header, position(1, 'a', [108, 200])).positions.x[0]).toBe(108);
  for (const at of [
    [99, 201],
    [109, 201],
    [101, 199],
    [101, 209],
  ] as const)
    expect(() => read(header, position(1, 'a', at))).toThrow('outside the square');
});
