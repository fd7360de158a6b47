import * as z from 'zod';
import { many, workBlob } from './work-blob.ts';

// Intermediate results of an audit in the cloud, besides the units.

const whole = z.int().min(0);

/** A source of an audit, as planning fixed it. */
const plannedSource = z.strictObject({
  spec: z.string(),
  source: z.strictObject({ id: z.string(), version: z.string() }),
  /** Number of documents; null for a live source that was not asked yet. */
  size: whole.nullable(),
  /** Place of a corpus's index; null for a live source. */
  index: z.strictObject({ key: z.string(), size: whole }).nullable(),
});
export type PlannedSource = Omit<z.output<typeof plannedSource>, 'size'> & { readonly size: number };
export const PLANNED_SOURCES = workBlob('planned sources', 1, z.array(plannedSource));

/** The pack of word vectors that planning fixed. */
const plannedEmbeddings = z.strictObject({
  /** Name in results. */
  id: z.string(),
  key: z.string(),
  size: whole,
});
export type PlannedEmbeddings = z.output<typeof plannedEmbeddings>;
export const PLANNED_EMBEDDINGS = workBlob('planned vectors', 1, plannedEmbeddings.nullable());

/** Results of planning for later steps. */
const storedPlan = z.strictObject({
  asks: z.boolean(),
  scores: z.boolean(),
  learns: z.boolean(),
  measuresRelease: z.boolean(),
  nouns: z.boolean(),
  units: whole,
  /** Key of the list of common nouns; null if no step reads it. */
  nounsKey: z.string().nullable(),
});
export type StoredPlan = z.output<typeof storedPlan>;
export const STORED_PLAN = workBlob('plan', 2, storedPlan);

/** Codes to terms. */
export const LABELS = workBlob('labels', 1, many(z.tuple([z.string(), z.string()])));
/** Documents of a live source; null if it does not tell. */
export const SOURCE_SIZE = workBlob('size of a source', 1, whole.nullable());
/** Begin of publishing. */
export const FINISHED = workBlob('end', 1, z.iso.datetime());

/** One turn at a live source. */
const turn = z.strictObject({
  terms: whole,
  pairs: whole,
  calls: whole,
  notExpressible: whole,
  unavailable: z.record(z.string(), whole),
  /** Terms and pairs that were in the cache before. */
  found: whole,
  operator: z.string(),
  done: z.boolean(),
  /** True if it asked and got no answer. */
  fruitless: z.boolean(),
});
export type Turn = z.output<typeof turn>;
export const TURN = workBlob('turn', 1, turn);

/** One turn at a language model. Figures only. */
const modelTurn = z.strictObject({
  host: z.string(),
  questions: whole,
  unasked: whole,
  kept: whole,
  calls: whole,
  unusable: whole,
  unavailable: z.record(z.string(), whole),
  tokens: z.strictObject({ read: whole, written: whole }),
});
export type ModelTurn = z.output<typeof modelTurn>;
export const MODEL_TURN = workBlob('turn at a language model', 1, modelTurn);

export const CLOUD_BLOBS = [PLANNED_SOURCES, PLANNED_EMBEDDINGS, STORED_PLAN, LABELS, SOURCE_SIZE, FINISHED, TURN, MODEL_TURN];
