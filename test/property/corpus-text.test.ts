import fc from 'fast-check';
import { TextScanner } from '../../shared/core/corpus/text-scanner.ts';
import type { Normalisation } from '../../shared/core/text/normalisation.ts';
import { normaliseTerm } from '../../shared/core/text/term.ts';
import { tokensOf } from '../../shared/core/text/tokens.ts';

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

function scanned(texts: readonly string[], normalisation: Normalisation): string[][] {
  const scanner = new TextScanner(normalisation);
  return texts.map((each) => {
    scanner.scan(each);
    const { vocabulary } = scanner;
    return Array.from(scanner.ids.subarray(0, scanner.count), (id) =>
      new TextDecoder().decode(vocabulary.bytes.subarray(vocabulary.startOf(id), vocabulary.endOf(id))),
    );
  });
}

describe('the scanner cuts text exactly as tokensOf', () => {
  test.each(['exact', 'folded'] as const)('%s', (plurals) => {
    const normalisation: Normalisation = { plurals, segmenter: null };
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        expect(scanned(texts, normalisation)).toEqual(texts.map((each) => tokensOf(each, normalisation)));
      }),
      SETTINGS,
    );
  });

  test('words at and beyond the longest, and many distinct ones', () => {
    const texts = [
      ['x'.repeat(64), 'y'.repeat(65), `é${'z'.repeat(63)}`, `é${'z'.repeat(64)}`, 'q'.repeat(500)].join(' '),
      Array.from({ length: 30_000 }, (_, at) => `t${at} ü${at % 500}`).join(' '),
    ];
    const normalisation: Normalisation = { plurals: 'exact', segmenter: null };
    expect(scanned(texts, normalisation)).toEqual(texts.map((each) => tokensOf(each)));
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
