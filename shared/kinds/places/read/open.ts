import type { AuditRequest } from '../../../contracts/audit-request.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Files } from '../../../kit/kind.ts';
import { readThrough } from '../../../kit/read/open-bytes.ts';
import type { SourceFile } from '../../../kit/read/read-release.ts';
import type { Gunzip } from '../../../ports/gunzip.ts';
import { type PlacesFile, type PlacesHeader, PlacesReader } from '../core/places-file.ts';

export interface GivenPlaces {
  readonly release: PlacesFile;
  /** Where the people really were, a row for each of the release's; null without an original. */
  readonly truth: { readonly user: readonly string[]; readonly x: readonly number[]; readonly y: readonly number[] } | null;
  /** Where everybody was; null without an original. */
  readonly everybody: PlacesFile | null;
  /** Everybody's positions and the density that the attacker has; null: neither. */
  readonly known: PlacesFile | null;
}

export async function openPlaces({ release, original, reading, beside }: Files, request: AuditRequest): Promise<GivenPlaces> {
  const { gunzip } = reading;
  const regions = regionsOnly(await readPlaces(release, gunzip), release.name);
  const { external } = request;
  const known = external === undefined ? null : await readPlaces(await beside(external), gunzip);
  if (external !== undefined && known !== null) {
    if (known.regions.time.length > 0)
      throw new BadInput('this holds published regions; what an attacker knows are positions and cells', { file: external });
    mustAgree(known.header, regions.header, external);
  }
  if (original === null) return { release: regions, truth: null, everybody: null, known };
  const positions = positionsOnly(await readPlaces(original, gunzip), original.name);
  mustAgree(positions.header, regions.header, original.name);
  return { release: regions, truth: truthOf(regions, positions, original.name), everybody: positions, known };
}

export async function readPlaces(file: SourceFile, gunzip: Gunzip): Promise<PlacesFile> {
  return readThrough(file, gunzip, new PlacesReader(file.name));
}

export function regionsOnly(file: PlacesFile, name: string): PlacesFile {
  if (file.positions.time.length > 0) throw new BadInput('this holds positions as they are; a release holds regions', { file: name });
  if (file.regions.time.length === 0) throw new BadInput('this holds no published region', { file: name });
  return file;
}

export function positionsOnly(file: PlacesFile, name: string): PlacesFile {
  if (file.regions.time.length > 0 || file.positions.time.length === 0)
    throw new BadInput('this is to hold positions: {"time":1,"user":"u1","x":0.5,"y":0.5}', { file: name });
  return file;
}

export function mustAgree(one: PlacesHeader, other: PlacesHeader, file: string): void {
  const same = one.square.x === other.square.x && one.square.y === other.square.y && one.square.side === other.square.side;
  if (!same || one.levels !== other.levels)
    throw new BadInput('"square" and "levels" differ from those of the release; cells of both have to be the same', { file, line: 1 });
}

/** By pseudonym and time where the release has pseudonyms, else the first region is of the first position. */
function truthOf({ regions }: PlacesFile, { positions }: PlacesFile, file: string): NonNullable<GivenPlaces['truth']> {
  const rows = regions.user[0] === null ? inOrder(regions.time, positions.time, file) : byName(regions, positions, file);
  const take = <T>(values: readonly T[]): T[] => rows.map((row) => values[row]);
  return { user: take(positions.user), x: take(positions.x), y: take(positions.y) };
}

function inOrder(published: readonly number[], original: readonly number[], file: string): number[] {
  if (published.length !== original.length || published.some((time, row) => original[row] !== time))
    throw new BadInput('without pseudonyms the first region is of the first position, and both have to have as many at the same times', {
      file,
    });
  return [...published.keys()];
}

function byName(regions: PlacesFile['regions'], { time, user, as }: PlacesFile['positions'], file: string): number[] {
  const rows = new Map(user.map((own, row) => [`${time[row]} ${as[row] ?? own}`, row]));
  return regions.user.map((own, at) => {
    const row = rows.get(`${regions.time[at]} ${own}`);
    if (row === undefined)
      throw new BadInput(`region ${at + 1} of the release has no position here: by its time and "user" ("as", where they differ)`, {
        file,
      });
    return row;
  });
}
