import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { gunzip } from '../../shared/adapters/node/gunzip.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import {
  type Cloaked,
  type CloakOptions,
  cloakAdaptive,
  cloakFixed,
  cloakStrict,
  finestLevel,
  regionOf,
} from '../../shared/core/places/cloak.ts';
import { across, type Snapshot, type Square } from '../../shared/core/places/grid.ts';
import type { Cloak, PlacesFile } from '../../shared/core/places/places-file.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { positionsOnly, readPlaces } from '../../shared/kinds/places/read/open.ts';
import type { FileMethod, MethodChoices } from './method.ts';
import { wholeNumber } from './numbers.ts';

type CloakSnapshot = (snapshot: Snapshot, options: CloakOptions) => Cloaked;

const methodOf = (
  name: Cloak,
  cloak: (level: number | null) => CloakSnapshot,
  options: FileMethod['options'] = {},
): { readonly method: FileMethod } => ({
  method: {
    options: { unlinked: { type: 'boolean', default: false }, ...options },
    async makeFrom(file, choices) {
      const { values } = choices;
      const level = values['level'] === undefined ? null : wholeNumber(String(values['level']), '--level', 0);
      const positions = positionsOnly(await readPlaces({ name: file, bytes: await fileBytes(file) }, gunzip), file);
      if (level !== null && level > positions.header.levels)
        throw new BadInput(`--level is at most ${positions.header.levels}, as the file's "levels"`);
      return releaseOf(name, positions, cloak(level), choices);
    },
  },
});

export const fixed = methodOf(
  'fixed',
  (level) => (snapshot, options) => cloakFixed(snapshot, options, level ?? finestLevel(snapshot, options)),
  { level: { type: 'string' } },
);
export const adaptive = methodOf('adaptive', () => cloakAdaptive);
export const strict = methodOf('strict', () => cloakStrict);

interface PublishedRow {
  readonly time: number;
  readonly region: readonly [level: number, column: number, row: number];
  /** Of the file of positions. */
  readonly position: number;
}

function releaseOf(name: Cloak, { header, positions }: PlacesFile, cloak: CloakSnapshot, { k, seed, order, values }: MethodChoices) {
  const { square, levels } = header;
  const rows: PublishedRow[] = [];
  const times = Map.groupBy(positions.time.keys(), (row) => positions.time[row] as number);
  for (const [time, own] of [...times].toSorted(([a], [b]) => a - b)) {
    const snapshot: Snapshot = {
      users: own.map((row) => positions.user[row] as string),
      x: Float64Array.from(own, (row) => positions.x[row] as number),
      y: Float64Array.from(own, (row) => positions.y[row] as number),
    };
    const cloaked = cloak(snapshot, { square, deepest: levels, k });
    const published: PublishedRow[] = [];
    for (const [at, position] of own.entries()) {
      const cell = regionOf(cloaked, at);
      if (cell !== undefined) published.push({ time, position, region: [cell.level, cell.column, cell.row] });
    }
    for (const row of order === 'shuffle' ? shuffle(published, seeded(seed, 'cloak', time)) : published) rows.push(row);
  }
  if (rows.length === 0) throw new BadInput(`nobody is left: no cell of this level has ${k} users; ask for a higher one (--level)`);
  const pseudonym = values['unlinked'] === true ? null : pseudonymsOf(positions.user, seed);
  return {
    files: [
      {
        name: 'release.jsonl',
        pieces: releaseLines(square, { levels, method: name, k }, rows, (row) => pseudonym?.get(positions.user[row] as string)),
      },
      {
        name: 'original.jsonl',
        pieces: originalLines(square, levels, positions, rows, (row) => pseudonym?.get(positions.user[row] as string)),
      },
    ],
    measures: {
      method: `cloak-${name}`,
      k,
      positions: positions.time.length,
      snapshots: times.size,
      suppressed: positions.time.length - rows.length,
      meanSide: rows.reduce((total, { region: [level] }) => total + square.side / across(level), 0) / rows.length,
      pseudonyms: pseudonym === null ? 'none' : 'kept over time',
    },
    request: { release: 'release.jsonl', original: 'original.jsonl', claim: { k } },
  };
}

/** Numbers in an order that the seed draws: neither the name nor its place in the file shows. */
function pseudonymsOf(users: readonly string[], seed: string): ReadonlyMap<string, string> {
  const names = shuffle([...new Set(users)], seeded(seed, 'pseudonyms'));
  return new Map(names.map((name, at) => [name, `p${at + 1}`]));
}

type NameOf = (position: number) => string | undefined;
const squareOf = ({ x, y, side }: Square): number[] => [x, y, side];

function* releaseLines(square: Square, header: object, rows: readonly PublishedRow[], nameOf: NameOf): Generator<string> {
  yield `${JSON.stringify({ square: squareOf(square), ...header })}\n`;
  // Without a pseudonym JSON leaves the key out.
  for (const { time, region, position } of rows) yield `${JSON.stringify({ time, user: nameOf(position), region })}\n`;
}

/** The positions of what is published, in its order. */
function* originalLines(
  square: Square,
  levels: number,
  { user, x, y }: PlacesFile['positions'],
  rows: readonly PublishedRow[],
  nameOf: NameOf,
): Generator<string> {
  yield `${JSON.stringify({ square: squareOf(square), levels })}\n`;
  for (const { time, position } of rows)
    yield `${JSON.stringify({ time, user: user[position], as: nameOf(position), x: x[position], y: y[position] })}\n`;
}
