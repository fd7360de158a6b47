import type { DistanceTable } from '../../shared/core/attack/table.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';

export type Cells = readonly (readonly (number | null)[])[];

export const tableOf = (cells: Cells): DistanceTable => ({
  rows: cells.length,
  columns: cells[0]?.length ?? 0,
  cells: Float64Array.from(cells.flat(), (distance) => distance ?? Number.NaN),
});

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)];

const SCALES = [1, 1, 1, 1e-300, 1e-9, 1e9, 1e290];

/** How the numbers of one table are drawn: each kind is a place where an attack can go wrong. */
const KINDS: Readonly<Record<string, (random: Random) => () => number>> = {
  'without ties': (random) => () => 3 * random.unit(),
  'many ties': (random) => () => 1 + random.below(3),
  'printed decimals': (random) => () => random.below(300) / 100,
  // The largest is 2, so a tie reaches as far as 2e-9: values below, at and above that from each other.
  'near ties': (random) => () => pick(random, [2, 1.5, 1, 0.5]) - pick(random, [0, 0.4, 0.9999, 1, 1.0001, 1.7, 2.5]) * 2e-9,
  'chains of near ties': (random) => () => 2 - random.below(12) * 1.1e-9,
  'equal steps': (random) => () => 0.1 * (1 + random.below(8)),
  'one value': (random) => {
    const value = 3 * random.unit();
    return () => value;
  },
  powers: (random) => () => 10 ** (random.below(24) - 12),
};

/** A table of one to seven rows and columns, with undefined, zero, negative and never-together cells in most. */
export function randomTable(random: Random): { readonly kind: string; readonly cells: Cells } {
  const rows = 1 + random.below(7);
  const columns = 1 + random.below(7);
  const kind = pick(random, Object.keys(KINDS));
  const draw = KINDS[kind](random);
  const scale = pick(random, SCALES);
  const holes = pick(random, [0, 0, 0.1, 0.4, 1]);
  const nevers = pick(random, [0, 0, 0, 0.15, 0.6]);
  const cells = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => {
      if (random.unit() < holes) return pick(random, [null, null, 0, -1 * scale]);
      return random.unit() < nevers ? Number.POSITIVE_INFINITY : draw() * scale;
    }),
  );
  return { kind, cells };
}

export function* randomTables(count: number, seed: string): Generator<{ readonly kind: string; readonly cells: Cells }> {
  for (let at = 0; at < count; at += 1) yield randomTable(seeded(seed, at));
}
