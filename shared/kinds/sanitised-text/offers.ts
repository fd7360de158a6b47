import type { Offers } from '../../kit/offers.ts';
import type { Options } from '../../kit/option.ts';

const HIDDEN = { type: 'string', value: 'FILE', help: 'only these terms are hidden, one a line' } as const satisfies Options[string];

export const sanitisedTextOffers: Offers = {
  check: {
    help: 'Sanitised texts (docs/sanitised-text.md): each may come from t base texts; with --external, contexts or topics: K others cover each protected entity, or K - 1 other topics are as probable as each sensitive one. With --original nothing else was changed.',
    options: {
      original: { type: 'string', value: 'FILE', help: 'the texts that it was made from' },
      external: { type: 'string', value: 'FILE', help: 'contexts of entities, or topics' },
    },
    run: async (...given) => (await import('./check/check.ts')).runTextsCheck(...given),
  },
  makes: {
    from: 'texts (docs/sanitised-text.md; a folder, or JSON Lines {"id","text"}), their terms found by the extractor',
    methods: [
      {
        name: 't-plausible',
        help: 'terms behind nodes of a tree, so that each text may come from T texts (Jiang et al., 2009)',
        degree: 't',
        options: {
          t: { type: 'string', value: 'T', help: 'in the place of --k' },
          hierarchy: { type: 'string', default: 'wordnet', value: 'FILE', help: 'the tree (default wordnet)' },
          sensitive: HIDDEN,
        },
        make: async (...given) => (await import('./make/t-plausible.ts')).makePlausibleTexts(...given),
      },
      {
        name: 'k-safe',
        help: 'the fewest terms out, so that K others cover each protected entity (ERASE)',
        options: { contexts: { type: 'string', value: 'FILE', help: 'the terms of each entity, and which are protected' } },
        make: async (...given) => (await import('./make/removed-texts.ts')).makeSafeTexts(...given),
      },
      {
        name: 'k-confusable',
        help: 'terms out until K - 1 other topics are as probable as each sensitive one (Cumby and Ghani, 2011)',
        options: {
          topics: { type: 'string', value: 'FILE', help: 'as .json, or learned from texts with "about" as .jsonl' },
          sensitive: { ...HIDDEN, help: 'of learned topics: which are to be hidden, one a line' },
        },
        make: async (...given) => (await import('./make/removed-texts.ts')).makeConfusableTexts(...given),
      },
    ],
  },
  sample: {
    name: 'notes',
    options: {
      notes: {
        type: 'string',
        value: 'N',
        help: 'texts of N visits to a clinic in place of transactions, with "about" (docs/sanitised-text.md)',
      },
    },
    async make(notes, { seed }) {
      const { syntheticNotes } = await import('../../core/generate/notes.ts');
      return { pieces: syntheticNotes(notes, seed).map((note) => `${JSON.stringify(note)}\n`), figures: { notes }, text: `${notes} notes` };
    },
  },
};
