// The estimate's number of batches against the batches that are made, of pointers that end by chance as those of a plan do.

import type { UnitPointer } from '../../shared/contracts/work.ts';
import { seeded } from '../../shared/core/random/random.ts';
import { batches, HOME_BATCH, unitsIn } from '../../shared/kit/plan/batches.ts';
import { runsOfSlices } from '../../shared/kit/plan/unit-writer.ts';
import { childrenOf, piecesOf, sliceCount, unitsPerBatch } from '../../shared/pipeline/cloud/cost/units.ts';

/** Neighbours share a pointer up to so many cells, and one of sixteen begins a new one. */
const SHARED_CELLS = 2_048;

function pointersTo(units: number, cells: number, shares: boolean, seed: number): UnitPointer[] {
  const random = seeded('pieces', seed);
  const ofSlice = Math.max(1, Math.min(16_384, Math.floor(250_000 / cells)));
  const pointers: (UnitPointer & { units: number })[] = [];
  for (let unit = 0; unit < units; unit += 1) {
    const [slice, last] = [Math.floor(unit / ofSlice), pointers.at(-1)];
    if (shares && random.below(16) > 0 && last?.slice === slice && last.cells + cells <= SHARED_CELLS) {
      last.units += 1;
      Object.assign(last, { cells: last.cells + cells });
    } else pointers.push({ unit, slice, units: 1, cells, blob: 'groups', start: 0, end: 0 });
  }
  return pointers;
}

/** Blobs that children write of these units, each for its batches: one for each slice that a batch reaches into. */
async function written(pointers: readonly UnitPointer[], largest: number): Promise<{ readonly children: number; readonly pieces: number }> {
  const most = unitsPerBatch(largest, unitsIn(pointers) / pointers.length);
  let [children, pieces] = [0, 0];
  for (let from = 0; from < pointers.length; from += most) {
    children += 1;
    const own = (async function* () {
      yield* pointers.slice(from, from + most);
    })();
    for await (const batch of batches(own, HOME_BATCH)) pieces += [...runsOfSlices(batch)].length;
  }
  return { children, pieces };
}

test.each([
  // Generalised items, cells of each, whether the release is large enough for them to share pointers.
  [10_000, 16, true],
  [20_000, 4, true],
  [40_000, 16, true],
  [100_000, 16, true],
  [60_000, 60, true],
  [5_000, 300, true],
  [400, 400, false],
  [100, 3_000, false],
  [5, 200_000, false],
])('%i generalised items of %i cells are written in about as many blobs as the estimate says', async (units, cells, shares) => {
  const characters = shares ? 2_000_000 : 500_000;
  const size = { bytes: characters, blocks: 1, characters, people: 1_000, units, cells: units * cells, pairs: 0, largest: cells };
  const asked = { ...size, inferred: false, learns: true, practises: true, rows: 0, cached: 0, keepUsd: 0 };
  const found = await Promise.all(
    Array.from({ length: shares ? 20 : 1 }, (_, seed) => {
      const pointers = pointersTo(units, cells, shares, seed);
      expect((pointers.at(-1)?.slice ?? -1) + 1).toBe(sliceCount(size));
      return written(pointers, Math.max(...pointers.map((pointer) => pointer.cells)));
    }),
  );
  const mean = (of: 'children' | 'pieces'): number => found.reduce((sum, each) => sum + each[of], 0) / found.length;
  const [pieces, children] = [piecesOf(asked), childrenOf(asked)];
  expect([pieces, mean('pieces'), Math.abs(pieces - mean('pieces')) <= Math.max(0.5, 0.05 * pieces)]).toEqual([
    pieces,
    mean('pieces'),
    true,
  ]);
  expect([children, mean('children'), Math.abs(children - mean('children')) <= 0.5]).toEqual([children, mean('children'), true]);
});
