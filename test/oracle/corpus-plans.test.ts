import { type Random, seeded } from '../../shared/core/random/random.ts';
import { countPairs } from '../../shared/corpus/pair-counts.ts';
import { PieceList } from '../../shared/corpus/piece-list.ts';

/** A sorted sample of distinct pieces. */
function drawn(random: Random, size: number, count: number): number[] {
  const pieces = new Set<number>();
  while (pieces.size < count) pieces.add(random.below(size));
  return [...pieces].toSorted((a, b) => a - b);
}

/**
 * Groups of members and context items, as an audit asks them: by member, by context item, and mixed; groups that share a member
 * or a context item, pairs that are asked twice, terms without an answer.
 */
describe('pairs of groups equal the common pieces of their lists', () => {
  test.each([
    [1, 40_000, 4, 12, 'by member'],
    [2, 40_000, 4, 12, 'by context'],
    [3, 9_000, 7, 5, 'mixed'],
    [4, 150_000, 4, 12, 'by member'],
    [5, 3_000, 2, 40, 'mixed'],
  ])('plan %i', (seed, size, members, contexts, order) => {
    const random = seeded('plans', seed);
    const terms = 60;
    const counts = [0, 1, 7, 60, 300, 700, size >> 6, size >> 5, size >> 2];
    const common = drawn(random, size, Math.min(1000, size >> 7));
    const held = Array.from({ length: terms }, (_, term) => {
      const own = drawn(random, size, counts[term % counts.length] ?? 0);
      return term % 4 === 1 ? [...new Set([...common, ...own])].toSorted((a, b) => a - b) : own;
    });
    const sets = held.map((pieces) => new Set(pieces));
    const lists = held.map((pieces, term) => (term % 17 === 5 ? null : new PieceList(Uint32Array.from(pieces), size)));
    const asked: [number, number][] = [];
    for (let group = 0; group < 10; group += 1) {
      const rows = Array.from({ length: members }, () => random.below(terms));
      const columns = Array.from({ length: contexts }, (_, at) => (at === 0 ? 9 : random.below(terms)));
      const [outer, inner] = order === 'by context' ? [columns, rows] : [rows, columns];
      for (const x of outer) for (const y of inner) asked.push(order === 'by context' ? [y, x] : [x, y]);
    }
    if (order === 'mixed')
      for (let at = asked.length - 1; at > 0; at -= 1) {
        const other = random.below(at + 1);
        [asked[at], asked[other]] = [asked[other], asked[at]];
      }
    const expected = asked.map(([x, y]) =>
      lists[x] === null || lists[y] === null ? Number.NaN : held[x].filter((piece) => sets[y]?.has(piece)).length,
    );
    expect([...countPairs(lists, Uint32Array.from(asked.flat()), size)]).toEqual(expected);
    expect(Math.max(...expected.filter((count) => !Number.isNaN(count)))).toBeGreaterThan(size < 9_000 ? 20 : 255);
  });
});
