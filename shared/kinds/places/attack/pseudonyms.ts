import { compareCodePoints } from '../../../core/model/code-points.ts';
import { seeded } from '../../../core/random/random.ts';
import { type Cloaked, cloakAdaptive, cloakStrict, regionOf } from '../core/cloak.ts';
import { cellName, contains, type GridCell, gridColumn, type Snapshot } from '../core/grid.ts';
import type { PlacesFile, PlacesHeader } from '../core/places-file.ts';
import { ByRegion } from '../core/z-order.ts';

/** Candidates of a pseudonym: users who were in all of its regions. */
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

interface Seen {
  readonly users: readonly string[];
  readonly at: ReadonlyMap<string, number>;
  /** Users who may have published a region. */
  candidates(region: GridCell): readonly string[];
  mayBe(user: number, region: GridCell): boolean;
}

/** Users inside all regions of a pseudonym, or who would publish them if the method is known. Users missing from a snapshot are not excluded. */
export function* pseudonymsOf(
  { header, regions }: PlacesFile,
  person: readonly number[],
  known: PlacesFile,
): Generator<{ readonly person: number; readonly times: number; readonly first: number; readonly left: readonly string[] }> {
  const seen = snapshotsOf(known, header);
  const rowsOf = Map.groupBy(person.keys(), (row) => person[row]);
  for (const [own, rows] of rowsOf) {
    const told = rows
      .map((row) => ({
        region: regions.cell[row],
        time: regions.time[row],
        snapshot: seen.get(regions.time[row]),
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
    const guess = sorted.length === 0 ? null : sorted[seeded(seed, 'who', ...sorted).below(sorted.length)];
    return { kind: 'pseudonym', person: own, id: ids[own] ?? null, times, first, left: left.length, guess };
  });
}

function snapshotsOf({ positions }: PlacesFile, { square, levels, method, k }: PlacesHeader): ReadonlyMap<number, Seen> {
  const again = method === 'strict' ? cloakStrict : method === 'adaptive' ? cloakAdaptive : null;
  const rows = Map.groupBy(positions.time.keys(), (row) => positions.time[row]);
  const cellsOf = (of: readonly number[], own: readonly number[], from: number): number[] =>
    own.map((row) => gridColumn(of[row], from, square.side, levels));
  return new Map(
    [...rows].map(([time, own]) => {
      const users = own.map((row) => positions.user[row]);
      const [columns, cellRows] = [cellsOf(positions.x, own, square.x), cellsOf(positions.y, own, square.y)];
      const at = new Map(users.map((user, index) => [user, index]));
      const snapshot: Snapshot = {
        users,
        x: Float64Array.from(own, (row) => positions.x[row]),
        y: Float64Array.from(own, (row) => positions.y[row]),
      };
      // An attacker who knows the method and all positions can repeat it: only users who would publish the region remain.
      if (again !== null && k !== null && users.length >= k)
        return [time, publishersOf(users, at, again(snapshot, { square, deepest: levels, k }))];
      const index = new ByRegion(columns, cellRows, levels);
      const inside: Seen = {
        users,
        at,
        candidates: (region) => Array.from(index.within(region), (user) => users[user]),
        mayBe: (user, region) => contains(region, { level: levels, column: columns[user], row: cellRows[user] }),
      };
      return [time, inside];
    }),
  );
}

function publishersOf(users: readonly string[], at: Seen['at'], cloaked: Cloaked): Seen {
  const names = users.map((_, user) => cellName(regionOf(cloaked, user) as GridCell));
  const by = Map.groupBy(users, (_, user) => names[user]);
  return {
    users,
    at,
    candidates: (region) => by.get(cellName(region)) ?? [],
    mayBe: (user, region) => names[user] === cellName(region),
  };
}
