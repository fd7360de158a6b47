import * as z from 'zod';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import { type GroupRecord, groupShape } from '../../kit/score/group-record.ts';
import type { Cluster } from './core/model.ts';

const whole = z.int().min(0);
const places = many(whole);
const texts = many(z.string());

/**
 * A cluster: the unit of work of a disassociated release. Its separated items stand as members and its anchoring items as context, so that
 * what counts for groups counts for clusters; it has no rows.
 */
export interface ClusterRecord extends GroupRecord {
  readonly cluster: Cluster;
  /** Transactions of the clusters before it: its own are numbered from there. */
  readonly first: number;
}

const chunk = many(many(z.string()));
const cluster = z.strictObject({ size: whole, recordChunks: z.array(chunk), termChunk: texts });
export const CLUSTER_RECORDS: WorkBlob<ClusterRecord> = workBlob('clusters', 1, z.strictObject({ ...groupShape, cluster, first: whole }));
export const JOINT_CLUSTERS = workBlob('joint clusters', 1, many(z.strictObject({ clusters: places, sharedChunks: z.array(chunk) })));

/** A list that nobody changes. */
const list = <T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> => many(schema);

/** Where one attack put one piece of a cluster: anchoring sub-records by position, and what each was worth, distances with their sign turned. */
const placement = z.strictObject({
  piece: whole,
  rows: list(whole),
  values: list(z.union([z.number(), z.literal('never'), z.null()])),
  /** By place, for attacks that state it: how probably it is right, with and without pairing equal rows, and the items of that row that betray the piece. */
  probabilities: list(z.number()).exactOptional(),
  holds: list(z.number()).exactOptional(),
  betrayedBy: list(list(z.strictObject({ item: z.string(), logOdds: z.number() }))).exactOptional(),
});
export type StoredPlacement = z.output<typeof placement>;

const placements = z.union([
  z.strictObject({ kind: z.literal('placed'), placements: list(placement) }),
  z.strictObject({ kind: z.literal('errored'), error: z.string() }),
]);
export type StoredPlacements = z.output<typeof placements>;

/** Result of scoring and attacking one cluster, with the attacks in the order of the audit. */
const outcome = z.strictObject({
  unit: whole,
  /** Pieces with a score for at least one anchoring sub-record. */
  scored: whole,
  unmatched: list(z.string()),
  attacks: z.array(placements).readonly(),
});
export type ClusterOutcome = z.output<typeof outcome>;
export const CLUSTER_OUTCOMES: WorkBlob<ClusterOutcome> = workBlob('placements', 3, outcome);
