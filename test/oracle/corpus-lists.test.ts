// Lists of pieces as the corpus keeps them: phrases, postings and walks, against plain sets and sums.

import { type Random, seeded } from '../../shared/core/random/random.ts';
import { EXACT, LONGEST_TOKEN, tokensOf } from '../../shared/core/text/tokens.ts';
import { ByteBuffer, ByteReader } from '../../shared/corpus/byte-buffer.ts';
import type { Occurrences } from '../../shared/corpus/corpus-index.ts';
import { PartnerTable } from '../../shared/corpus/partner-table.ts';
import { gallop, phrasePieces } from '../../shared/corpus/phrase.ts';
import { countBoth, PieceList } from '../../shared/corpus/piece-list.ts';
import { decodePieces, decodePostings } from '../../shared/corpus/postings.ts';
import { TextScanner } from '../../shared/corpus/text-scanner.ts';
import { touchedBy } from '../../shared/corpus/touched-pieces.ts';

/** Of each word the pieces that hold it, with its places there. */
function occurrencesIn(pieces: readonly (readonly string[])[], word: string, frequent: boolean): Occurrences {
  const held = pieces.flatMap((words, piece) =>
    words.includes(word) ? [{ piece, places: words.flatMap((each, at) => (each === word ? [at] : [])) }] : [],
  );
  const starts = [0];
  for (const { places } of held) starts.push((starts.at(-1) as number) + places.length);
  const startOf = pieces.map((_, piece) => held.filter((each) => each.piece < piece).flatMap(({ places }) => places).length);
  return {
    pieces: Uint32Array.from(held, ({ piece }) => piece),
    starts: Uint32Array.from(starts),
    positions: Uint16Array.from(held.flatMap(({ places }) => places)),
    startOf: frequent ? Uint32Array.from([...startOf, starts.at(-1) as number]) : null,
  };
}

test('pieces with the words of a phrase next to each other are those of a search through all words', () => {
  const seen = { none: 0, some: 0 };
  for (let seed = 0; seed < 400; seed += 1) {
    const random = seeded('phrases', seed);
    const words = ['a', 'b', 'c', 'd'];
    const share = 1 + random.below(5);
    const pieces = Array.from({ length: 1 + random.below(30) }, () =>
      Array.from({ length: random.below(9) }, () => (random.below(6) < share ? words[random.below(4)] : '-')),
    );
    const phrase = Array.from({ length: 1 + random.below(4) }, () => words[random.below(4)]);
    const lists = phrase.map((word) => occurrencesIn(pieces, word, random.below(3) === 0));
    const within = random.below(4) === 0 ? Uint32Array.from([...pieces.keys()].filter(() => random.below(2) === 0)) : null;
    // Without a piece of one of its words there is nothing to ask.
    if (lists.some((list) => list.pieces.length === 0)) continue;
    const wanted = [...pieces.keys()].filter(
      (piece) =>
        (within === null || within.includes(piece)) &&
        pieces[piece].some((_, at) => phrase.every((word, next) => pieces[piece]?.[at + next] === word)),
    );
    expect([...phrasePieces(lists, within)]).toEqual(wanted);
    seen[wanted.length === 0 ? 'none' : 'some'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(40);
  expect(phrasePieces([])).toHaveLength(0);
});

test('the first place that is not below a value', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const random = seeded('gallop', seed);
    const sorted = Uint32Array.from({ length: random.below(40) }, () => random.below(60)).sort();
    for (let wanted = 0; wanted < 61; wanted += 1) {
      const from = random.below(sorted.length + 1);
      const found = [...sorted.keys()].find((at) => at >= from && sorted[at] >= wanted) ?? sorted.length;
      expect(gallop(sorted, wanted, from)).toBe(found);
    }
  }
});

