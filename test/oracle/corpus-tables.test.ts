import { countPairs } from '../../shared/core/corpus/pair-counts.ts';
import { PieceList } from '../../shared/core/corpus/piece-list.ts';
import { type Random, seeded } from '../../shared/core/random/random.ts';

const piecesOf = (random: Random, size: number, share: number): number[] =>
  Array.from({ length: size }, (_, piece) => piece).filter(() => random.unit() < share);

const common = (x: readonly number[], y: ReadonlySet<number>): number => x.filter((piece) => y.has(piece)).length;

/** Lists from empty to all pieces, so that bits, filters of both kinds, numbers and tables all take part. */
describe.each([
  ['with room for filters', 1 << 20],
  ['without', 0],
])('pairs of a batch equal the common pieces of their lists, %s', (_, left) => {
  test.each([
    [1, 2000, 80],
    [2, 777, 70],
    [3, 31, 50],
  ])('table %i', (seed, size, terms) => {
    const random = seeded('tables', seed);
    const held = Array.from({ length: terms }, (_, term) => piecesOf(random, size, [0, 0.004, 0.02, 0.1, 0.5, 1][term % 6] ?? 0));
    const sets = held.map((pieces) => new Set(pieces));
    const budget = { left };
    const lists = held.map((pieces, term) => (term % 17 === 5 ? null : new PieceList(Uint32Array.from(pieces), size, budget)));
    // Each with each, in the order of rows, then the same shuffled, with doubles.
    const table = Array.from({ length: terms * terms }, (_, at) => [Math.floor(at / terms), at % terms] as const);
    const mixed = Array.from({ length: table.length }, () => table[random.below(table.length)] ?? ([0, 0] as const));
    for (const pairs of [table, mixed]) {
      const expected = pairs.map(([x, y]) =>
        lists[x] === null || lists[y] === null ? Number.NaN : common(held[x] as number[], sets[y] as Set<number>),
      );
      expect([...countPairs(lists, Uint32Array.from(pairs.flat()), size)]).toEqual(expected);
    }
  });
});
