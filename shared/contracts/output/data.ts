import * as z from 'zod';
import { kindName } from '../audit-request.ts';
import { type CommandOutput, count, figure, text } from './common.ts';

// Output on releases: reading, looking, making and checking.

const notes = z.array(z.strictObject({ message: text, file: text.optional(), line: count, times: count }));

const transactionsMade = {
  transactions: count.describe('How many were written.'),
  distinct_items: count,
  items_a_transaction: z.number().min(0).describe('The mean.'),
  out: text.describe('The file.'),
};

const violation = z.strictObject({
  rule: text,
  cluster: count.nullable(),
  jointCluster: count.nullable(),
  chunk: count.nullable(),
  items: z.array(text),
  found: count,
  wanted: count,
});

/** A violation as the library gives it. */
export type CheckedViolation = z.output<typeof violation>;

const rare = z.strictObject({ rule: z.literal('support'), items: z.array(text), found: count, wanted: count });

const claim = z.looseObject({ rule: text, reached: figure, holds: z.boolean().nullable(), failingClasses: count });

const table = z.looseObject({
  records: count,
  classes: count,
  suppressed: count,
  facts: z.array(z.looseObject({ rule: text, reached: figure })),
  claims: z.array(claim),
  losses: z.looseObject({}),
  holds: z.boolean(),
});

const shownRow = z.looseObject({ entries: z.array(z.array(text)) });

const guidedTable = z.strictObject({
  encoding: text.nullable(),
  sheets: z.array(z.strictObject({ name: text, rows: count })),
  sheet: text.nullable(),
  titles: count.describe('Rows above the table that are left out.'),
  header: z.boolean(),
  form: z.enum(['transactions', 'people']),
  columns: z.array(z.strictObject({ at: count, name: text, called: text, role: text, why: text })),
  rows: z.array(z.array(text)).describe('The first ten.'),
  asks: z.array(text).describe('Questions that the file does not answer.'),
  exposes: z.array(text),
  plain: z.boolean(),
  options: z.array(text).nullable().describe('Of unveil import: tried on the whole file.'),
  tried: z.strictObject({ transactions: count, items: count, length: z.number(), empty: count, problems: z.array(text) }).nullable(),
});

export const DATA_OUTPUTS = {
  start: {
    value: z.strictObject({
      folder: text.nullable().describe('Where the steps are kept; null where a question is open: --yes goes on.'),
      code: count.describe('The exit code.'),
      steps: z.array(z.strictObject({ step: text, says: z.array(text) })),
      table: guidedTable.nullable(),
    }),
    lines: false,
    about: 'the steps from a file to a decision',
  },
  import: {
    value: z.union([
      z.strictObject({ ...transactionsMade, generalised_items: count, labels: text.nullable().describe('The file of labels.'), notes }),
      z.strictObject({ records: count, out: text, roles: text }).describe('A table of people.'),
    ]),
    lines: false,
    about: 'what was read',
  },
  look: {
    value: z.union([
      z
        .strictObject({ table: guidedTable, of: z.enum(['release', 'original']) })
        .describe('A table that can be read in more than one way.'),
      z.strictObject({
        kind: kindName,
        format: text,
        facts: z.array(z.strictObject({ label: text, value: text })),
        sets: z.array(z.strictObject({ members: z.array(text), size: count, times: count })),
        first: z.array(shownRow),
        warnings: notes,
        remarks: z.array(text),
      }),
    ]),
    lines: false,
    about: 'what was understood of a file; texts are cut',
  },
  extract: {
    value: z.strictObject({ ...transactionsMade, left_out: count.describe('Documents without an item.') }),
    lines: false,
    about: 'what was made',
  },
  anonymise: {
    value: z.strictObject({
      out: text,
      measures: z.record(text, z.union([z.number(), text, z.boolean(), z.null()])),
      notes: z.array(text),
    }),
    lines: false,
    about: 'where it is, and what measures.json holds',
  },
  generate: {
    value: z.strictObject({ ...transactionsMade, density: z.number(), corpus: text.nullable(), documents: count }),
    lines: false,
    about: 'what was made',
  },
  check: { value: z.union([violation, rare, table]), lines: true, about: 'a line a violation; of a table of people one line for all' },
} as const satisfies Readonly<Record<string, CommandOutput>>;
