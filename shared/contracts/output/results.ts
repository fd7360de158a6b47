import * as z from 'zod';
import { type CommandOutput, count, figure, text } from './common.ts';

// Output on results, many audits, and the machine.

const cell = z.union([text, z.number(), z.boolean(), z.null()]);

export const RESULTS_OUTPUTS = {
  query: { value: z.array(z.record(text, cell)), lines: false, about: 'the rows' },
  'query-list': { value: z.strictObject({ name: text, about: text }), lines: true, about: 'a line a named query, of --list' },
  compare: {
    value: z.looseObject({
      verdict: text,
      notices: z.array(text),
      audits: z.array(z.looseObject({ name: text, attack: text })),
      differences: z.array(z.looseObject({ first: text, second: text, measure: text, difference: figure, low: figure, high: figure })),
    }),
    lines: false,
    about: 'the comparison',
  },
  certify: {
    value: z.strictObject({ statement: text, page: text, fingerprint: text }),
    lines: false,
    about: 'the two files, and the key that signed',
  },
  'certify-key': { value: z.strictObject({ key: text, fingerprint: text }), lines: false, about: 'the new key, of --new-key' },
  'certify-verify': {
    value: z.union([
      z.strictObject({
        valid: z.literal(true),
        why: z.null(),
        fingerprint: text,
        audit: text,
        /** The object of the comparison. */
        page: z.boolean(),
        release: z.boolean(),
        original: z.boolean(),
        results: z.boolean(),
      }),
      z.strictObject({ valid: z.literal(false), why: text.nullable() }),
    ]),
    lines: false,
    about: 'whether it is as it was signed, of --verify',
  },
  serve: {
    value: z.strictObject({ address: text, results: text }),
    lines: false,
    about: 'where the page is, while it is served; the folder of results',
  },
  watch: {
    value: z.strictObject({ status: z.enum(['accepted', 'done', 'failed', 'rejected']), drop: text.describe('Its key, as in the cloud.') }),
    lines: true,
    about: 'a line an answer',
  },
  campaign: {
    value: z.looseObject({
      campaign: text,
      totals: z.strictObject({ succeeded: count, rejected: count, failed: count }),
      audits: z.array(
        z.looseObject({
          name: text,
          auditId: text.nullable(),
          status: z.enum(['succeeded', 'rejected', 'failed']),
          reason: text.nullable(),
          word: text.nullable().describe('Of one that succeeded: `guarantee broken` or `above the limit`.'),
          figures: z.looseObject({ level: text, headline: text, attack: text.nullable() }).nullable(),
        }),
      ),
    }),
    lines: false,
    about: 'how each audit ended',
  },
  doctor: {
    value: z.strictObject({
      version: text,
      node: text,
      platform: text,
      findings: z.array(z.strictObject({ kind: z.enum(['ok', 'missing', 'mend']), what: text, found: text, remedy: text.nullable() })),
    }),
    lines: false,
    about: 'what is here and what is missing',
  },
} as const satisfies Readonly<Record<string, CommandOutput>>;
