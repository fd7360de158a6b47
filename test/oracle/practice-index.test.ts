// A practice release is the release with some items generalised: indexed from what changed, it must be what all of it indexed anew is.

import { seeded, shuffle } from '../../shared/core/random/random.ts';
import {
  ELSEWHERE,
  type IndexedRelease,
  indexEntries,
  withEntries,
} from '../../shared/kinds/set-generalised/core/calibrated/indexed-release.ts';

const TERMS = Array.from({ length: 60 }, (_, at) => `item ${String(at).padStart(2, '0')}`);

/** Groups of the last terms; transactions of terms and groups, some unexamined, some repeated. */
function entriesOf(seed: string): { members: Int32Array[]; entries: number[][] } {
  const random = seeded('practice index', seed);
  const members = Array.from({ length: 6 }, (_, group) => Int32Array.from([0, 1, 2], (at) => 42 + group * 3 + at));
  const entries = Array.from({ length: 40 }, () => {
    const alone = Array.from({ length: random.below(9) }, () => random.below(40));
    const groups = Array.from({ length: random.below(4) }, () => ~random.below(6));
    return shuffle([...alone, ...groups, ...(random.below(3) === 0 ? [ELSEWHERE] : [])], random);
  });
  return { members, entries };
}

test.each(Array.from({ length: 30 }, (_, at) => String(at)))('changed in part as indexed anew, release %s', (seed) => {
  const { members, entries } = entriesOf(seed);
  const random = seeded('practice index changes', seed);
  const added = [Int32Array.from([1, 2]), Int32Array.from([3, 4, 5])];
  const changed = new Map<number, number[]>();
  for (const at of shuffle([...entries.keys()], random).slice(0, random.below(40))) {
    const kept = entries[at].filter((entry) => entry < 0 || random.below(4) > 0);
    for (const [group] of added.entries())
      if (random.below(2) === 0) kept.splice(random.below(kept.length + 1), 0, ~(members.length + group));
    changed.set(at, kept);
  }
  const release: IndexedRelease = indexEntries(TERMS, members, entries, false);
  const anew = indexEntries(TERMS, [...members, ...added], entries.map((each, at) => changed.get(at) ?? each), false); // biome-ignore format: one line
  expect(withEntries(release, changed, added)).toEqual(anew);
  // The input is unchanged.
  expect(release).toEqual(indexEntries(TERMS, members, entries, false));
});
