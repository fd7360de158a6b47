import { BadInput } from '../../../core/model/bad-input.ts';
import { seeded, shuffle } from '../../../core/random/random.ts';
import type { MadeRelease, MakeAsked, Method } from '../../../kit/offers.ts';
import { optionText, wholeNumber } from '../../../kit/option-values.ts';
import { type Cloaked, type CloakOptions, cloakAdaptive, cloakFixed, cloakStrict, finestLevel, SUPPRESSED_LEVEL } from '../core/cloak.ts';
import { across, type Snapshot, type Square } from '../core/grid.ts';
import type { Cloak, PlacesFile } from '../core/places-file.ts';
import { positionsOnly, readPlaces } from '../read/open.ts';

type CloakSnapshot = (snapshot: Snapshot, options: CloakOptions) => Cloaked;

const CLOAKS: Readonly<Record<Cloak, (level: number | null) => CloakSnapshot>> = {
  fixed: (level) => (snapshot, options) => cloakFixed(snapshot, options, level ?? finestLevel(snapshot, options)),
  adaptive: () => cloakAdaptive,
  strict: () => cloakStrict,
};

export const makeRegions =
  (name: Cloak): Method['make'] =>
  async (file, asked, { file: open, reading: { gunzip } }) => {
    const given = optionText(asked.values, 'level');
    const level = given === undefined ? null : wholeNumber(given, '--level', 0);
    const positions = positionsOnly(await readPlaces(await open(file), gunzip), file);
    if (level !== null && level > positions.header.levels)
      throw new BadInput(`--level is at most ${positions.header.levels}, as the file's "levels"`);
    return releaseOf(name, positions, CLOAKS[name](level), asked);
  };

/** The published rows in the release's order, and the region of each row of the positions file. */
interface Published {
  readonly rows: Uint32Array;
  readonly level: Uint8Array;
  readonly column: Uint32Array;
  readonly row: Uint32Array;
}

function releaseOf(
  name: Cloak,
  { header, positions }: PlacesFile,
  cloak: CloakSnapshot,
  { k, seed, order, values }: MakeAsked,
): MadeRelease {
  const { square, levels } = header;
  const size = positions.time.length;
  const published = { rows: new Uint32Array(size), level: new Uint8Array(size), column: new Uint32Array(size), row: new Uint32Array(size) };
  let count = 0;
  const times = Map.groupBy(positions.time.keys(), (row) => positions.time[row]);
  for (const [time, own] of [...times].toSorted(([a], [b]) => a - b)) {
    const snapshot: Snapshot = {
      users: own.map((row) => positions.user[row]),
      x: Float64Array.from(own, (row) => positions.x[row]),
      y: Float64Array.from(own, (row) => positions.y[row]),
    };
    const cloaked = cloak(snapshot, { square, deepest: levels, k });
    const shown: number[] = [];
    for (const [at, position] of own.entries()) {
      if (cloaked.level[at] === SUPPRESSED_LEVEL) continue;
      published.level[position] = cloaked.level[at];
      published.column[position] = cloaked.column[at];
      published.row[position] = cloaked.row[at];
      shown.push(position);
    }
    published.rows.set(order === 'shuffle' ? shuffle(shown, seeded(seed, 'cloak', time)) : shown, count);
    count += shown.length;
  }
  if (count === 0) throw new BadInput(`nobody is left: no cell of this level has ${k} users; ask for a higher one (--level)`);
  const rows = published.rows.subarray(0, count);
  const pseudonym = values['unlinked'] === true ? null : pseudonymsOf(positions.number, seed);
  return {
    files: [
      {
        name: 'release.jsonl',
        pieces: releaseLines(square, { levels, method: name, k }, positions, { ...published, rows }, pseudonym),
      },
      { name: 'original.jsonl', pieces: originalLines(square, levels, positions, rows, pseudonym) },
    ],
    measures: {
      method: `cloak-${name}`,
      k,
      positions: size,
      snapshots: times.size,
      suppressed: size - count,
      meanSide: rows.reduce((total, row) => total + square.side / across(published.level[row]), 0) / count,
      pseudonyms: pseudonym === null ? 'none' : 'kept over time',
    },
    request: { release: 'release.jsonl', original: 'original.jsonl', claim: { k } },
  };
}

/** By number of the user another number, in an order that the seed draws: neither the name nor its place in the file shows. */
function pseudonymsOf(numbers: readonly number[], seed: string): Uint32Array {
  const users = numbers.reduce((most, number) => Math.max(most, number + 1), 0);
  const drawn = shuffle(
    Array.from({ length: users }, (_, user) => user),
    seeded(seed, 'pseudonyms'),
  );
  const pseudonym = new Uint32Array(users);
  for (const [at, user] of drawn.entries()) pseudonym[user] = at + 1;
  return pseudonym;
}

const squareOf = ({ x, y, side }: Square): number[] => [x, y, side];

// Lines are put together by hand: an object and a JSON text for each of a million would be half of the time.
function* releaseLines(
  square: Square,
  header: object,
  { time, number }: PlacesFile['positions'],
  { rows, level, column, row }: Published,
  pseudonym: Uint32Array | null,
): Generator<string> {
  yield `${JSON.stringify({ square: squareOf(square), ...header })}\n`;
  for (const at of rows) {
    const user = pseudonym === null ? '' : `,"user":"p${pseudonym[number[at]]}"`;
    yield `{"time":${time[at]}${user},"region":[${level[at]},${column[at]},${row[at]}]}\n`;
  }
}

/** Positions of the published rows, in their order. */
function* originalLines(
  square: Square,
  levels: number,
  { time, user, number, x, y }: PlacesFile['positions'],
  rows: Uint32Array,
  pseudonym: Uint32Array | null,
): Generator<string> {
  yield `${JSON.stringify({ square: squareOf(square), levels })}\n`;
  for (const at of rows) {
    const as = pseudonym === null ? '' : `,"as":"p${pseudonym[number[at]]}"`;
    yield `{"time":${time[at]},"user":${JSON.stringify(user[at])}${as},"x":${x[at]},"y":${y[at]}}\n`;
  }
}
