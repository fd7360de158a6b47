import { placeIn } from '../../../core/numeric/sorted.ts';
import { seeded } from '../../../core/random/random.ts';
import type { Guess } from '../../../kit/plain/plain-kind.ts';
import { across, type GridCell } from '../core/grid.ts';
import { densityAttack, type PlacePosterior } from '../core/place-attacks.ts';
import { cellTarget, type PlaceTruth, type PlaceUnit, type RegionUnit } from '../read/cut.ts';

/** The likeliest cell of a region's people, and how likely. */
export interface NamedCell {
  readonly column: number;
  readonly row: number;
  readonly probability: number;
  /** For who knows the region alone. */
  readonly uniform: number;
  readonly posterior: PlacePosterior | null;
}

/** By who lives where; by a draw under the seed, where nothing is known of that. */
export function nameCell({ region, levels, density, adaptive, square, seed, time }: RegionUnit): NamedCell {
  const wide = across(levels - region.level);
  const uniform = 1 / (wide * wide);
  const posterior =
    density === null
      ? null
      : densityAttack(
          square,
          region,
          {
            level: levels,
            total: density.total,
            cells: density.cells.map(([column, row, weight]) => ({ cell: { level: levels, column, row }, weight })),
          },
          adaptive ?? undefined,
        );
  if (posterior !== null) {
    const best = posterior.cells.find(({ probability }) => probability === posterior.greatest)?.cell as GridCell;
    return { column: best.column, row: best.row, probability: posterior.greatest, uniform, posterior };
  }
  const random = seeded(seed, 'cell', time, region.level, region.column, region.row);
  return {
    column: region.column * wide + random.below(wide),
    row: region.row * wide + random.below(wide),
    probability: uniform,
    uniform,
    posterior,
  };
}

export const hidesCell = ({ region, levels }: RegionUnit): boolean => region.level < levels;

/** Where people are, and who they are. */
export function exposePlaces(unit: PlaceUnit): Guess[] {
  const common = { betrayedBy: null, isProtected: false } as const;
  if (unit.kind === 'pseudonym') {
    if (unit.guess === null) return [];
    const { person, id, guess, left, first, times } = unit;
    const by = times === 1 ? 'who was in the region' : `who was in ${times} regions`;
    return [
      { ...common, person, id, target: `who: ${guess}`, probability: 1 / left, without: 1 / first, decision: 'named', betrayedBy: by },
    ];
  }
  // The cell itself is published: there is nothing to name.
  if (!hidesCell(unit)) return [];
  const { column, row, probability, uniform, posterior } = nameCell(unit);
  const target = cellTarget(unit.time, unit.levels, column, row);
  return unit.people.map((person, at) => ({
    ...common,
    person,
    id: unit.ids[at] ?? null,
    target,
    probability,
    without: uniform,
    decision: 'named',
    betrayedBy: posterior === null ? null : 'who lives where',
  }));
}

export const judgePlace = ({ people, targets }: PlaceTruth, { person, target }: Guess): boolean =>
  targets[placeIn(people, person)] === target;
