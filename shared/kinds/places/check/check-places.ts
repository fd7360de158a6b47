import { cellName, type GridCell, gridColumn } from '../../../core/places/grid.ts';
import type { PlacesFile, PlacesHeader } from '../../../core/places/places-file.ts';
import { ByRegion } from '../../../core/places/z-order.ts';
import type { Claim } from '../../../core/verdict/claim.ts';

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
  const groups = Map.groupBy(regions.time.keys(), (row) => `${regions.time[row]} ${cellName(regions.cell[row] as GridCell)}`);
  return Array.from(groups.values(), (rows) => {
    const first = rows[0] as number;
    const [time, cell] = [regions.time[first] as number, regions.cell[first] as GridCell];
    return { time, cell, publishers: rows.length, inside: original === null ? null : (inside.get(time)?.within(cell).length ?? 0) };
  });
}

/**
 * The check of `check`, `audit` and `certify`. A strict release claims that k users publish each region, any release that k users were inside. Where
 * nothing says how it was made and nobody knows who was inside, who publishes has to do.
 */
export function placesClaims({ method }: PlacesHeader, k: number | null, regions: readonly CountedRegion[]): Claim[] {
  if (k === null) return [];
  const counted = regions.every(({ inside }) => inside !== null);
  const claim = (scope: string, few: readonly CountedRegion[]): Claim => ({
    text: `k = ${k}`,
    scope,
    state: regions.length === 0 ? 'nothing to check' : few.length === 0 ? 'held' : 'broken',
    checked: regions.length,
    violations: few.length,
    example:
      few[0] === undefined ? null : `cell ${few[0].cell.column},${few[0].cell.row} of level ${few[0].cell.level} at time ${few[0].time}`,
  });
  const claims: Claim[] = [];
  if (method === 'strict' || (method === null && !counted))
    claims.push(
      claim(
        'of the users who publish each region',
        regions.filter(({ publishers }) => publishers < k),
      ),
    );
  const scope = 'of the users inside each region';
  if (counted)
    claims.push(
      claim(
        scope,
        regions.filter(({ inside }) => (inside ?? 0) < k),
      ),
    );
  else
    claims.push({
      text: `k = ${k}`,
      scope,
      state: 'not checked',
      checked: null,
      violations: null,
      example: 'it needs the positions of everybody (--original)',
    });
  return claims;
}
