import * as z from 'zod';
import { type CommandOutput, count, figure, text } from './common.ts';

// Output on sources of relatedness and the cache of counts.

const related = z.strictObject({ state: z.enum(['ok', 'undefined', 'never together', 'unreliable']), value: figure });

const corpus = {
  path: text,
  documents: count,
  pieces: count.describe('N.'),
  tokens: count,
  vocabulary: count,
  bytes: count,
  version: text,
};

const agreement = z.strictObject({ pearson: figure, spearman: figure });

export const SOURCES_OUTPUTS = {
  codes: {
    value: z.union([
      z.strictObject({ name: text, codes: count, tops: count.describe('Chapters.'), file: text.optional() }),
      z.strictObject({ removed: text }),
    ]),
    lines: true,
    about: 'what was read, and which are kept',
  },
  relate: {
    value: z.strictObject({
      source: text,
      version: text,
      x: text,
      y: text,
      fx: figure,
      fy: figure,
      fxy: figure,
      n: figure,
      readAs: z.tuple([text, text]).describe('The forms of x and y that were counted.'),
      backedOff: z.boolean(),
      ngd: related,
      pmi: related,
      npmi: related,
      jaccard: related,
    }),
    lines: true,
    about: 'a line a source and pair',
  },
  sources: {
    value: z.strictObject({ name: text, kind: z.enum(['dictionary', 'corpus', 'live', 'vectors']), here: z.boolean() }),
    lines: true,
    about: 'a line a source; after add and remove that of the vectors',
  },
  'corpus-build': { value: z.strictObject({ ...corpus, seconds: z.number() }), lines: false, about: 'what was built' },
  'corpus-list': {
    value: z.strictObject({ name: text, pieces: count.nullable(), bytes: count, version: text.nullable(), fault: text.nullable() }),
    lines: true,
    about: 'a line a corpus',
  },
  'corpus-info': {
    value: z.strictObject({ ...corpus, piece_words: count, lang: text.nullable(), plurals: text, intact: z.literal(true) }),
    lines: false,
    about: 'what it holds',
  },
  'corpus-check': {
    value: z.strictObject({ source: text, set: text, pairs: count, covered: count, ngd: agreement.nullable(), npmi: agreement.nullable() }),
    lines: true,
    about: 'a line a set of judged pairs',
  },
  'corpus-remove': { value: z.strictObject({ removed: text }), lines: false, about: 'what is gone' },
  'cache-stats': {
    value: z.strictObject({
      counts: count,
      answers: count,
      zeros: count,
      not_expressible: count,
      failed: count,
      leased: count,
      expired: count,
      store: text,
      bytes: count,
      key: text,
      key_is_there: z.boolean(),
    }),
    lines: false,
    about: 'what the cache holds',
  },
  'cache-export': {
    value: z.strictObject({ written: count, file: text, key_file: text.nullable() }),
    lines: false,
    about: 'what was written',
  },
  'cache-import': { value: z.strictObject({ added: count }), lines: false, about: 'what was added' },
  'cache-purge': { value: z.strictObject({ deleted: count, answers_deleted: count }), lines: false, about: 'what is gone' },
} as const satisfies Readonly<Record<string, CommandOutput>>;
