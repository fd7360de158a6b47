// What scoring leaves is stored by its counts alone: all else follows from them, to the last bit.

import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import type { Smoothing } from '../../shared/core/relatedness/relatedness.ts';
import type { GroupRecord } from '../../shared/kit/score/group-record.ts';
import { scoreGroups } from '../../shared/kit/score/score-groups.ts';
import { readScored, writeScored } from '../../shared/kit/score/stored-scores.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';

/** Counts that contradict each other, are missing, 0, all documents, or not whole. */
function anyCounts(random: Random, id: string): HitCounter {
  const some = (): number => [0, 0, 1, 3, 40, 100, 1_000, 2.5, Number.NaN][random.below(9)];
  return {
    source: { id, version: '1' },
    size: async () => 1_000,
    count: async () => some(),
    countAll: async ({ terms, pairs }) => ({
      terms: Float64Array.from(terms, some),
      termFlags: Uint8Array.from(terms, () => random.below(4)),
      pairs: Float64Array.from({ length: pairs.length / 2 }, some),
      pairFlags: Uint8Array.from({ length: pairs.length / 2 }, () => random.below(4)),
    }),
  };
}

const groups = (random: Random): GroupRecord[] =>
  Array.from({ length: 30 }, (_, at) => {
    const items = shuffle([...'abcdefghijkl'], random);
    const context = items.slice(4, 4 + random.below(5));
    const members = items.slice(0, 1 + random.below(4));
    const rows = Array.from({ length: 1 + random.below(4) }, (_each, t) => ({
      t,
      c: context.flatMap((_item, c) => (random.below(2) ? [c] : [])),
    }));
    return { id: String(at), members, context, rows };
  });

test.each([0, 1, 3])('pairs and tables by %i sources are read as they were scored', async (sources) => {
  for (const smoothing of ['cautious', 'half', 'infinite'] satisfies Smoothing[]) {
    const random = seeded('stored tables', sources, smoothing);
    const counters = Array.from({ length: sources }, (_, at) => anyCounts(random, `s${at}`));
    const scored = await scoreGroups(groups(random), counters, { smoothing });
    const units = scored.map((_, at) => ({ unit: 7 + at, slice: at < 12 ? 0 : 1 }));
    const store = memoryBlobStore();
    await writeScored(store, units, scored, await Promise.all(counters.map((counter) => counter.size())));
    const [first, second] = [await readScored(store, 0, smoothing), await readScored(store, 1, smoothing, [20, 21])];
    for (const [at, { pairs, table, unmatchedMembers, unmatchedContext }] of scored.entries()) {
      const read = (at < 12 ? first : second).get(7 + at);
      const { source, flags, both } = pairs;
      const counts = expect.objectContaining({ source, flags, both });
      expect(read).toEqual({ unit: 7 + at, cells: table.cells, counts, pairs, unmatchedMembers, unmatchedContext });
    }
  }
});
