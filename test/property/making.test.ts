import fc from 'fast-check';
import { generalise } from '../../shared/core/model/transaction.ts';
import { coat } from '../../shared/kinds/set-generalised/core/coat/coat.ts';
import { uniteSets } from '../../shared/kinds/set-generalised/core/coat/policy.ts';
import { shuffleItems } from '../../shared/kinds/set-generalised/core/order.ts';
import { transactionsFromTexts } from '../../shared/kit/make/extract-transactions.ts';
import type { Tagger } from '../../shared/ports/tagger.ts';
import { brokenConstraints } from '../oracle/twins/coat.ts';

const SEED = { seed: 5, numRuns: 150 };
const item = fc.constantFrom(...'abcdefghij');
const itemset = fc.uniqueArray(item, { minLength: 1, maxLength: 5 });
const transactions = fc.array(itemset, { minLength: 1, maxLength: 12 });

describe('COAT', () => {
  const policies = fc.record({
    original: transactions,
    k: fc.integer({ min: 2, max: 4 }),
    privacy: fc.array(itemset, { minLength: 1, maxLength: 4 }),
    utility: fc.array(itemset, { maxLength: 4 }),
  });

  test('leaves every privacy constraint supported k times or not at all', () => {
    fc.assert(
      fc.property(policies, ({ original, k, privacy, utility }) => {
        const input = original.map((items) => ({ items }));
        const standsFor = coat(input, { k, privacy: privacy.map((items) => ({ items })), utility, maxSuppressed: 1 });
        const release = generalise(input, standsFor).map(({ items }) => items);
        expect(brokenConstraints(release, { k, privacy, utility, maxSuppressed: 1 })).toEqual([]);
      }),
      SEED,
    );
  });

  test('makes a partition inside the utility constraints: an item is generalised everywhere or nowhere, and in one set', () => {
    fc.assert(
      fc.property(policies, ({ original, k, privacy, utility }) => {
        const input = original.map((items) => ({ items }));
        const standsFor = coat(input, { k, privacy: privacy.map((items) => ({ items })), utility, maxSuppressed: 1 });
        const generalised = new Set([...standsFor.values()].filter((entry) => Array.isArray(entry)));
        const members = [...generalised].flat();
        expect(new Set(members).size).toBe(members.length);
        for (const set of generalised) {
          expect(uniteSets(utility).some((allowed) => (set as readonly string[]).every((member) => allowed.includes(member)))).toBe(true);
          for (const member of set as readonly string[]) expect(standsFor.get(member)).toEqual(set);
        }
      }),
      SEED,
    );
  });

  test('shuffled, a release holds the same entries, and nothing of their order depends on the old one', () => {
    fc.assert(
      fc.property(transactions, fc.integer(), (original, seed) => {
        const forward = original.map((items) => ({ items }));
        const backward = original.map((items) => ({ items: items.toReversed() }));
        expect(shuffleItems(forward, seed)).toEqual(shuffleItems(backward, seed));
        expect(shuffleItems(forward, seed).map(({ items }) => [...items].sort())).toEqual(original.map((items) => items.toSorted()));
      }),
      SEED,
    );
  });
});

describe('extraction', () => {
  /** Words ending in -y are adjectives, "the" is a stop word, "and" binds nothing; all others are nouns. */
  const tagger: Tagger = {
    id: 'by ending',
    tag: (text) =>
      text.split('\n').map((line) =>
        line
          .split(' ')
          .filter((word) => word !== '')
          .map((word) => ({ text: word, tag: word === 'and' ? 'CCONJ' : word.endsWith('y') ? 'ADJ' : 'NOUN', isStopWord: word === 'the' })),
      ),
  };
  const word = fc.constantFrom('graft', 'grafts', 'vein', 'veins', 'tiny', 'risky', 'the', 'and', 'Heart', 'diseases');
  const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  const documents = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      text: fc.array(line, { maxLength: 4 }).map((lines) => ['page 1', ...lines].join('\n')),
    }),
    { minLength: 1, maxLength: 6, selector: ({ id }) => id },
  );
  const extracted = (docs: readonly { id: string; text: string }[]) => [...transactionsFromTexts(() => docs, tagger, 0.5)];

  test('gives each document the same transaction whatever the order of the documents', () => {
    fc.assert(
      fc.property(documents, (docs) => {
        const sorted = (made: ReturnType<typeof extracted>) => made.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
        expect(sorted(extracted(docs.toReversed()))).toEqual(sorted(extracted(docs)));
      }),
      SEED,
    );
  });

  test('repeats no item, and keeps no noun that a phrase of the transaction contains', () => {
    fc.assert(
      fc.property(documents, (docs) => {
        for (const { items } of extracted(docs)) {
          expect(new Set(items).size).toBe(items.length);
          const inPhrases = new Set(items.filter((each) => String(each).includes(' ')).flatMap((each) => String(each).split(' ')));
          expect(items.filter((each) => !String(each).includes(' ') && inPhrases.has(String(each)))).toEqual([]);
        }
      }),
      SEED,
    );
  });
});
