import * as z from 'zod';
import { kindName } from './audit-request.ts';
import { defineTable } from './table.ts';

/** Raise with every change of meaning. */
const EXPERIMENT_VERSION = 1;

const name = z.string().min(1).max(100);
const text = z.string().min(1).max(4000);
const setting = z.union([z.number(), z.string().min(1).max(200)]);

/** Source of transactions: documents or item sets in the data folder, with a generated stand-in if they are missing. */
const dataset = z.strictObject({
  name,
  /** Path in the data folder: JSON Lines of texts, or FIMI item sets. */
  file: z.string().min(1).max(500),
  /** Only documents whose field has this value. */
  where: z.record(name, z.string()).optional(),
  transactions: z.int().min(10).max(1_000_000),
  /** Maximum items of a transaction; the first ones are used. */
  itemsEach: z.int().min(2).max(10_000).default(10_000),
  /** Path in the data folder of the documents to count in: JSON Lines of texts. */
  source: z.string().min(1).max(500).optional(),
  standIn: z.strictObject({
    transactions: z.int().min(10).max(1_000_000),
    vocabulary: z.int().min(10).max(100_000),
    density: z.number().gt(0).max(1),
    topics: z.int().min(1).max(1000),
    documents: z.int().min(10).max(1_000_000),
  }),
});

/** A reported result, in a form that measured rows can be compared with. */
const claim = z.strictObject({
  says: text,
  /** The source's statement, or our expectation where it has no value to compare. */
  by: z.enum(['source', 'us']).default('source'),
  measure: name,
  /** `highest`, `lowest`: one of `series` leads at most points. `rises`, `falls`: each of `series` ends so. `near`: within `within` of `of`. */
  shows: z.enum(['highest', 'lowest', 'rises', 'falls', 'flat', 'near']),
  series: z.array(name).min(1).max(20),
  /** For `near`. */
  of: z.array(name).max(20).default([]),
  within: z.number().positive().default(0.05),
  /** Only these datasets. */
  datasets: z.array(name).max(20).optional(),
});

const figure = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  title: text,
  /** The setting on the horizontal axis, and its values. */
  vary: name,
  values: z.array(setting).min(1).max(50),
  axis: text,
  /** Settings of this figure alone. */
  settings: z.record(name, setting).default({}),
  measures: z.array(name).min(1).max(6),
  /** Only these datasets. */
  datasets: z.array(name).max(20).optional(),
  claims: z.array(claim).max(12).default([]),
  /** Why our result differs, in our words. */
  why: text.optional(),
});

export const experimentFile = z.strictObject({
  version: z.literal(EXPERIMENT_VERSION).default(EXPERIMENT_VERSION),
  kind: kindName,
  title: text,
  about: text,
  seed: z.string().min(1).max(200).default('unveil'),
  datasets: z.array(dataset).min(1).max(10),
  settings: z.record(name, setting),
  figures: z.array(figure).min(1).max(20),
});

export type ExperimentFile = z.output<typeof experimentFile>;
export type ExperimentFigure = ExperimentFile['figures'][number];
export type ExperimentDataset = ExperimentFile['datasets'][number];
export type FigureClaim = ExperimentFigure['claims'][number];

/** One measured value; null if it cannot be computed. */
export interface FigureRow {
  readonly figure: string;
  readonly dataset: string;
  /** Value on the axis, as in the file. */
  readonly x: string;
  readonly series: string;
  readonly measure: string;
  readonly value: number | null;
}

/** A claim of the source, compared with the measurements on one dataset. */
export interface ClaimVerdict {
  readonly says: string;
  readonly by: 'source' | 'us';
  readonly dataset: string;
  readonly verdict: 'agrees' | 'differs' | 'not measured';
  readonly ours: string;
}

export interface FigureResult {
  readonly id: string;
  readonly title: string;
  readonly axis: string;
  readonly values: readonly string[];
  readonly measures: readonly string[];
  readonly datasets: readonly string[];
  readonly rows: readonly FigureRow[];
  readonly verdicts: readonly ClaimVerdict[];
  readonly why: string | null;
}

/** Content of the page. */
export interface ExperimentResult {
  readonly title: string;
  readonly about: string;
  readonly seed: string;
  /** Each dataset: its size, and whether it was generated. */
  readonly datasets: readonly {
    readonly name: string;
    readonly made: string;
    /** Name of the missing file that a generated one replaces. */
    readonly missing: string | null;
  }[];
  readonly figures: readonly FigureResult[];
}

export const FIGURE_TABLE = defineTable('figure', 1, 'The values of one figure.', [
  ['figure', 'string', 'Which figure.'],
  ['dataset', 'string', 'On which transactions.'],
  ['x', 'string', 'The setting on the horizontal axis.'],
  ['series', 'string', 'The attack, or what else a line stands for.'],
  ['measure', 'string', 'What is measured.'],
  ['value', 'double?', 'Null where it cannot be computed.'],
]);
