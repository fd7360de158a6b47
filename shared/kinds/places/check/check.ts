import { BadInput } from '../../../core/model/bad-input.ts';
import { type Claim, checkedClaim, claimsHold, uncheckedClaim } from '../../../core/verdict/claim.ts';
import type { Check } from '../../../kit/offers.ts';
import { optionText } from '../../../kit/option-values.ts';
import { plural } from '../../../kit/publish/text.ts';
import { checkedList, violations } from '../../../kit/violations.ts';
import { cellName, type GridCell, gridColumn } from '../core/grid.ts';
import { type PlacesFile, type PlacesHeader, PlacesReader } from '../core/places-file.ts';
import { ByRegion } from '../core/z-order.ts';
import { mustAgree, positionsOnly, readPlaces, regionsOnly } from '../read/open.ts';

/** k users inside each region (plain), k users publish it (strict). */
export const runPlacesCheck: Check['run'] = async ({ name, bytes }, { k: asked, values }, readers) => {
  const reader = new PlacesReader(name);
  for await (const piece of bytes) reader.push(piece);
  const release = regionsOnly(reader.end(), name);
  const k = asked ?? release.header.k;
  if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
  const path = optionText(values, 'original');
  const positions = path === undefined ? null : positionsOnly(await readPlaces(await readers.file(path), readers.reading.gunzip), path);
  if (positions !== null) mustAgree(positions.header, release.header, path ?? '');
  const regions = countedRegions(release, positions);
  const thin = regions.filter(({ publishers }) => publishers < k);
  const empty = regions.filter(({ inside }) => inside !== null && inside < k);
  const claims = placesClaims(release.header, k, regions);
  const sort = (what: string, of: 'publishers' | 'inside', found: typeof regions) =>
    violations(
      found,
      ({ time, cell, publishers, inside }) => ({
        rule: of,
        time,
        region: [cell.level, cell.column, cell.row],
        publishers,
        inside,
        wanted: k,
      }),
      (each) => `  time ${each.time}, cell ${each.cell.column},${each.cell.row} of level ${each.cell.level}: ${each[of]}`,
      `${plural(found.length, 'region')} ${what} fewer than ${k} users`,
    );
  const plain = positions === null ? 'not looked at without --original' : empty.length === 0 ? 'yes' : 'NO';
  const unclaimed = thin.length > 0 && release.header.method !== 'strict' && claimsHold(claims) !== false;
  return checkedList({
    claims,
    found: [sort('published by', 'publishers', thin), sort('holding', 'inside', empty)],
    summary: [
      `${name}: ${plural(regions.length, 'region')}: ${k} users inside each: ${plain}; ${k} users publish each: ${thin.length === 0 ? 'yes' : 'NO'}${unclaimed ? ' (not claimed of this release; who knows the method may find them)' : ''}`,
    ],
  });
};

interface CountedRegion {
  readonly time: number;
  readonly cell: GridCell;
  readonly publishers: number;
  /** Null without the positions of everybody. */
  readonly inside: number | null;
}

/** Every snapshot's regions with who publishes them and who was inside. */
export function countedRegions({ header, regions }: PlacesFile, original: PlacesFile | null): readonly CountedRegion[] {
  const { square, levels } = header;
  const positions = original?.positions;
  const inside = new Map(
    [...Map.groupBy(positions?.time.keys() ?? [], (row) => positions?.time[row] as number)].map(([time, rows]) => {
      const columns = rows.map((row) => gridColumn(positions?.x[row] as number, square.x, square.side, levels));
      const own = rows.map((row) => gridColumn(positions?.y[row] as number, square.y, square.side, levels));
      return [time, new ByRegion(columns, own, levels)];
    }),
  );
  const groups = Map.groupBy(regions.time.keys(), (row) => `${regions.time[row]} ${cellName(regions.cell[row])}`);
  return Array.from(groups.values(), (rows) => {
    const first = rows[0];
    const [time, cell] = [regions.time[first], regions.cell[first]];
    return { time, cell, publishers: rows.length, inside: original === null ? null : (inside.get(time)?.within(cell).length ?? 0) };
  });
}

/**
 * The check of `check`, `audit` and `certify`. A strict release claims that k users publish each region, any release that k users were inside. Where
 * neither the method nor the people inside are known, the publishers are counted.
 */
export function placesClaims({ method }: PlacesHeader, k: number | null, regions: readonly CountedRegion[]): Claim[] {
  if (k === null) return [];
  const counted = regions.every(({ inside }) => inside !== null);
  const claim = (scope: string, users: (region: CountedRegion) => number): Claim => {
    const few = regions.filter((region) => users(region) < k);
    const [first] = few;
    const example = first && `cell ${first.cell.column},${first.cell.row} of level ${first.cell.level} at time ${first.time}`;
    return checkedClaim(`k = ${k}`, scope, regions.length, few.length, example ?? null);
  };
  const published = method === 'strict' || (method === null && !counted);
  const scope = 'of the users inside each region';
  return [
    ...(published ? [claim('of the users who publish each region', ({ publishers }) => publishers)] : []),
    counted
      ? claim(scope, ({ inside }) => inside ?? 0)
      : uncheckedClaim(`k = ${k}`, scope, 'it needs the positions of everybody (--original)'),
  ];
}