test('numbers of seven bits a byte, and what is beyond the end', () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 40, 2 ** 52, Number.MAX_SAFE_INTEGER];
  const buffer = new ByteBuffer(1);
  for (const number of numbers) buffer.varint(number);
  const plain = numbers.flatMap((number) => {
    const bytes: number[] = [];
    for (let left = BigInt(number); ; left /= 128n) {
      bytes.push(Number(left % 128n) + (left >= 128n ? 128 : 0));
      if (left < 128n) return bytes;
    }
  });
  expect([...buffer.written()]).toEqual(plain);
  const reader = new ByteReader(buffer.written());
  expect(numbers.map(() => reader.varint())).toEqual(numbers);
  expect(() => reader.byte()).toThrow(RangeError);
  expect(() => new ByteReader(Uint8Array.of(128)).varint()).toThrow(RangeError);
  expect(() => new ByteReader(new Uint8Array(9).fill(255)).varint()).toThrow('53 bits');
  const part = new ByteReader(Uint8Array.of(1, 2, 3, 4), 1, 3);
  expect([part.skip(1), part.byte()]).toEqual([1, 3]);
  expect(() => part.skip(1)).toThrow(RangeError);
  expect(new ByteReader(Uint8Array.of(7)).skip(1)).toBe(0);
  const long = Uint8Array.from({ length: 60 }, (_, at) => at);
  for (const [start, end] of [
    [0, 48],
    [3, 52],
    [1, 50],
    [9, 9],
  ] as const) {
    const to = new ByteBuffer(2);
    to.byte(200);
    to.append(long, start, end);
    expect([...to.written()]).toEqual([200, ...long.subarray(start, end)]);
  }
});

/** After some foreign bytes. */
function written(before: number, held: readonly { readonly piece: number; readonly times: number }[]): ByteBuffer {
  const buffer = new ByteBuffer(4);
  for (let left = before; left > 0; left -= 1) buffer.byte(9);
  let last = -1;
  for (const { piece, times } of held) {
    buffer.varint(2 * (piece - last - 1) + (times > 1 ? 1 : 0));
    if (times > 1) buffer.varint(times - 2);
    last = piece;
  }
  return buffer;
}

test('postings are read back as they were written, and those that do not fit are refused', () => {
  for (let seed = 0; seed < 150; seed += 1) {
    const random = seeded('postings', seed);
    const far = [1, 40, 70, 9000, 1_100_000, 200_000_000][random.below(6)];
    let piece = -1;
    const held = Array.from({ length: 1 + random.below(9) }, () => {
      piece += 1 + random.below(far);
      return { piece, times: [1, 1, 2, 3, 129, 130, 20_000][random.below(7)] };
    });
    const start = random.below(3);
    const bytes = written(start, held).written();
    const [df, cf] = [held.length, held.reduce((sum, { times }) => sum + times, 0)];
    const found = decodePostings(bytes, start, bytes.length, df, cf, piece + 1);
    expect([...found.pieces]).toEqual(held.map((each) => each.piece));
    expect([...found.starts]).toEqual([0, ...held.map((_, at) => held.slice(0, at + 1).reduce((sum, { times }) => sum + times, 0))]);
    expect([...decodePieces(bytes, start, bytes.length, df, piece + 1)]).toEqual(held.map((each) => each.piece));
    for (const refused of [
      () => decodePostings(bytes, start, bytes.length, df, cf, piece),
      () => decodePostings(bytes, start, bytes.length, df, cf + 1, piece + 1),
      () => decodePostings(bytes, start, bytes.length - 1, df, cf, piece + 1),
      () => decodePieces(bytes, start, bytes.length, df, piece),
      () => decodePieces(bytes, start, bytes.length - 1, df, piece + 1),
    ])
      expect(refused).toThrow(RangeError);
  }
});

const drawnList = (random: Random, size: number, share: number): number[] =>
  Array.from({ length: size }, (_, piece) => piece).filter(() => random.unit() < share);

test('lists as bits or numbers: what two share, and the same over the pieces that rows touch', () => {
  for (let seed = 0; seed < 120; seed += 1) {
    const random = seeded('lists', seed);
    const size = [1, 31, 32, 33, 160, 700][random.below(6)];
    const shares = [0.005, 0.02, 0.2, 0.9];
    const plain = Array.from({ length: 4 }, () => drawnList(random, size, shares[random.below(4)]));
    const lists = plain.map((pieces) => new PieceList(Uint32Array.from(pieces), size));
    for (const [at, list] of lists.entries()) {
      expect([...list.toPieces()]).toEqual(plain[at]);
      // A number in 32, or more, is kept as bits.
      const isDense = 32 * plain[at].length >= size;
      expect([list.bits !== null, list.bytes]).toEqual([isDense, isDense ? 4 * Math.ceil(size / 32) : 4 * plain[at].length]);
      for (const [other, against] of lists.entries())
        expect(countBoth(list, against)).toBe(plain[at].filter((piece) => plain[other]?.includes(piece)).length);
    }
    const touched = touchedBy(lists.slice(0, 1), lists.slice(1), size);
    const [own] = plain as [number[]];
    if (4 * own.length > size) {
      expect(touched.size).toBe(size);
      continue;
    }
    expect(touched.size).toBe(own.length);
    expect(touched.rows.map((row) => [...row.toPieces()])).toEqual([[...own.keys()]]);
    expect(touched.partners.map((list) => [...list.toPieces()])).toEqual(
      plain.slice(1).map((list) => list.filter((piece) => own.includes(piece)).map((piece) => own.indexOf(piece))),
    );
  }
});

