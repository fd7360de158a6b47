import { seeded } from '../../shared/core/random/random.ts';
import { EXACT, type Normalisation, tokensOf } from '../../shared/core/text/tokens.ts';
import { CHUNK } from '../../shared/corpus/index-output.ts';
import { TermCounter } from '../../shared/corpus/term-counter.ts';
import { buildBytes, openBytes } from '../helpers/in-memory-index.ts';
import { ScanCounter } from '../helpers/scan-counter.ts';

/** Text of a skewed vocabulary: the first words are in nearly every document, the last in few. */
function corpus(seed: number, documents: number, vocabulary: number, longest: number): string[] {
  const random = seeded('corpus', seed);
  const word = (): string => {
    const at = Math.floor(vocabulary * random.unit() ** 3);
    return at % 7 === 3 ? `Wört${at}` : `w${at}`;
  };
  return Array.from({ length: documents }, () =>
    Array.from({ length: 1 + random.below(longest) }, word).join([' ', ', ', '-', ' – '][random.below(4)]),
  );
}

/** Words, phrases of two to five words that occur, and some that do not. */
function terms(texts: readonly string[], seed: number, count: number): string[] {
  const random = seeded('terms', seed);
  return Array.from({ length: count }, () => {
    const tokens = tokensOf(texts[random.below(texts.length)] ?? '');
    const length = 1 + random.below(5);
    const start = random.below(Math.max(1, tokens.length - length + 1));
    const phrase = tokens.slice(start, start + length);
    return (random.unit() < 0.1 ? phrase.toReversed() : phrase).join(' ');
  });
}

/** Pieces of a number of words; a rest below a fifth joins the previous piece. */
const cut = (texts: readonly string[], words: number): string[] =>
  texts.flatMap((text) => {
    const tokens = tokensOf(text);
    const pieces = Array.from({ length: Math.ceil(tokens.length / words) }, (_, at) => tokens.slice(at * words, (at + 1) * words));
    const rest = pieces.at(-1) ?? [];
    if (pieces.length > 1 && rest.length < words / 5) pieces.splice(-2, 2, [...(pieces.at(-2) ?? []), ...rest]);
    return pieces.map((piece) => piece.join(' '));
  });

const together = (scan: ScanCounter, x: string, y: string): number => {
  const other = scan.documentsWith(y) ?? new Set();
  return [...(scan.documentsWith(x) ?? [])].filter((document) => other.has(document)).length;
};

async function expectSame(
  texts: readonly string[],
  pieceWords: number,
  normalisation: Normalisation,
  seed: number,
  width: number,
): Promise<void> {
  const counter = new TermCounter(await openBytes(buildBytes(texts, { pieceWords, normalisation })), { normalisation });
  const scan = new ScanCounter(cut(texts, pieceWords), normalisation);
  expect(counter.size).toBe(scan.size);
  const asked = terms(texts, seed, width);
  const random = seeded('pairs', seed);
  const pairs = Uint32Array.from({ length: 2 * width * 8 }, () => random.below(random.unit() < 0.5 ? 4 : width));
  const counts = await counter.countAll({ terms: asked, pairs });
  expect([...counts.terms]).toEqual(asked.map((term) => scan.documentsWith(term)?.size));
  const expected = Array.from({ length: pairs.length / 2 }, (_, at) => together(scan, asked[pairs[2 * at]], asked[pairs[2 * at + 1]]));
  expect([...counts.pairs]).toEqual(expected);
  for (let at = 0; at < 20; at += 1) {
    const [x, y] = [asked[pairs[2 * at]], asked[pairs[2 * at + 1]]] as [string, string];
    expect(await counter.count(x, y)).toBe(expected[at]);
  }
}

describe('counts over an index equal a scan of the documents', () => {
  test.each([
    [1, 300, 60, 40, 250],
    [2, 2000, 400, 30, 250],
    [3, 50, 5, 300, 20],
    [4, 400, 3000, 120, 7],
    [5, 40, 50, 2000, 300],
    [6, 1, 10, 5, 250],
    // Pieces with places beyond 256, in one byte and in two.
    [7, 60, 30, 1500, 250],
    [8, 20, 40, 3000, 600],
  ])('corpus %i', async (seed, documents, vocabulary, longest, pieceWords) => {
    await expectSame(corpus(seed, documents, vocabulary, longest), pieceWords, EXACT, seed, 150);
  });

  test('repeated words in a phrase', async () => {
    const texts = ['new york new york', 'york new york', 'new new york', 'a a a b', 'a b a a', 'a a'];
    const counter = new TermCounter(await openBytes(buildBytes(texts)), { normalisation: EXACT });
    const scan = new ScanCounter(texts);
    for (const term of ['new york', 'new york new york', 'york new', 'new new', 'a a', 'a a a', 'a a b', 'a b a a', 'b a a a']) {
      expect([term, await counter.count(term)]).toEqual([term, scan.documentsWith(term)?.size]);
    }
  });
});

