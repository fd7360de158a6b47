import { compareCodePoints } from '../../../core/model/code-points.ts';
import { type Cloaked, cloakAdaptive, cloakStrict, regionOf } from '../../../core/places/cloak.ts';
import { cellName, contains, type GridCell, gridColumn, type Snapshot } from '../../../core/places/grid.ts';
import type { PlacesFile, PlacesHeader } from '../../../core/places/places-file.ts';
import { ByRegion } from '../../../core/places/z-order.ts';
import { seeded } from '../../../core/random/random.ts';

/** Who a pseudonym may be, for somebody who knows where everybody was: those who were in all of its regions. */
export interface PseudonymUnit {
  readonly kind: 'pseudonym';
  readonly person: number;
  readonly id: string | null;
  readonly times: number;
  /** How many it may be after its first region, and after all of them; one of them. */
  readonly first: number;
  readonly left: number;
  readonly guess: string | null;
}

/** Everybody at one time, found by region. */
interface Seen {
  readonly users: readonly string[];
  readonly at: ReadonlyMap<string, number>;
  /** Who may have published a region. */
  candidates(region: GridCell): readonly string[];
  mayBe(user: number, region: GridCell): boolean;
}

/** The users inside all regions of a pseudonym, or who publish them where the method is known. Who is missing from a snapshot is not excluded by it. */
export function* pseudonymsOf(
  { header, regions }: PlacesFile,
  person: readonly number[],
  known: PlacesFile,
): Generator<{ readonly person: number; readonly times: number; readonly first: number; readonly left: readonly string[] }> {
  const seen = snapshotsOf(known, header);
  const rowsOf = Map.groupBy(person.keys(), (row) => person[row] as number);
  for (const [own, rows] of rowsOf) {
    const told = rows
      .map((row) => ({
        region: regions.cell[row] as GridCell,
        time: regions.time[row] as number,
        snapshot: seen.get(regions.time[row] as number),
      }))
      .toSorted((a, b) => a.time - b.time)
      .flatMap(({ region, snapshot }) => (snapshot === undefined ? [] : [{ region, snapshot }]));
    const [first, ...later] = told;
    if (first === undefined) continue;
    const begun = first.snapshot.candidates(first.region);
    const left = begun.filter((user) =>
      later.every(({ region, snapshot }) => {
        const at = snapshot.at.get(user);
        return at === undefined || snapshot.mayBe(at, region);
      }),
    );
    yield { person: own, times: rows.length, first: begun.length, left };
  }
}

export function pseudonymUnits(
  release: PlacesFile,
  person: readonly number[],
  ids: readonly (string | null)[],
  known: PlacesFile,
  seed: string,
): PseudonymUnit[] {
  return Array.from(pseudonymsOf(release, person, known), ({ person: own, times, first, left }) => {
    const sorted = left.toSorted(compareCodePoints);
    const guess = sorted.length === 0 ? null : (sorted[seeded(seed, 'who', ...sorted).below(sorted.length)] as string);
    return { kind: 'pseudonym', person: own, id: ids[own] ?? null, times, first, left: left.length, guess };
  });
}

function snapshotsOf({ positions }: PlacesFile, { square, levels, method, k }: PlacesHeader): ReadonlyMap<number, Seen> {
  const again = method === 'strict' ? cloakStrict : method === 'adaptive' ? cloakAdaptive : null;
  const rows = Map.groupBy(positions.time.keys(), (row) => positions.time[row] as number);
  const cellsOf = (of: readonly number[], own: readonly number[], from: number): number[] =>
    own.map((row) => gridColumn(of[row] as number, from, square.side, levels));
  return new Map(
    [...rows].map(([time, own]) => {
      const users = own.map((row) => positions.user[row] as string);
      const [columns, cellRows] = [cellsOf(positions.x, own, square.x), cellsOf(positions.y, own, square.y)];
      const at = new Map(users.map((user, index) => [user, index]));
      const snapshot: Snapshot = {
        users,
        x: Float64Array.from(own, (row) => positions.x[row] as number),
        y: Float64Array.from(own, (row) => positions.y[row] as number),
      };
      // Who knows how the release was made, and where everybody was, makes it again: only those who publish a region are in question.
      if (again !== null && k !== null && users.length >= k)
        return [time, publishersOf(users, at, again(snapshot, { square, deepest: levels, k }))];
      const index = new ByRegion(columns, cellRows, levels);
      const inside: Seen = {
        users,
        at,
        candidates: (region) => Array.from(index.within(region), (user) => users[user] as string),
        mayBe: (user, region) => contains(region, { level: levels, column: columns[user] as number, row: cellRows[user] as number }),
      };
      return [time, inside];
    }),
  );
}

function publishersOf(users: readonly string[], at: Seen['at'], cloaked: Cloaked): Seen {
  const names = users.map((_, user) => cellName(regionOf(cloaked, user) as GridCell));
  const by = Map.groupBy(users, (_, user) => names[user] as string);
  return {
    users,
    at,
    candidates: (region) => by.get(cellName(region)) ?? [],
    mayBe: (user, region) => names[user] === cellName(region),
  };
}
