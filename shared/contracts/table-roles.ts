import * as z from 'zod';
import type { DistanceName } from '../core/relational/check/closeness.ts';
import type { Diversity } from '../core/relational/model/roles.ts';
import type { ColumnType, Role } from '../core/relational/model/table.ts';

const ROLES = ['identifier', 'quasi', 'sensitive', 'other'] as const satisfies readonly Role[];
const COLUMN_TYPES = ['number', 'word', 'ordinal'] as const satisfies readonly ColumnType[];
const DIVERSITIES = [
  'distinct',
  'entropy',
  'recursive',
  'positive-disclosure',
  'negative-positive',
] as const satisfies readonly Diversity[];
const DISTANCES = ['equal', 'ordered', 'by-value', 'hierarchical', 'trace', 'kl'] as const satisfies readonly DistanceName[];

const name = z.string().min(1).max(1000);
const value = z.string().max(10_000);

/**
 * `roles.json`: what the columns of a table of people are, and what is claimed of it. Every column of the table is named, so that none is
 * published by oversight. Unknown keys are errors.
 */
export const tableRoles = z.strictObject({
  /** For editors. */
  $schema: z.string().max(4096).optional(),
  columns: z.record(
    name,
    z.strictObject({
      role: z.enum(ROLES),
      /** By default number where every known value is one, else word. */
      type: z.enum(COLUMN_TYPES).optional(),
      /** A path, relative to this file; `wordnet`; `intervals:5,10,20`; or none. */
      hierarchy: z.string().min(1).max(4096).nullable().default(null),
      /** Of an ordinal column: its values from the least to the greatest. */
      order: z.array(value).min(1).max(1_000_000).optional(),
      /** Of a sensitive column: the values that harm whom they are told of. They get figures of their own. */
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
          /** negative-positive: the least share that each harmful value has in a class. */
          share: z.number().min(0).max(1).optional(),
          disclosable: z.array(value).max(1_000_000).optional(),
          harmful: z.array(value).max(1_000_000).optional(),
          columns: z.array(name).min(1).optional(),
        })
        .optional(),
      t: z.strictObject({ distance: z.enum(DISTANCES), t: z.number().min(0), columns: z.array(name).min(1).optional() }).optional(),
      delta: z.strictObject({ min: z.number().min(0).max(1), max: z.number().min(0).max(1) }).optional(),
    })
    .prefault({}),
  /** What stands for a value that is not known. */
  missing: z.array(value).max(1000).default(['', '?', 'NA']),
  /** Written beside a release whose claim the checks found false, and which was asked for all the same. */
  failing: z.string().max(10_000).optional(),
});

export type TableRolesFile = z.output<typeof tableRoles>;
