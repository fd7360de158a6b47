import * as z from 'zod';
import { many, workBlob } from './work-blob.ts';

// What the steps of an audit in the cloud leave for each other beside the units of work.

const whole = z.int().min(0);

/** A source of an audit as planning pinned it. */
const plannedSource = z.strictObject({
  spec: z.string(),
  source: z.strictObject({ id: z.string(), version: z.string() }),
  /** Its documents; null of a live source until it has been asked. */
  size: whole.nullable(),
  /** Where a corpus's index stands; null for a live source, whose size is known when it has been asked. */
  index: z.strictObject({ key: z.string(), size: whole }).nullable(),
});
export type PlannedSource = Omit<z.output<typeof plannedSource>, 'size'> & { readonly size: number };
export const PLANNED_SOURCES = workBlob('planned sources', 1, z.array(plannedSource));

/** The pack of word vectors that planning pinned. */
const plannedEmbeddings = z.strictObject({
  /** What results call them. */
  id: z.string(),
  key: z.string(),
  size: whole,
});
export type PlannedEmbeddings = z.output<typeof plannedEmbeddings>;
export const PLANNED_EMBEDDINGS = workBlob('planned vectors', 1, plannedEmbeddings.nullable());

/** What planning found that later steps go by. */
const storedPlan = z.strictObject({
  asks: z.boolean(),
  learns: z.boolean(),
  measuresRelease: z.boolean(),
  nouns: z.boolean(),
  units: whole,
  /** Where the list of common nouns stands; null where no step reads it. */
  nounsKey: z.string().nullable(),
});
export type StoredPlan = z.output<typeof storedPlan>;
export const STORED_PLAN = workBlob('plan', 1, storedPlan);

/** Codes to terms. */
export const LABELS = workBlob('labels', 1, many(z.tuple([z.string(), z.string()])));
/** Documents of a live source; null: it does not say. */
export const SOURCE_SIZE = workBlob('size of a source', 1, whole.nullable());
/** When publishing began. */
export const FINISHED = workBlob('end', 1, z.iso.datetime());

/** What one turn at a live source did. */
const turn = z.strictObject({
  terms: whole,
  pairs: whole,
  calls: whole,
  notExpressible: whole,
  unavailable: z.record(z.string(), whole),
  /** Of its terms and pairs, those that the cache held before. */
  found: whole,
  operator: z.string(),
  done: z.boolean(),
  /** It asked, and got no answer. */
  fruitless: z.boolean(),
});
export type Turn = z.output<typeof turn>;
export const TURN = workBlob('turn', 1, turn);

export const CLOUD_BLOBS = [PLANNED_SOURCES, PLANNED_EMBEDDINGS, STORED_PLAN, LABELS, SOURCE_SIZE, FINISHED, TURN];
