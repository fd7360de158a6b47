import * as z from 'zod';
import { many } from '../../../contracts/work-blob.ts';
import { sum } from '../../../core/numeric/numeric.ts';
import type { PlainShapes } from '../../../kit/plain/blobs.ts';
import type { CutRelease } from '../../../kit/plain/plain-kind.ts';
import type { StoredUnit } from '../../../kit/plan/unit-writer.ts';
import { type PseudonymUnit, pseudonymUnits } from '../attack/pseudonyms.ts';
import { countedRegions } from '../check/check.ts';
import { cellName, type GridCell, gridColumn } from '../core/grid.ts';
import type { PlacesFile, PlacesHeader } from '../core/places-file.ts';
import { ByRegion } from '../core/z-order.ts';
import type { OriginalPlaces } from '../measure/findings.ts';
import type { GivenPlaces } from './open.ts';

/** A snapshot's region with who publishes it: what is likely of them is the same for all. */
export interface RegionUnit {
  readonly kind: 'region';
  readonly time: number;
  readonly region: GridCell;
  readonly levels: number;
  readonly square: PlacesHeader['square'];
  /** Ascending. */
  readonly people: readonly number[];
  readonly ids: readonly (string | null)[];
  /** The attacker's register for this pseudonym; null: nothing. */
  readonly density: { readonly cells: readonly (readonly [column: number, row: number, people: number])[]; readonly total: number } | null;
  /** Of an adaptive release: all of the snapshot, and k. */
  readonly adaptive: { readonly users: number; readonly k: number } | null;
  readonly seed: string;
}

export type PlaceUnit = RegionUnit | PseudonymUnit;

/** By person of the unit, what is true: `target` as guesses name it. Measures alone read it. */
export interface PlaceTruth {
  readonly people: readonly number[];
  readonly targets: readonly string[];
}

/** The attacker's view: regions, and the register. */
export interface WholePlaces {
  readonly header: PlacesHeader;
  readonly knows: { readonly density: boolean; readonly everybody: number; readonly reach: number | null; readonly side: number | null };
  readonly regions: readonly RegionUnit[];
  readonly pseudonyms: readonly PseudonymUnit[];
}

const count = z.int().min(0);
const optional = z.number().nullable();
const square = z.strictObject({ x: z.number(), y: z.number(), side: z.number() });
const region = z.strictObject({
  kind: z.literal('region'),
  time: z.number(),
  region: z.strictObject({ level: count, column: count, row: count }),
  levels: count,
  square,
  people: many(count),
  ids: many(z.string().nullable()),
  density: z.strictObject({ cells: many(z.tuple([count, count, z.number()])), total: z.number() }).nullable(),
  adaptive: z.strictObject({ users: count, k: count }).nullable(),
  seed: z.string(),
});
const pseudonym = z.strictObject({
  kind: z.literal('pseudonym'),
  person: count,
  id: z.string().nullable(),
  times: count,
  first: z.number(),
  left: z.number(),
  guess: z.string().nullable(),
});
export const SHAPES: PlainShapes<PlaceUnit, PlaceTruth, WholePlaces, OriginalPlaces, never> = {
  version: 2,
  unit: z.union([region, pseudonym]),
  truth: z.strictObject({ people: many(count), targets: many(z.string()) }),
  whole: z.strictObject({
    header: z.strictObject({
      square,
      levels: count,
      method: z.enum(['fixed', 'adaptive', 'strict']).nullable(),
      k: optional,
      reach: optional,
      side: optional,
    }),
    knows: z.strictObject({ density: z.boolean(), everybody: count, reach: optional, side: optional }),
    regions: many(region),
    pseudonyms: many(pseudonym),
  }),
  original: z.strictObject({
    targets: many(many(z.string())),
    positions: many(many(z.tuple([z.number(), z.number()]))),
    users: many(z.tuple([count, z.string()])),
    inside: many(count),
  }),
};

export const cellTarget = (time: number, levels: number, column: number, row: number): string =>
  `at time ${time} in cell ${column},${row} of level ${levels}`;

