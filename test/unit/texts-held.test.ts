import { seeded } from '../../shared/core/random/random.ts';
import { EXACT } from '../../shared/core/text/tokens.ts';
import { TermCounter } from '../../shared/corpus/term-counter.ts';
import { textNotices, textsHeld } from '../../shared/kit/publish/texts-held.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { buildBytes, openBytes } from '../helpers/in-memory-index.ts';

async function* batches(...texts: readonly string[]): AsyncGenerator<readonly string[]> {
  for (const text of texts) yield [text];
}

async function corpusOver(documents: readonly string[], id = 'corpus:test'): Promise<HitCounter> {
  const counter = new TermCounter(await openBytes(buildBytes(documents)), { normalisation: EXACT });
  return {
    source: { id, version: '1' },
    size: async () => counter.size,
    count: (term, other) => counter.count(term, other),
    countAll: (request) => counter.countAll(request),
  };
}

const WORDS = Array.from({ length: 30 }, (_, at) => `word${at}`);
const written = (seed: string, length: number): string => {
  const random = seeded('texts', seed);
  return Array.from({ length }, () => WORDS[random.below(WORDS.length)]).join(' ');
};

describe('textsHeld', () => {
  test('counts the distinct sequences of five words that some document holds, as going through all of them does', async () => {
    const documents = Array.from({ length: 40 }, (_, at) => written(`document ${at}`, 60));
    const texts = [written('own', 200), ...documents.slice(0, 2).map((text) => `${text.toUpperCase()}!`), 'too short'];
    const sequences = (text: string): string[] => {
      const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
      return words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '));
    };
    const wanted = new Set(texts.flatMap(sequences));
    const there = new Set(documents.flatMap(sequences));
    const held = [...wanted].filter((sequence) => there.has(sequence)).length;
    expect(held).toBeGreaterThan(100);
    expect(await textsHeld(batches(...texts), [await corpusOver(documents)])).toEqual([
      { source: 'corpus:test', sequences: wanted.size, held },
    ]);
  });

  test('of many sequences the same part is looked up, whatever the order of the texts', async () => {
    const source: HitCounter = {
      ...(await corpusOver([])),
      countAll: async ({ terms }) => ({
        terms: Float64Array.from(terms, (term) => (term.startsWith('word1') ? 1 : 0)),
        termFlags: new Uint8Array(terms.length),
        pairs: new Float64Array(),
        pairFlags: new Uint8Array(),
      }),
    };
    const texts = Array.from({ length: 55 }, (_, at) => written(`many ${at}`, 400));
    const [found] = await textsHeld(batches(...texts), [source]);
    expect(found?.sequences).toBe(20_000);
    expect(await textsHeld(batches(...texts.toReversed()), [source])).toEqual([found]);
  });

  test('live sources are not asked', async () => {
    const live = {
      ...(await corpusOver(['a'])),
      source: { id: 'wikipedia', version: '1' },
      countAll: () => Promise.reject(new Error('asked')),
    };
    expect(await textsHeld(batches(written('own', 20)), [live])).toEqual([]);
  });
});

describe('textNotices', () => {
  const held = (count: number) => textNotices([{ source: 'corpus:x', sequences: 1000, held: count }]).map(({ code }) => code);

  test('a warning above one sequence in a hundred, and not at it', () => {
    expect(held(10)).toEqual([]);
    expect(held(11)).toEqual(['corpus-holds-texts']);
    expect(textNotices([{ source: 'corpus:x', sequences: 1000, held: 250 }])[0]?.message).toContain(
      '250 of 1000 five-word sequences of the texts (25.0 %)',
    );
  });

  test('texts without five words in a row say nothing, and that is said', () => {
    expect(textNotices([{ source: 'corpus:x', sequences: 0, held: 0 }]).map(({ code }) => code)).toEqual(['texts-too-short']);
  });
});
