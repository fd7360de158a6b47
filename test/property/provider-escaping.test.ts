import fc from 'fast-check';
import type { ProviderSettings } from '../../shared/adapters/providers/provider.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';

/** The searches as their services read them: exactly one or two quoted phrases of plain lower-case words, joined as each joins them. */
const PHRASE = '"([\\p{L}\\p{M}\\p{N}]+(?: [\\p{L}\\p{M}\\p{N}]+)*)"';
const GRAMMAR: Readonly<Record<string, RegExp>> = {
  wikipedia: new RegExp(`^${PHRASE}(?: ${PHRASE})?$`, 'u'),
  pubmed: new RegExp(`^${PHRASE}\\[tiab:~0\\](?: AND ${PHRASE}\\[tiab:~0\\])?$`, 'u'),
  europepmc: new RegExp(`^\\(${PHRASE}\\)(?: AND \\(${PHRASE}\\))? AND \\(SRC:MED\\)$`, 'u'),
  openalex: new RegExp(`^${PHRASE}(?: AND ${PHRASE})?$`, 'u'),
};
const FIELD: Readonly<Record<string, string>> = { wikipedia: 'srsearch', pubmed: 'term', europepmc: 'query', openalex: 'search.exact' };
const settings: ProviderSettings = { contact: 'ops@example.org', key: 'k' };

/** Text that has hurt somebody: operators, quotes, wildcards, field names, controls, marks that turn text round, four-byte signs. */
const KNOWN = [
  ...[
    'a" OR "b',
    "a' OR 1=1",
    'knee AND NOT injury',
    'knee OR injury',
    'NOT knee',
    '-knee',
    '!knee',
    '+knee',
    'knee*',
    'kn?e',
    'knee~2',
    'knee^4',
  ],
  ...[
    'title:knee',
    'knee[mh]',
    'knee[tiab] OR x[all]',
    'SRC:MED) OR (x',
    'insource:/./',
    'incategory:x',
    '\\"',
    'knee\\',
    '(knee',
    'knee)',
  ],
  ...['[knee', '{knee}', '<knee>', 'a&b', 'a|b', 'a||b', 'knee\u0000injury', 'knee\r\nHost: x', 'knee\tinjury', '\u202eeenk', 'kn\u200bee'],
  ...[
    '\ufeffknee',
    '“knee”',
    '＂knee＂',
    'ｋｎｅｅ',
    '𝓀𝓃ℯℯ',
    '膝',
    'колено',
    'ركبة',
    '🦵 knee',
    'kne\u0301e',
    '&srlimit=500',
    'x%22',
    '#',
    'a;b',
    'api_key=1',
  ],
];
const PARTS = ['"', '\\', '*', '(', ')', 'AND', 'OR', 'NOT', ' ', 'x', ':', '[', ']', '~', '-', '!', '\u202e'];
const hostile = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join('')),
);

describe.each([...PROVIDERS.values()])('$name', (provider) => {
  const grammar = GRAMMAR[provider.name];
  const searched = (terms: readonly string[]): { text: string; phrases: readonly string[] } | null => {
    const phrases = terms.map((term) => provider.phrase(term)).filter((phrase) => phrase !== null);
    const call = phrases.length < terms.length ? null : provider.search(phrases, settings);
    return call === null ? null : { text: call.query[FIELD[provider.name]], phrases };
  };

  test('no term changes the meaning of a query: it parses as exactly the phrases that were meant', () => {
    const lettersOf = (text: string): string =>
      text
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 2 }), (terms) => {
        const search = searched(terms);
        if (search === null) return;
        const match = grammar.exec(search.text);
        expect(match?.slice(1).filter((phrase) => phrase !== undefined)).toEqual(search.phrases);
        for (const [at, phrase] of search.phrases.entries()) {
          // No operator can be spelt in lower case, and nothing was added to or taken from the words a person wrote.
          expect(phrase).toBe(phrase.toLowerCase());
          expect(phrase.replaceAll(' ', '')).toBe(lettersOf(terms[at]));
        }
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  test('plain terms are asked as they are, in any script', () => {
    expect(searched(['blood pressure', 'knee'])?.phrases).toEqual(['blood pressure', 'knee']);
    expect(searched(['колено'])?.phrases).toEqual(['колено']);
    expect(searched(['膝'])?.phrases).toEqual(['膝']);
    expect(searched(["crohn's disease"])?.phrases).toEqual(['crohn s disease']);
  });

  test('a search survives its URL', () => {
    fc.assert(
      fc.property(hostile, (term) => {
        const search = searched([term]);
        if (search === null) return;
        const url = new URL('http://host/');
        url.searchParams.set('q', search.text);
        expect([...new URL(url.href).searchParams]).toEqual([['q', search.text]]);
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});