test('tables of many pairs are walked, and count what each pair by itself comes to', () => {
  const seen = { walked: 0, heavy: 0, missing: 0, ordered: 0 };
  for (let seed = 0; seed < 8; seed += 1) {
    const random = seeded('partners', seed);
    const size = 2000 + random.below(3000);
    const terms = 60 + random.below(40);
    const plain = Array.from({ length: terms }, (_, term) =>
      term % 17 === 16 ? null : drawnList(random, size, term % 13 === 3 ? 0.5 : term < 16 ? 0.2 : 0.01 + random.unit() / 50),
    );
    const lists = plain.map((pieces) => (pieces === null ? null : new PieceList(Uint32Array.from(pieces), size)));
    const rowTerms = Array.from({ length: 16 }, (_, row) => row);
    const pairs = rowTerms.flatMap((row) => Array.from({ length: row === 15 ? 31 : terms - 16 }, (_, at) => [row, 16 + at] as const));
    const order =
      seed % 2 === 0
        ? null
        : Uint32Array.from(pairs.keys())
            .toReversed()
            .sort((a, b) => (pairs[a]?.[0] as number) - (pairs[b]?.[0] as number) || b - a);
    const starts = Uint32Array.from({ length: terms + 1 }, (_, term) => pairs.filter(([row]) => row < term).length);
    const table = new PartnerTable(lists, { pairs: Uint32Array.from(pairs.flat()), starts, order }, size);
    const counts = new Float64Array(pairs.length).fill(-1);
    const done = table.count(counts);
    // Fewer than 32 pairs are not worth a walk.
    expect(table.isWalked[15]).toBe(0);
    expect(done).toBe(pairs.filter(([row]) => table.isWalked[row] === 1).length);
    const sets = plain.map((list) => list && new Set(list));
    const wanted = pairs.map(([row, partner]) => {
      const [own, other] = [plain[row] as number[], sets[partner]];
      if (table.isWalked[row] === 0) return -1;
      seen.missing += other === null ? 1 : 0;
      seen.heavy += (other?.size ?? 0) * 3 > size ? 1 : 0;
      return other == null ? Number.NaN : own.filter((piece) => other.has(piece)).length;
    });
    expect([...counts]).toEqual(wanted);
    seen.walked += done;
    seen.ordered += order === null ? 0 : done;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});

test('every letter, sign and separator of the first planes cuts as in the plain form', () => {
  const scanner = new TextScanner(EXACT);
  const places: string[] = [];
  const to = new Uint8Array(3 * LONGEST_TOKEN);
  const points = [
    ...Array(0x250).keys(),
    ...Array.from({ length: 0x90 }, (_, at) => 0x1ff0 + at),
    ...Array.from({ length: 0x50 }, (_, at) => 0xfff0 - at),
    0x3000,
    0xfeff,
  ].filter((point) => point < 0xd800 || point > 0xdfff);
  const texts = points.map((point) => `a${String.fromCodePoint(point)}b c`);
  const found = texts.map((text) => {
    scanner.scan(text);
    return [...scanner.ids.subarray(0, scanner.count)];
  });
  for (const place of scanner.vocabulary.sorted())
    places[scanner.vocabulary.idAt(place)] = new TextDecoder().decode(to.subarray(0, scanner.vocabulary.tokenAt(place, to)));
  expect(found.map((ids) => ids.map((id) => places[id]))).toEqual(texts.map((text) => tokensOf(text, EXACT)));
});
