import * as z from 'zod';

const ROLES = ['identifier', 'quasi', 'sensitive', 'other'] as const;
const COLUMN_TYPES = ['number', 'word', 'ordinal'] as const;
const DIVERSITIES = ['distinct', 'entropy', 'recursive', 'positive-disclosure', 'negative-positive'] as const;
const DISTANCES = ['equal', 'ordered', 'by-value', 'hierarchical', 'trace', 'kl'] as const;

const name = z.string().min(1).max(1000);
const value = z.string().max(10_000);
const share = z.number().min(0).max(1);

/** `roles.json`: the roles of a table's columns, and the claim. Every column must be named, so that none is published by mistake. Unknown keys are errors. */
export const tableRoles = z.strictObject({
  /** For editors. */
  $schema: z.string().max(4096).optional(),
  columns: z.record(
    name,
    z.strictObject({
      role: z.enum(ROLES),
      /** By default number if every known value is one, else word. */
      type: z.enum(COLUMN_TYPES).optional(),
      /** A path, relative to this file; `wordnet`; `intervals:5,10,20`; or none. */
      hierarchy: z.string().min(1).max(4096).nullable().default(null),
      /** For an ordinal column: its values from the least to the greatest. */
      order: z.array(value).min(1).max(1_000_000).optional(),
      /** For a quasi-identifier: how much its loss counts for an anonymiser; default 1. */
      weight: z.number().positive().max(1_000_000).optional(),
      /** For a quasi-identifier of numbers: top and bottom coding, one value for all from this number on. */
      top: z.number().optional(),
      bottom: z.number().optional(),
      /** For a quasi-identifier that microaggregation changed: its cells are means, medians or modes of their classes. */
      aggregate: z.enum(['mean', 'median', 'mode']).optional(),
      /** For a sensitive column: values that harm the people concerned. They get figures of their own. */
      harmful: z.array(value).min(1).max(1_000_000).optional(),
    }),
  ),
  claim: z
    .strictObject({
      k: z.int().min(1).max(1_000_000_000).optional(),
      l: z
        .strictObject({
          form: z.enum(DIVERSITIES),
          l: z.number().min(1).max(1_000_000),
          c: z.number().positive().optional(),
          /** negative-positive: minimum share of each harmful value in a class. */
          share: z.number().min(0).max(1).optional(),
          disclosable: z.array(value).max(1_000_000).optional(),
          harmful: z.array(value).max(1_000_000).optional(),
          columns: z.array(name).min(1).optional(),
        })
        .optional(),
      t: z.strictObject({ distance: z.enum(DISTANCES), t: z.number().min(0), columns: z.array(name).min(1).optional() }).optional(),
      /** Greatest share of a class that any value, or each of `values`, may have: with `k`, (alpha, k)-anonymity. */
      alpha: z
        .strictObject({ most: share, values: z.array(value).min(1).max(1_000_000).optional(), columns: z.array(name).min(1).optional() })
        .optional(),
      /** Confidence bounding: the greatest confidence in single values. */
      confidence: z
        .array(z.strictObject({ value, most: share, column: name.optional() }))
        .min(1)
        .max(10_000)
        .optional(),
      /** (k, e)-anonymity: k different numbers in each class, e apart. */
      ke: z
        .strictObject({ k: z.int().min(1).max(1_000_000_000), e: z.number().min(0), columns: z.array(name).min(1).optional() })
        .optional(),
      delta: z.strictObject({ min: z.number().min(0).max(1), max: z.number().min(0).max(1) }).optional(),
    })
    .prefault({}),
  /** Values that mean "unknown". */
  missing: z.array(value).max(1000).default(['', '?', 'NA']),
  /** Set in a release whose claim failed the checks, and which was written on request all the same. */
  failing: z.string().max(10_000).optional(),
});

export type TableRolesFile = z.output<typeof tableRoles>;
