import fc from 'fast-check';
import { LONGEST_TOKEN, type Normalisation, normaliseTerm, tokensOf } from '../../shared/core/text/tokens.ts';
import { TextScanner } from '../../shared/corpus/text-scanner.ts';

const SETTINGS = { seed: 3, numRuns: 400 };

// Characters that normalisation, lower case and marks treat in a way of their own, among plain ones.
const tricky = fc.constantFrom(
  ..."aZé ÉßİıſΣσςΟ-_'’“…–·½①ﬁ№Å\u0301\u0307\u0327\u0338\u00a0\u00ad\u2011\u2017\u2024\u200ḏHJ9٣中文한क्षि😀\ud800\u3000<>=\t\n.".split(''),
);
const text = fc.oneof(
  fc.array(tricky, { maxLength: 40 }).map((characters) => characters.join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** The tokens that a scanner found, and the order in which its vocabulary has them. */
function scanned(texts: readonly string[], normalisation: Normalisation): { readonly cut: string[][]; readonly sorted: string[] } {
  const scanner = new TextScanner(normalisation);
  const ids = texts.map((each) => {
    scanner.scan(each);
    return [...scanner.ids.subarray(0, scanner.count)];
  });
  const { vocabulary } = scanner;
  const tokens: string[] = [];
  const to = new Uint8Array(3 * LONGEST_TOKEN);
  const sorted = Array.from(vocabulary.sorted(), (place) => {
    const token = new TextDecoder().decode(to.subarray(0, vocabulary.tokenAt(place, to)));
    tokens[vocabulary.idAt(place)] = token;
    return token;
  });
  return { cut: ids.map((each) => each.map((id) => tokens[id] ?? '')), sorted };
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('the scanner cuts text exactly as tokensOf', () => {
  test.each(['exact', 'folded'] as const)('%s', (plurals) => {
    const normalisation: Normalisation = { plurals, segmenter: null };
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const { cut, sorted } = scanned(texts, normalisation);
        expect(cut).toEqual(texts.map((each) => tokensOf(each, normalisation)));
        expect(sorted).toEqual(sorted.toSorted(byBytes));
      }),
      SETTINGS,
    );
  });

  test('words at and beyond the longest, and many distinct ones', () => {
    const texts = [
      ['x'.repeat(64), 'y'.repeat(65), `é${'z'.repeat(63)}`, `é${'z'.repeat(64)}`, 'q'.repeat(500)].join(' '),
      Array.from({ length: 30_000 }, (_, at) => `t${at} ü${at % 500}`).join(' '),
      // Alike in what the vocabulary reads at once, on both sides of what it holds in one slot.
      Array.from({ length: 500 }, (_, at) => `abcdefgh${'i'.repeat(at % 9)} Abcdefghijkl${at} ABCDEFGHIJKLMNOP${at % 100}q`).join(' '),
    ];
    const normalisation: Normalisation = { plurals: 'exact', segmenter: null };
    const { cut, sorted } = scanned(texts, normalisation);
    expect(cut).toEqual(texts.map((each) => tokensOf(each)));
    expect(sorted).toEqual([...new Set(cut.flat())].toSorted(byBytes));
  });
});

test('normalising a term twice changes nothing, and keeps its tokens', () => {
  fc.assert(
    fc.property(text, (each) => {
      const once = normaliseTerm(each);
      expect(normaliseTerm(once)).toBe(once);
    }),
    SETTINGS,
  );
});
