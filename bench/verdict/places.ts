import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { MadeRelease, VerdictTrials } from './made-release.ts';

/** 32 x 32 cells; regions are 4 x 4 of them. */
const LEVELS = 5;
const LEVEL = 3;
const SIDE = 1 << LEVELS;
const WIDE = 1 << (LEVELS - LEVEL);
const REGIONS = 1 << LEVEL;

interface Row {
  readonly time: number;
  readonly person: number;
  readonly level: number;
  /** Cell of the deepest level. */
  readonly column: number;
  readonly row: number;
}

interface Given {
  readonly original: boolean;
  readonly register: boolean;
  readonly density: readonly (readonly [column: number, row: number, people: number])[];
}

const HEADER = `{"square":[0,0,${SIDE}],"levels":${LEVELS}}`;
const lines = (all: readonly object[]): string => `${HEADER}\n${all.map((each) => `${JSON.stringify(each)}\n`).join('')}`;

function file(random: Random, rows: readonly Row[], { original, register, density }: Given): MadeRelease {
  const position = ({ time, person, column, row }: Row) => ({ time, user: `u${person}`, x: column + 0.5, y: row + 0.5 });
  const published = shuffle([...rows], random).map(({ time, person, level, column, row }) => {
    const up = LEVELS - level;
    return { time, user: `p${person}`, region: [level, column >> up, row >> up] };
  });
  const known = [...(register ? rows.map(position) : []), ...density.map(([column, row, people]) => ({ cell: [column, row], people }))];
  return {
    files: {
      'release.jsonl': lines(published),
      ...(original ? { 'original.jsonl': lines(rows.map((each) => ({ ...position(each), as: `p${each.person}` }))) } : {}),
      ...(known.length > 0 ? { 'known.jsonl': lines(known) } : {}),
    },
    request: {
      release: 'release.jsonl',
      ...(original ? { original: 'original.jsonl' } : {}),
      ...(known.length > 0 ? { external: 'known.jsonl' } : {}),
    },
  };
}

/** Four people in each region, anywhere in it. */
function crowd(random: Random, time = 1): Row[] {
  return Array.from({ length: 4 * REGIONS * REGIONS }, (_, person) => {
    const region = person >> 2;
    return {
      time,
      person,
      level: LEVEL,
      column: WIDE * (region % REGIONS) + random.below(WIDE),
      row: WIDE * Math.floor(region / REGIONS) + random.below(WIDE),
    };
  });
}

const allCells = Array.from({ length: SIDE * SIDE }, (_, at) => [at % SIDE, Math.floor(at / SIDE), 1] as const);
const uniform = (original: boolean, register: boolean): Given => ({ original, register, density: allCells });

/** Leaking people: all four users of a region are in one cell. */
function bare(rows: readonly Row[], random: Random, share: number): Row[] {
  const regions = new Set(shuffle([...Array(REGIONS * REGIONS).keys()], random).slice(0, Math.ceil(share * REGIONS * REGIONS)));
  return rows.map((each) => {
    if (!regions.has(each.person >> 2)) return each;
    const first = rows[each.person & ~3];
    return { ...each, level: LEVELS, column: first.column, row: first.row };
  });
}

/** In each region nine in ten live in one cell, and so are the people of the release. */
function crowded(random: Random, share: number, original: boolean): MadeRelease {
  const rows = crowd(random).map((each) => ({ ...each }));
  const home = Array.from({ length: REGIONS * REGIONS }, (_, region) => [
    WIDE * (region % REGIONS) + random.below(WIDE),
    WIDE * Math.floor(region / REGIONS) + random.below(WIDE),
  ]);
  const density = allCells.map(([column, row]) => {
    const [x, y] = home[Math.floor(row / WIDE) * REGIONS + Math.floor(column / WIDE)];
    return [column, row, x === column && y === row ? 9 * (WIDE * WIDE - 1) : 1] as const;
  });
  for (const each of rows) if (random.unit() < share) [each.column, each.row] = home[each.person >> 2] as [number, number];
  return file(random, rows, { original, register: false, density });
}

export const TRIALS: VerdictTrials = {
  kind: 'places',
  planted: [
    {
      attack: 'known positions',
      way: 'singled out',
      make(seed, original) {
        const random = seeded(seed);
        // Some regions have lost all but one.
        const rows = crowd(random).filter(({ person }) => person % 4 === 0 || (person >> 2) % 8 !== 0);
        return file(random, rows, uniform(original, false));
      },
    },
    {
      attack: 'regions over time',
      way: 'linked',
      make(seed, original) {
        const random = seeded(seed);
        // At each time four others are in a region.
        const rows = [1, 2, 3].flatMap((time) => {
          const moved = shuffle([...Array(4 * REGIONS * REGIONS).keys()], random);
          return crowd(random, time).map((each, at) => ({ ...each, person: moved[at] }));
        });
        return file(random, rows, { original, register: true, density: [] });
      },
    },
    {
      attack: 'homogeneous regions',
      way: 'learned',
      make(seed, original) {
        const random = seeded(seed);
        return file(random, bare(crowd(random), random, 0.2), uniform(original, false));
      },
    },
    { attack: 'density', way: 'learned', make: (seed, original) => crowded(seeded(seed), 0.9, original) },
  ],
  clean: (['singled out', 'linked', 'learned'] as const).map((way) => ({
    way,
    make(seed) {
      const random = seeded(seed);
      return file(random, crowd(random), uniform(true, true));
    },
  })),
  sized: [
    {
      way: 'learned',
      make: (seed, share) => crowded(seeded(seed), share, true),
    },
  ],
};
