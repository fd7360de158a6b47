import { readFileSync } from 'node:fs';
import { glueHyphens, WinkTagger } from '../../../shared/adapters/local/wink-tagger.ts';
import { documentItems } from '../../../shared/core/extract/document-items.ts';
import { nounPhrases } from '../../../shared/core/extract/noun-phrases.ts';
import { queryItems } from '../../../shared/core/extract/query-items.ts';
import { RepeatedLines } from '../../../shared/core/extract/repeated-lines.ts';
import { queriesBy } from '../../../shared/core/extract/sessions.ts';
import { singular } from '../../../shared/core/extract/singular.ts';

/** "right/ADJ vein/NOUN": a sentence written with its tags; a star marks a stop word. */
const tagged = (sentence: string) =>
  sentence.split(' ').map((word) => {
    const [text = '', tag = ''] = word.split('/');
    return { text, tag: tag.replace('*', ''), isStopWord: tag.endsWith('*') };
  });

describe('noun phrases', () => {
  test.each([
    ['blood/NOUN pressure/NOUN', ['blood pressure']],
    ['right/ADJ femorla/NOUN distal/ADJ', ['right femorla']],
    ['high/ADJ blood/NOUN pressure/NOUN', ['blood pressure']],
    ['saphenous/ADJ vein/NOUN bypass/NOUN graft/NOUN', ['saphenous vein', 'bypass graft']],
    ['heart/NOUN attack/NOUN risk/NOUN', ['heart attack', 'risk']],
    ['She/PRON* underwent/VERB surgery/NOUN in/ADP* Boston/PROPN', ['surgery', 'boston']],
    ['other/ADJ* things/NOUN* vein/NOUN', ['vein']],
    ['^^^/NOUN 3d/NOUN a/NOUN x-ray/NOUN', ['x-ray']],
    ['Éclair/PROPN Ångström/NOUN', ['éclair ångström']],
    ['ran/VERB', []],
  ])('%s', (sentence, phrases) => {
    expect(nounPhrases(tagged(sentence)).map((words) => words.join(' '))).toEqual(phrases);
  });
});

describe('the items of a document', () => {
  test('singular and plural are one, and nouns inside phrases are dropped wherever they stand', () => {
    const sentences = ['grafts/NOUN', 'bypass/NOUN grafts/NOUN', 'the/DET* bypass/NOUN graft/NOUN', 'Veins/NOUN', 'vein/NOUN'].map(tagged);
    expect(documentItems(sentences)).toEqual(['bypass graft', 'vein']);
  });

  test('the phrases of the sentence in text.json (Ong 2015, figure 5.2) are found by the real tagger', () => {
    const golden = JSON.parse(readFileSync(new URL('../../golden/text.json', import.meta.url), 'utf8')) as {
      text: string;
      items_among_those_expected: string[];
    };
    const items = documentItems(new WinkTagger().tag(golden.text));
    for (const phrase of golden.items_among_those_expected.filter((item) => item.includes(' '))) expect(items).toContain(phrase);
    for (const noun of golden.items_among_those_expected) expect(items.some((item) => item.includes(noun))).toBe(true);
  });
});

describe('singular', () => {
  test.each(
    (
      'grafts graft, bodies body, movies movie, boxes box, analyses analysis, stenoses stenosis, diagnoses diagnosis, doses dose, diseases disease, ' +
      'viruses virus, bases base, crises crisis, children child, vertebrae vertebra, leaves leaf, halves half, valves valve, tomatoes tomato, ' +
      'shoes shoe, houses house, causes cause, lenses lens, headaches headache, stitches stitch, bacteria bacterium, indices index, ' +
      'beta-blockers beta-blocker, knees knee, stimuli stimulus, wolves wolf, glasses glasses'
    )
      .split(', ')
      .map((pair) => pair.split(' ') as [string, string]),
  )('%s is %s', (plural, expected) => {
    expect(singular(plural)).toBe(expected);
  });

  test.each('diabetes lens illness virus arthritis physics series species measles news bus gas aids pre-diabetes thrombosis'.split(' '))(
    '%s is no plural',
    (word) => {
      expect(singular(word)).toBe(word);
    },
  );
});

