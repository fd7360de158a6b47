import { EXACT, foldPlural, normalisationId, normaliseTerm, tokensOf } from '../../shared/core/text/tokens.ts';

describe('normaliseTerm', () => {
  test.each([
    ['Heart_Disease', 'heart disease'],
    ['  type-2   diabetes\t', 'type 2 diabetes'],
    ['ﬁbrosis', 'fibrosis'],
    ['ＫＮＥＥ', 'knee'],
    ['non‑invasive', 'non invasive'],
    ['hyper\u00ADtension', 'hypertension'],
    ['Cafe\u0301', 'café'],
    ['İstanbul', 'i\u0307stanbul'],
    ['--', ''],
  ])('%j becomes %j', (given, expected) => {
    expect(normaliseTerm(given)).toBe(expected);
    expect(normaliseTerm(expected)).toBe(expected);
  });
});

describe('tokensOf', () => {
  test.each([
    ["Crohn's disease, stage-II (NOS)", ['crohn', 's', 'disease', 'stage', 'ii', 'nos']],
    ['½ dose of β-blocker', ['1', '2', 'dose', 'of', 'β', 'blocker']],
    ['Сердце и кровь', ['сердце', 'и', 'кровь']],
    ['ΟΔΟΣ', ['οδος']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['!?', []],
    ['', []],
  ])('%j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  test('a segmenter finds words where there are no spaces', () => {
    const words = new Intl.Segmenter('ja', { granularity: 'word' });
    const segmenter = { id: 'ja', segment: (text: string) => words.segment(text) };
    expect(tokensOf('心臓病、高血圧', { plurals: 'exact', segmenter }).length).toBeGreaterThan(1);
    expect(tokensOf('心臓病、高血圧')).toEqual(['心臓病', '高血圧']);
  });
});

describe('foldPlural', () => {
  test.each([
    ['injuries', 'injury'],
    ['boxes', 'box'],
    ['knees', 'knee'],
    ['diseases', 'disease'],
    ['ties', 'tie'],
    ['glass', 'glass'],
    ['virus', 'virus'],
    ['diagnosis', 'diagnosis'],
    ['gas', 'gas'],
  ])('%s to %s', (plural, singular) => {
    expect(foldPlural(plural)).toBe(singular);
  });
});

test('the id of a normalisation names everything a count depends on', () => {
  expect(normalisationId(EXACT)).toBe('nfkc-lower-1');
  expect(normalisationId({ plurals: 'folded', segmenter: { id: 'ja-icu77.1', segment: () => [] } })).toBe(
    'nfkc-lower-1+plurals-en-1+words-ja-icu77.1',
  );
});