test('a batch whose lists do not fit in memory is counted by blocks, as if they did', async () => {
  const texts = corpus(21, 900, 500, 40);
  const index = await openBytes(buildBytes(texts));
  const asked = [...terms(texts, 21, 120), '?'];
  const random = seeded('blocks');
  const pairs = Uint32Array.from({ length: 2 * 3000 }, () => random.below(asked.length));
  const whole = await new TermCounter(index, { normalisation: EXACT }).countAll({ terms: asked, pairs });
  for (const memory of [0, 2000, 40_000]) {
    const counter = new TermCounter(index, { normalisation: EXACT, memory });
    for (let time = 0; time < 2; time += 1) expect(await counter.countAll({ terms: asked, pairs })).toEqual(whole);
  }
  expect(whole.pairs.filter((count) => count > 0).length).toBeGreaterThan(300);
});

test('phrases of frequent words are counted from their pairs, those that no piece holds by the back-off', async () => {
  const random = seeded('frequent');
  const words = ['of', 'the', 'and', 'in', 'is'];
  const texts = Array.from({ length: 400 }, () => {
    const text: string[] = [];
    // Never `the of`: a pair without a list.
    for (let at = 0; at < 40; at += 1) {
      const word = words[random.below(words.length)];
      text.push(text.at(-1) === 'the' && word === 'of' ? 'and' : word);
    }
    return text.join(' ');
  });
  const index = await openBytes(buildBytes(texts));
  expect(index.meta.frequent).toEqual(['and', 'in', 'is', 'of', 'the']);
  expect(index.head.terms).toBe(5);
  expect(index.head.tokens).toBe(16_000);
  const scan = new ScanCounter(texts);
  const counter = new TermCounter(index, { normalisation: EXACT });
  const backOff = new TermCounter(index, { normalisation: EXACT, backOff: true });
  const all = words.flatMap((a) => words.flatMap((b) => [`${a} ${b}`, ...words.flatMap((c) => [`${a} ${b} ${c}`, `${a} ${b} ${c} ${a}`])]));
  for (const term of all) {
    const expected = scan.documentsWith(term)?.size ?? 0;
    expect([term, await counter.count(term)]).toEqual([term, expected]);
    const held = texts.filter((text) => term.split(' ').every((word) => text.includes(word))).length;
    expect([term, await backOff.count(term)]).toEqual([term, expected === 0 ? held : expected]);
  }
  expect(await counter.count('the of')).toBe(0);
});

describe('the bytes of an index do not depend on the memory it was built with', () => {
  test.each([
    [11, 500, 200, 60, 250, 1000],
    [12, 300, 2000, 90, 10, 400],
    [13, 200, 50, 400, 300, 3000],
  ])('corpus %i', (seed, documents, vocabulary, longest, pieceWords, runTokens) => {
    const texts = corpus(seed, documents, vocabulary, longest);
    const sampleTokens = 700;
    const once = buildBytes(texts, { pieceWords, sampleTokens });
    for (const chunk of [1, 64, 100_000])
      expect(Buffer.compare(buildBytes(texts, { pieceWords, sampleTokens, runTokens, chunk }), once)).toBe(0);
  });

  test('a run ends with its vocabulary too', () => {
    const texts = Array.from({ length: 400 }, (_, text) => Array.from({ length: 200 }, (_each, at) => `w${text}of${at}`).join(' '));
    const options = { sampleTokens: 700, runTokens: 1 << 17 };
    const runs = {
      create: () => {
        throw new Error('a run');
      },
      readAll: () => [],
    };
    // 80,000 tokens, fewer than a run may have; of 200 different ones they are one run.
    expect(() => buildBytes(texts, { ...options, runs })).toThrow('a run');
    const alike = texts.map(() => texts[0] ?? '');
    expect(buildBytes(alike, { ...options, runs })).toEqual(buildBytes(alike, { sampleTokens: 700 }));
    expect(Buffer.compare(buildBytes(texts, options), buildBytes(texts, { sampleTokens: 700 }))).toBe(0);
  });

  // The list of its first word passes from the runs in chunks, some of them cut in the middle of a place.
  const long = corpus(17, 1500, 10, 500);
  let once: Uint8Array;

  beforeAll(() => {
    once = buildBytes(long, { sampleTokens: 700 });
  });

  test.each([
    [1 << 16, 777],
    [1 << 17, 100_001],
  ])('a list of more than a chunk, in runs of %i tokens read by %i bytes', async (runTokens, chunk) => {
    const merged = buildBytes(long, { sampleTokens: 700, runTokens, chunk });
    expect(Buffer.compare(merged, once)).toBe(0);
    const index = await openBytes(merged);
    // The old format, before lists were chunked.
    expect(index.head.contentHash).toBe('43399a44124e1d0dc1e8345a6d5df6692bd54317862a4b5d6ef06aab734baf64');
    const places = cut(long, 250).map((text) => text.split(' ').flatMap((token, place) => (token === 'w0' ? [place] : [])));
    const info = await index.find('w0');
    if (info === null) throw new Error('w0 is in the corpus');
    expect(2 * info.cf).toBeGreaterThan(CHUNK);
    const { pieces, starts, positions } = await index.occurrences(info);
    expect([...positions]).toEqual(places.flat());
    expect(positions.some((place) => place > 255)).toBe(true);
    expect([...pieces]).toEqual([...places.keys()].filter((piece) => (places[piece] ?? []).length > 0));
    expect(starts[pieces.length]).toBe(info.cf);
  });
});
