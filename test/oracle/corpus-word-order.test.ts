import { seeded } from '../../shared/core/random/random.ts';
import { sortByWords } from '../../shared/corpus/word-order.ts';

/** Distinct strings of a few letters, so that many begin alike: what decides lies in the first word or far behind it. */
function strings(seed: string, count: number, letters: number, longest: number): Buffer[] {
  const random = seeded('word order', seed);
  const all = new Set<string>();
  while (all.size < count) {
    all.add(
      Array.from({ length: 1 + random.below(longest) }, () =>
        String.fromCharCode((random.below(2) ? 97 : 192) + random.below(letters)),
      ).join(''),
    );
  }
  return [...all].map((text) => Buffer.from(text, 'latin1'));
}

test.each([
  ['one', 1, 3, 4],
  ['few', 15, 2, 9],
  ['alike', 3000, 1, 40],
  ['short', 20_000, 26, 5],
])('sortByWords orders %s strings as comparing their bytes does', (seed, count, letters, longest) => {
  const held = strings(seed, count, letters, longest);
  const wordAt = (place: number, depth: number): number =>
    [0, 1, 2, 3].reduce((word, byte) => word * 256 + (held[place]?.[4 * depth + byte] ?? 0), 0);
  const places = Uint32Array.from(held.keys());
  sortByWords(places, { wordAt });
  const sorted = held.toSorted(Buffer.compare);
  expect(Array.from(places, (place) => held[place]?.toString('latin1'))).toEqual(sorted.map((bytes) => bytes.toString('latin1')));
});
