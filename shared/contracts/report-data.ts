import * as z from 'zod';

/** What the report shows, and nothing that it has to work out. Both homes make it; it holds no times, so its bytes depend on the audit alone. */
export const REPORT_VERSION = 1;

const figure = z.number().nullable();

/** A figure with its 95 % interval, where there is one. */
const estimate = z.strictObject({ value: figure, low: figure, high: figure });
export type Estimate = z.output<typeof estimate>;

const rates = z.strictObject({ precision: figure, recall: figure, f1: figure });

export const attackReport = z.strictObject({
  name: z.string(),
  version: z.int(),
  parameters: z.string(),
  baseline: z.boolean(),
  status: z.enum(['decided', 'not computable', 'errored']),
  reason: z.string().nullable(),
  eliminated: z.int(),
  correct: z.int().nullable(),
  added: z.int().nullable(),
  cells: z.int(),
  coverage: figure,
  precision: estimate,
  recall: estimate,
  f1: estimate,
  /** The precision of eliminating anything at all: 1 - density. */
  basePrecision: figure,
  random: rates,
  blind: rates,
  matched: rates,
  /** Of how many privacy constraints; null where not computable. */
  protections: z.strictObject({ all: z.int(), broken: z.int(), trulyBroken: z.int().nullable(), unheld: z.int().nullable() }).nullable(),
});
export type AttackReport = z.output<typeof attackReport>;

/** The leading attack or something that knows less: what stands beside the headline. */
const comparison = z.strictObject({
  name: z.string(),
  /** What it is, in words. */
  about: z.string(),
  precision: figure,
  recall: figure,
  f1: estimate,
  /** How much the leading attack is above it; null for itself. */
  lift: estimate.nullable(),
});
export type Comparison = z.output<typeof comparison>;

/** One distance table as a heat map, with what an attack took out and why. */
const heatMap = z.strictObject({
  title: z.string(),
  attack: z.string(),
  columns: z.array(z.string()),
  rows: z.array(
    z.strictObject({
      label: z.string(),
      context: z.array(z.string()),
      cells: z.array(
        z.strictObject({
          distance: figure,
          state: z.enum(['scored', 'never', 'undefined']),
          /** Place in the order of eliminations, from 0; null when kept. */
          place: z.int().nullable(),
          why: figure,
          confidence: figure,
          original: z.boolean().nullable(),
        }),
      ),
    }),
  ),
  note: z.string(),
});
export type HeatMap = z.output<typeof heatMap>;

const cell = z.union([z.string(), z.number(), z.null()]);

/** Further parts of the page, in order: an attack or a kind of release adds its own. Numbers are drawn as they are. */
const section = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), title: z.string(), paragraphs: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('table'),
    title: z.string(),
    note: z.string().optional(),
    head: z.array(z.string()),
    rows: z.array(z.array(cell)),
  }),
  /** Lines over a common x axis, such as a reliability diagram; `diagonal` draws y = x beneath. */
  z.strictObject({
    kind: z.literal('lines'),
    title: z.string(),
    note: z.string().optional(),
    x: z.string(),
    y: z.string(),
    diagonal: z.boolean().default(false),
    series: z.array(z.strictObject({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
  }),
  z.strictObject({
    kind: z.literal('bars'),
    title: z.string(),
    note: z.string().optional(),
    /** Names of the bars of each group. */
    bars: z.array(z.string()),
    groups: z.array(z.strictObject({ label: z.string(), values: z.array(estimate) })),
  }),
]);
export type Section = z.output<typeof section>;

export const reportData = z.strictObject({
  version: z.literal(REPORT_VERSION),
  name: z.string(),
  kind: z.string(),
  /** The sentence that a publisher can quote. */
  headline: z.string(),
  /** The leading attack first; empty where nothing can be compared. */
  comparisons: z.array(comparison),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  hasOriginal: z.boolean(),
  attacks: z.array(attackReport),
  heatMap: heatMap.nullable(),
  sections: z.array(section),
  notices: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  provenance: z.array(z.strictObject({ label: z.string(), value: z.string() })),
});
export type ReportData = z.output<typeof reportData>;
