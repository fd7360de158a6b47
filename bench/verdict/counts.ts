import { type Random, seeded } from '../../shared/core/random/random.ts';
import type { MadeRelease, PlantedLeak, VerdictTrials } from './made-release.ts';

const COLUMNS = ['town', 'age', 'ill'] as const;
type Person = readonly [town: string, age: number, ill: string];
/** Conditions, and whether the count is hidden. */
type Row = readonly [town: string, age: string, ill: string, hidden?: boolean];

const ILLS = ['flu', 'gout', 'asthma'];
const TOWNS = 8;

/** Every town has each illness many times, at any of the given ages. */
function everybody(random: Random, towns: readonly string[], ages: readonly number[] = [40]): Person[] {
  return towns.flatMap((town) =>
    ILLS.flatMap((ill) => Array.from({ length: 8 + random.below(6) }, (): Person => [town, ages[random.below(ages.length)], ill])),
  );
}

const townsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${at}`);

const holds = (condition: string, value: string | number): boolean =>
  condition === '*' || (condition.startsWith('>') ? Number(value) > Number(condition.slice(1)) : condition === String(value));

function file(
  people: readonly Person[],
  rows: readonly Row[],
  withOriginal: boolean,
  says = '',
  noise: () => number = () => 0,
): MadeRelease {
  const lines = rows.map(([town, age, ill, hidden = false]) => {
    const count = people.filter((own) => [town, age, ill].every((condition, at) => holds(condition, own[at]))).length;
    return `${town},${age},${ill},${hidden ? '*' : count + noise()}`;
  });
  const original = [COLUMNS.join(','), ...people.map((own) => own.join(','))].join('\n');
  return {
    files: {
      'release.csv': `# counts sensitive=ill${says}\n${[...COLUMNS, 'count'].join(',')}\n${lines.join('\n')}\n`,
      ...(withOriginal ? { 'original.csv': `${original}\n` } : {}),
    },
    request: { release: 'release.csv', ...(withOriginal ? { original: 'original.csv' } : {}) },
  };
}

const ofTowns = (towns: readonly string[]): Row[] => [
  ...towns.flatMap((town): Row[] => [[town, '*', '*'], ...ILLS.map((ill): Row => [town, '*', ill])]),
  ...ILLS.map((ill): Row => ['*', '*', ill]),
  ['*', '*', '*'],
];

/** People of a town of their own, printed as they are. */
function printed(random: Random, ill: (at: number) => string, size: number, count = 6): [Person[], Row[]] {
  const towns = townsOf(TOWNS);
  const few = Array.from({ length: count }, (_, at) => `few${at}`);
  const people = [
    ...everybody(random, towns),
    ...few.flatMap((town, at) => Array.from({ length: size }, (): Person => [town, 40, ill(at)])),
  ];
  return [
    people,
    [
      ...ofTowns(towns),
      ...few.flatMap((town, at): Row[] => [
        [town, '*', '*'],
        [town, '*', ill(at)],
      ]),
    ],
  ];
}

/** In every town somebody is between two ages that were asked for. */
function between(random: Random, size: number): [Person[], Row[]] {
  const towns = townsOf(TOWNS);
  const people = [
    ...everybody(random, towns, [70, 71]),
    ...towns.flatMap((town, at) => Array.from({ length: size }, (): Person => [town, 61, ILLS[at % 3]])),
  ];
  const rows = towns.flatMap((town, at): Row[] => [
    [town, '>60', '*'],
    [town, '>61', '*'],
    ...(size === 1
      ? []
      : ([
          [town, '>60', ILLS[at % 3]],
          [town, '>61', ILLS[at % 3]],
        ] as Row[])),
  ]);
  return [people, [...rows, ...ILLS.map((ill): Row => ['*', '*', ill]), ['*', '*', '*']]];
}

/** A small count of every town is hidden; the total of the town tells it. `ills`: of so many illnesses. */
function hiddenIn(random: Random, ills: number, size: number): [Person[], Row[]] {
  const towns = townsOf(TOWNS);
  const own = ILLS.slice(0, ills);
  const people = [
    ...everybody(random, towns).filter(([, , ill]) => ill !== own[0] && own.includes(ill)),
    ...towns.flatMap((town) => Array.from({ length: size }, (): Person => [town, 40, own[0]])),
  ];
  return [people, towns.flatMap((town): Row[] => [[town, '*', '*'], ...own.map((ill, at): Row => [town, '*', ill, at === 0])])];
}

/** A value with such noise that its probability falls to a fiftieth with each person. */
const weakNoise = (random: Random) => (): number => {
  const drawn = random.unit();
  return drawn < 0.02 ? 1 : drawn < 0.04 ? -1 : 0;
};

const planted = (
  attack: string,
  way: PlantedLeak['way'],
  make: (random: Random) => [Person[], Row[]],
  family: readonly string[] = [],
): PlantedLeak => ({ attack, way, family, make: (seed, withOriginal) => file(...make(seeded(seed)), withOriginal) });

export const TRIALS: VerdictTrials = {
  kind: 'counts',
  planted: [
    planted('published', 'singled out', (random) => printed(random, (at) => ILLS[at % 3], 1), ['differencing', 'bounds']),
    planted('published', 'learned', (random) => printed(random, (at) => ILLS[at % 3], 4), ['differencing', 'bounds']),
    planted('differencing', 'singled out', (random) => between(random, 1), ['bounds']),
    planted('differencing', 'learned', (random) => between(random, 3), ['bounds']),
    planted('bounds', 'singled out', (random) => hiddenIn(random, 3, 1)),
    planted('hidden counts by differencing', 'learned', (random) => hiddenIn(random, 2, 2), ['hidden counts by bounds']),
    planted('hidden counts by bounds', 'learned', (random) => hiddenIn(random, 3, 2)),
    {
      attack: 'noise',
      way: 'learned',
      make(seed, withOriginal) {
        const random = seeded(seed);
        const [people, rows] = printed(random, (at) => ILLS[at % 3], 4, 20);
        return file(people, rows, withOriginal, ' noise=geometric:4', weakNoise(random));
      },
    },
  ],
  clean: (['singled out', 'learned'] as const).map((way) => ({
    way,
    make(seed) {
      const random = seeded(seed);
      const towns = townsOf(TOWNS);
      return file(everybody(random, towns), ofTowns(towns), true);
    },
  })),
  sized: [],
};
