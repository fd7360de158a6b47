import * as z from 'zod';
import { RELEASE_KINDS } from './audit-request.ts';
import { defineTable } from './table.ts';

/** Raise with every change of meaning. */
const EXPERIMENT_VERSION = 1;

const name = z.string().min(1).max(100);
const text = z.string().min(1).max(4000);
const setting = z.union([z.number(), z.string().min(1).max(200)]);

/** Where transactions come from: documents or item sets of the data folder, and a generated stand-in where that is missing. */
const dataset = z.strictObject({
  name,
  /** Path in the data folder: JSON Lines of texts, or FIMI item sets. */
  file: z.string().min(1).max(500),
  /** Only documents whose field has this value. */
  where: z.record(name, z.string()).optional(),
  transactions: z.int().min(10).max(1_000_000),
  /** At most so many items of each transaction, the first ones. */
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

/** What the source reports, in a form that the measured rows can be held against. */
const claim = z.strictObject({
  says: text,
  /** The source's statement, or what we expect where it states nothing that can be held against values. */
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
  /** Why ours differs where it does, in our words. */
  why: text.optional(),
});

export const experimentFile = z.strictObject({
  version: z.literal(EXPERIMENT_VERSION).default(EXPERIMENT_VERSION),
  kind: z.enum(RELEASE_KINDS),
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

/** One measured value. What cannot be computed is null. */
export interface FigureRow {
  readonly figure: string;
  readonly dataset: string;
  /** The setting on the axis as it stands in the file. */
  readonly x: string;
  readonly series: string;
  readonly measure: string;
  readonly value: number | null;
}

/** A claim of the source beside what was measured on one dataset. */
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

/** What the page shows. */
export interface ExperimentResult {
  readonly title: string;
  readonly about: string;
  readonly seed: string;
  /** What each dataset was: its size, and whether it was generated in the place of one that is not here. */
  readonly datasets: readonly {
    readonly name: string;
    readonly made: string;
    /** The file that is not here, where a generated one stands in for it. */
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
