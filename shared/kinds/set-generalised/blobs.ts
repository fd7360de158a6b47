import * as z from 'zod';
import { matrix } from '../../contracts/report-data.ts';
import { warnings } from '../../contracts/work.ts';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import type { Entry } from '../../core/model/transaction.ts';
import { slicePeopleFigures } from '../../kit/people/slice-people.ts';
import { SCORED } from '../../kit/score/pair-table.ts';
import { GROUP_RECORDS, TRUTHS } from './contracts.ts';
import type { Betrayal } from './core/calibrated/betrayal.ts';
import type { ContextRule } from './core/context.ts';
import type { AttackDetails } from './learn/calibrated-attack.ts';
import type { ExampleItem } from './measure/example-item.ts';
import type { SliceFigures } from './measure/measure-slice.ts';
import type { Removal } from './measure/removals.ts';
import type { PreparedAudit } from './plan/prepare-audit.ts';
import type { LooseRow } from './plan/spread-rows.ts';
import type { ReleaseSummary, StoredTransaction } from './read/store-release.ts';

// Blobs that the steps on generalised items leave for each other.

const whole = z.int().min(0);
const counts = many(z.number());

const entry: z.ZodType<Entry> = z.union([z.string(), many(z.string())]);
export const TRANSACTIONS: WorkBlob<StoredTransaction> = workBlob(
  'transactions',
  1,
  z.strictObject({ t: whole, id: z.string().exactOptional(), items: z.array(entry) }),
);
export const ORIGINALS = workBlob('originals', 1, many(z.string()));

const release: z.ZodType<ReleaseSummary> = z.strictObject({
  transactions: whole,
  blocks: many(z.strictObject({ key: z.string(), start: whole, end: whole })),
  marked: z.boolean(),
  inferred: z.string().nullable(),
  order: z.strictObject({ transactions: whole, sorted: whole, carriesNothing: z.boolean() }),
  hasOriginal: z.boolean(),
  hasIds: z.boolean(),
  characters: whole,
  cells: whole,
  warnings,
  unknownConstraints: whole.exactOptional(),
});
/** Reading leaves this for planning. `ordered`: the format keeps the published order of items. */
export const READ = workBlob('read', 2, z.strictObject({ release, ordered: z.boolean() }));

const context: z.ZodType<ContextRule> = z.union([
  z.strictObject({ kind: z.literal('nearest'), w: whole }),
  z.strictObject({ kind: z.enum(['all', 'conjunctive']) }),
]);
export const PREPARED: WorkBlob<PreparedAudit> = workBlob(
  'prepared',
  3,
  z.strictObject({
    release,
    context,
    plan: z.strictObject({
      groups: whole,
      groupsOfOne: whole,
      rows: whole,
      cells: whole,
      rowsWithoutContext: whole,
      originalCells: whole.nullable(),
      largest: whole,
      slices: whole,
      worded: whole,
      coded: whole,
    }),
  }),
);

/** Position of the attack that leads after the fits. */
export const LEAD = workBlob('lead', 1, z.int());
/** By attack: its own model, which it alone understands, or the name of the error that ended its fit. */
export const MODELS = workBlob(
  'models',
  1,
  z.record(z.string(), z.union([z.strictObject({ model: z.unknown() }), z.strictObject({ error: z.string() })])),
);
/** By attack; null if its fit failed. */
export const DETAILS: WorkBlob<Readonly<Record<string, AttackDetails | null>>> = workBlob(
  'details',
  2,
  z.record(z.string(), z.record(z.string(), z.unknown()).nullable()),
);

const tally = z.strictObject({
  groups: whole,
  erroredGroups: whole,
  decidedGroups: whole,
  cells: whole,
  scored: whole,
  eliminated: whole,
  correct: whole,
  added: whole,
});
const eliminations = z.strictObject({ eliminated: z.array(z.number()), correct: z.array(z.number()) });
const example: z.ZodType<ExampleItem> = z.strictObject({ score: z.number(), unit: whole, section: matrix });
const betrayal: z.ZodType<Betrayal> = z.strictObject({
  item: z.string(),
  row: whole,
  column: whole,
  measure: z.string(),
  nearness: z.number(),
  above: z.number(),
  items: many(z.string()),
  of: counts,
});
export const FIGURES: WorkBlob<SliceFigures> = workBlob(
  'figures',
  1,
  z.strictObject({
    slice: whole,
    tallies: z.array(tally),
    rows: z.strictObject({ group: counts, transaction: counts, added: counts, attacks: many(eliminations), matched: many(eliminations) }),
    stated: z.array(many(z.tuple([z.number(), z.number(), z.number()]))),
    unmatched: many(z.tuple([z.string(), whole])),
    simplified: whole,
    example: example.nullable(),
    betrayals: many(z.strictObject({ unit: whole, member: z.string(), transaction: whole, by: betrayal })),
    reasons: z.array(z.string().nullable()),
    people: slicePeopleFigures.nullable(),
    lost: many(whole),
  }),
);

const columns = z.instanceof(Uint8Array);
/** Columns, whose head is held to their readers (attack/attack-units, plan/plan-groups). */
export const OUTCOMES = workBlob('outcomes', 3, columns);
export const LISTED = workBlob('listed', 2, columns);
/** Log-odds of a fitted attack (learn/calibrated-attack), and what gives each group away. */
export const LEARNED = workBlob('learned', 2, columns);
/** Best guess of each attack in each row (measure/guess-rows). */
export const GUESSES = workBlob('guesses', 1, columns);
/** Columns: what the sources counted to open the study. */
export const STUDY_COUNTS = workBlob('counts of the study', 1, columns);
export const BETRAYALS = workBlob('betrayals', 1, many(betrayal.nullable()));
/** In a column: reasons and what gives groups away, or names of models. */
export const OUTCOME_TEXTS = workBlob('texts of outcomes', 1, many(z.string()));
export const BETRAYAL: WorkBlob<Betrayal> = workBlob('betrayal', 1, betrayal);

/** Items to remove from one transaction. */
export const REMOVALS: WorkBlob<Removal> = workBlob('removals', 2, z.strictObject({ t: whole, r: many(z.string()) }));

const around = z.tuple([whole, many(z.string()), many(whole)]).nullable();
const looseRow = [whole, whole, z.string().nullable(), z.string(), many(z.string()), many(whole).nullable(), around] as const;
/** Rows of groups on their way to their buckets; the first of a set says more. */
export const LOOSE_ROWS: WorkBlob<LooseRow> = workBlob(
  'rows',
  1,
  z.union([z.tuple(looseRow), z.tuple([...looseRow, z.string(), many(z.string())])]),
);

export const BLOBS = [
  TRANSACTIONS,
  ORIGINALS,
  LOOSE_ROWS,
  READ,
  PREPARED,
  GROUP_RECORDS,
  TRUTHS,
  LEAD,
  MODELS,
  DETAILS,
  SCORED,
  OUTCOMES,
  LISTED,
  OUTCOME_TEXTS,
  BETRAYAL,
  LEARNED,
  STUDY_COUNTS,
  BETRAYALS,
  GUESSES,
  FIGURES,
  REMOVALS,
];
