import { type Random, seeded } from '../../shared/core/random/random.ts';
import { countPairs } from '../../shared/corpus/pair-counts.ts';
import { countBoth, PieceList } from '../../shared/corpus/piece-list.ts';

const piecesOf = (random: Random, size: number, share: number): number[] =>
  Array.from({ length: size }, (_, piece) => piece).filter(() => random.unit() < share);

const common = (x: readonly number[], y: ReadonlySet<number>): number => x.filter((piece) => y.has(piece)).length;

/** Lists from empty to all pieces, so that bits, marks, searches and tables all take part. */
describe('pairs of a batch equal the common pieces of their lists', () => {
  test.each([
    [1, 2000, 80],
    [2, 777, 70],
    [3, 31, 50],
  ])('table %i', (seed, size, terms) => {
    const random = seeded('tables', seed);
    const held = Array.from({ length: terms }, (_, term) => piecesOf(random, size, [0, 0.004, 0.02, 0.1, 0.5, 1][term % 6] ?? 0));
    const sets = held.map((pieces) => new Set(pieces));
    const lists = held.map((pieces, term) => (term % 17 === 5 ? null : new PieceList(Uint32Array.from(pieces), size)));
    // Each with each, in the order of rows, then the same shuffled, with doubles.
    const table = Array.from({ length: terms * terms }, (_, at) => [Math.floor(at / terms), at % terms] as const);
    const mixed = Array.from({ length: table.length }, () => table[random.below(table.length)] ?? ([0, 0] as const));
    for (const pairs of [table, mixed]) {
      const expected = pairs.map(([x, y]) => (lists[x] === null || lists[y] === null ? Number.NaN : common(held[x], sets[y])));
      expect([...countPairs(lists, Uint32Array.from(pairs.flat()), size)]).toEqual(expected);
    }
  });
});

test('a table of several blocks of pieces', () => {
  const random = seeded('blocks of pieces');
  const size = 20_011;
  const spread = (gap: number): number[] => {
    const pieces: number[] = [];
    for (let piece = random.below(gap); piece < size; piece += 1 + random.below(gap)) pieces.push(piece);
    return pieces;
  };
  const columns = Array.from({ length: 64 }, () => spread(6));
  const rows = Array.from({ length: 300 }, (_, row) => spread(row % 50 === 0 ? 50 : 400));
  const sets = columns.map((pieces) => new Set(pieces));
  const pairs = rows.flatMap((_, row) => columns.map((__, column) => [row, rows.length + column]));
  const lists = [...rows, ...columns].map((pieces) => new PieceList(Uint32Array.from(pieces), size));
  const expected = rows.flatMap((pieces) => sets.map((column) => common(pieces, column)));
  expect([...countPairs(lists, Uint32Array.from(pairs.flat()), size)]).toEqual(expected);
});

test('rows that hold few of many pieces, some of them none', () => {
  const random = seeded('few of many pieces');
  const size = 40_000;
  const drawn = (most: number): number[] =>
    [...new Set(Array.from({ length: random.below(most) }, () => random.below(size)))].toSorted((a, b) => a - b);
  const rows = Array.from({ length: 400 }, (_, row) => (row % 40 === 0 ? [] : drawn(6)));
  // Some of them more than one piece in three, which are left to bits; some of nothing that a row holds.
  const columns = Array.from({ length: 60 }, (_, column) =>
    column % 20 === 0 ? piecesOf(random, size, 0.5) : drawn(column % 7 === 0 ? 3 : 9_000),
  );
  const sets = columns.map((pieces) => new Set(pieces));
  const pairs = rows.flatMap((_, row) => columns.map((__, column) => [row, rows.length + column]));
  const lists = [...rows, ...columns].map((pieces) => new PieceList(Uint32Array.from(pieces), size));
  const expected = rows.flatMap((pieces) => sets.map((column) => common(pieces, column)));
  expect(expected.filter((count) => count > 0).length).toBeGreaterThan(1_000);
  expect([...countPairs(lists, Uint32Array.from(pairs.flat()), size)]).toEqual(expected);
});

test('pairs of lists in a corpus of more pieces than are marked one by one', () => {
  const size = 1 << 24;
  const steps = [17, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151];
  const lists = steps.map((step) => {
    const pieces = new Uint32Array(Math.ceil(size / step));
    for (let at = 0; at < pieces.length; at += 1) pieces[at] = at * step;
    return new PieceList(pieces, size);
  });
  const pairs = steps.flatMap((_, i) => steps.slice(0, i).map((__, j) => [i, j] as const));
  const expected = pairs.map(([i, j]) => Math.ceil(size / (steps[i] * steps[j])));
  expect([...countPairs(lists, Uint32Array.from(pairs.flat()), size)]).toEqual(expected);
  expect(pairs.map(([i, j]) => countBoth(lists[i], lists[j]))).toEqual(expected);
});