export function cutPlaces(given: GivenPlaces, seed: string): CutRelease<PlaceUnit, PlaceTruth, WholePlaces, OriginalPlaces> {
  const { release, truth, known } = given;
  const { header, regions } = release;
  const numbers = new Map<string, number>();
  const person = regions.user.map((user, row) => {
    if (user === null) return row;
    const number = numbers.get(user) ?? numbers.size;
    numbers.set(user, number);
    return number;
  });
  const ids: (string | null)[] = numbers.size === 0 ? person.map(() => null) : [...numbers.keys()];
  const found = regionUnits(release, person, known, seed);
  const pseudonyms = known === null || known.positions.time.length === 0 ? [] : pseudonymUnits(release, person, ids, known, seed);
  const userOf = new Map<number, string>();
  if (truth !== null) for (const [row, own] of person.entries()) userOf.set(own, truth.user[row]);
  const { levels, square } = header;
  const places = found.map(
    ({ unit, rows }): StoredUnit<PlaceUnit, PlaceTruth> => ({
      unit,
      cells: rows.length,
      truth:
        truth === null
          ? null
          : {
              people: unit.people,
              targets: rows.map((row) =>
                cellTarget(
                  unit.time,
                  levels,
                  gridColumn(truth.x[row], square.x, square.side, levels),
                  gridColumn(truth.y[row], square.y, square.side, levels),
                ),
              ),
            },
    }),
  );
  const who = pseudonyms.map(
    (unit): StoredUnit<PlaceUnit, PlaceTruth> => ({
      unit,
      cells: 1,
      truth: truth === null ? null : { people: [unit.person], targets: [`who: ${userOf.get(unit.person)}`] },
    }),
  );
  return {
    people: ids.map((id) => ({ id })),
    units: [...places, ...who],
    whole: {
      header,
      knows: {
        density: known !== null && known.density.people.length > 0,
        everybody: new Set(known?.positions.user).size,
        reach: known?.header.reach ?? null,
        side: known?.header.side ?? null,
      },
      regions: found.map(({ unit }) => unit),
      pseudonyms,
    },
    original:
      truth === null
        ? null
        : {
            targets: places.map((each) => each.truth?.targets ?? []),
            positions: found.map(({ rows }) => rows.map((row) => [truth.x[row], truth.y[row]])),
            users: [...userOf],
            inside: insideOf(given, found),
          },
  };
}

function insideOf({ release, everybody }: GivenPlaces, found: readonly { readonly unit: RegionUnit }[]): number[] {
  const keyOf = (time: number, cell: GridCell): string => `${time} ${cellName(cell)}`;
  const counted = new Map(countedRegions(release, everybody).map(({ time, cell, inside }) => [keyOf(time, cell), inside ?? 0]));
  return found.map(({ unit: { time, region } }) => counted.get(keyOf(time, region)) ?? 0);
}

function regionUnits(
  { header, regions }: PlacesFile,
  person: readonly number[],
  known: PlacesFile | null,
  seed: string,
): readonly { readonly unit: RegionUnit; readonly rows: readonly number[] }[] {
  const groups = Map.groupBy(regions.time.keys(), (row) => `${regions.time[row]} ${cellName(regions.cell[row])}`);
  const users = new Map<number, number>();
  for (const time of regions.time) users.set(time, (users.get(time) ?? 0) + 1);
  const density = known === null || known.density.people.length === 0 ? null : known.density;
  const index = density === null ? null : new ByRegion(density.column, density.row, header.levels);
  const total = density === null ? 0 : sum(density.people);
  const units = [...groups.values()].map((unsorted) => {
    const rows = unsorted.toSorted((a, b) => person[a] - person[b]);
    const [first] = rows as [number];
    const [time, region] = [regions.time[first], regions.cell[first]];
    const unit: RegionUnit = {
      kind: 'region',
      time,
      region,
      levels: header.levels,
      square: header.square,
      people: rows.map((row) => person[row]),
      ids: rows.map((row) => regions.user[row]),
      density:
        density === null || index === null
          ? null
          : {
              total,
              cells: [...index.within(region)].map((at) => [density.column[at], density.row[at], density.people[at]]),
            },
      adaptive: header.method === 'adaptive' && header.k !== null ? { users: users.get(time) as number, k: header.k } : null,
      seed,
    };
    return { unit, rows };
  });
  // Neither the order of the file nor of the people in it says anything.
  return units.toSorted(
    ({ unit: a }, { unit: b }) =>
      a.time - b.time || a.region.level - b.region.level || a.region.row - b.region.row || a.region.column - b.region.column,
  );
}