describe('repeated lines', () => {
  const filtered = (share: number, texts: readonly string[]): string[] => {
    const lines = new RepeatedLines(share);
    for (const text of texts) lines.count(text);
    return texts.map((text) => lines.without(text));
  };

  test('a line in more than the share of the documents goes, with its digits masked', () => {
    expect(filtered(0.5, ['Page 1 of 12\nheart', 'Page 10 of 12\nlung', '  Page 2  of 12\r\nskin', 'eye'])).toEqual([
      'heart',
      'lung',
      'skin',
      'eye',
    ]);
  });

  test('a line in exactly the share stays, and so does one that a single document repeats', () => {
    expect(filtered(0.5, ['x\nheart', 'x\nlung', 'skin', 'eye'])[0]).toBe('x\nheart');
    expect(filtered(0.1, ['x\nx\nx', 'y', 'z'])).toEqual(['x\nx\nx', 'y', 'z']);
  });
});

describe('query logs', () => {
  const tag = (query: string) => [
    tagged(
      query
        .split(' ')
        .map((word) => `${word}/${['of', 'in'].includes(word) ? 'ADP*' : 'NOUN'}`)
        .join(' '),
    ),
  ];

  test('a query of at most two words is one item, a longer one is tagged', () => {
    expect(queryItems(['Heart  attack', 'google', '"diabetes"', 'signs of diabetes in children', '?!'], tag)).toEqual([
      'heart attack',
      'google',
      'diabetes',
      'sign',
      'child',
    ]);
  });

  test('a noun of a long query inside a short query is dropped, a short query never is', () => {
    expect(queryItems(['heart', 'heart attack', 'risk of attack'], tag)).toEqual(['heart', 'heart attack', 'risk']);
  });

  test('one transaction a user, or a session: the log has them, or a pause of 30 minutes does', () => {
    const log = [
      { user: 'u', query: 'a', minute: 0 },
      { user: 'v', query: 'b', minute: 1 },
      { user: 'u', query: 'c', minute: 30 },
      { user: 'u', query: 'd', minute: 61 },
    ];
    expect([...queriesBy('user', log)]).toEqual([
      ['u', ['a', 'c', 'd']],
      ['v', ['b']],
    ]);
    expect([...queriesBy('session', log)]).toEqual([
      ['u#1', ['a', 'c']],
      ['v#1', ['b']],
      ['u#2', ['d']],
    ]);
  });
});

describe('the tagger', () => {
  test('glues what it split at hyphens, and leaves a dash between spaces alone', () => {
    const piece = (text: string, tag: string, glued: boolean) => ({ text, tag, isStopWord: false, glued });
    const pieces = [
      piece('diabetes', 'NOUN', false),
      piece('-', 'PUNCT', true),
      piece('related', 'VERB', true),
      piece('ulcer', 'NOUN', false),
      piece('-', 'PUNCT', false),
      piece('foot', 'NOUN', false),
      piece('follow', 'VERB', false),
      piece('-', 'PUNCT', true),
      piece('up', 'ADP', true),
    ];
    expect(glueHyphens(pieces).map(({ text, tag }) => `${text}/${tag}`)).toEqual([
      'diabetes-related/ADJ',
      'ulcer/NOUN',
      '-/PUNCT',
      'foot/NOUN',
      'follow-up/NOUN',
    ]);
  });
});

test('a process may make any number of taggers', () => {
  for (let made = 0; made < 20; made += 1) expect(new WinkTagger().tag('A cold.')).toHaveLength(1);
});

test('what a tagger read before changes nothing of what it reads', () => {
  const wordsOf = (text: string): string => JSON.stringify(new WinkTagger().tag(text));
  const text = "such as Crohn's disease, systemic";
  const alone = wordsOf(text);
  // The library keeps this as one word, and would cut the next one otherwise.
  wordsOf("Crohn's/UC");
  expect(wordsOf(text)).toBe(alone);
});
