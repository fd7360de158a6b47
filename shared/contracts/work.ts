import * as z from 'zod';
import type { Betrayal } from '../core/attack/calibrated/betrayal.ts';
import type { Warning } from '../core/format/warnings.ts';
import type { Cluster } from '../core/model/disassociated.ts';
import { slicePointer } from './execution.ts';
import { many, type WorkBlob, workBlob } from './work-blob.ts';

/**
 * What one step of the pipeline leaves for the next, as blobs under the audit's work prefix: lines of JSON, so that a slice of a blob can
 * be read by range; columns of numbers (core/format/columns) for scores and verdicts, which are many. They hold items and stay in the
 * audit's own store; what goes through a state machine is the pointer alone. Each has a contract with a version of its own; this one is of
 * the keys and of what has no blob's version.
 */
export const WORK_VERSION = 3;

/** Written before anything else: of which kind the release is, and which version of each blob the steps of this audit write. */
export const workVersion = z.object({ version: z.int() });
export const workStamp = z.strictObject({ version: z.int(), kind: z.string(), blobs: z.record(z.string(), z.int()) });

const whole = z.int().min(0);

/** What reading a file noticed. */
export const warnings: z.ZodType<readonly Warning[]> = many(
  z.strictObject({ message: z.string(), file: z.string(), line: z.int(), times: whole }),
);

/** One line of the manifest: units of work by their place. No item text, no names. */
export const unitPointer = z.strictObject({
  /** Ordinal in the canonical order of units: by id. Of several, the first. */
  unit: whole,
  /** Units in the range, one after the other: 1 unless given. Many small ones share a pointer, which costs as much as scoring one. */
  units: z.int().min(2).optional(),
  /** Which slice of the results it belongs to. */
  slice: whole,
  blob: z.string(),
  start: whole,
  end: whole,
  /** Rows times columns, over its units: what batches are weighed by. */
  cells: whole,
});
export type UnitPointer = z.output<typeof unitPointer>;

export const UNIT_POINTERS = workBlob('manifest', 1, unitPointer);
export const SLICE_POINTERS = workBlob('slices', 1, slicePointer);

/** One row of a group: a transaction that carries the generalised item. Nothing in it comes from the original. */
export interface GroupRow {
  /** Ordinal of the transaction in the release, from 0. */
  readonly t: number;
  readonly id?: string;
  /** The chosen context, as positions in the group's `context`. */
  readonly c: readonly number[];
  /** In large releases: the place of the generalised item in its transaction, and all that stands alone there, as positions in `around`, and where. */
  readonly p?: number;
  readonly a?: readonly number[];
  readonly q?: readonly number[];
}

/** A generalised item and the transactions that carry it: the unit of work of a set-generalised release. */
export interface GroupRecord {
  /** 128 bits of its members, in hexadecimal. */
  readonly id: string;
  /** In the canonical order (core/model/canonical-order), as the rows are: neither lines nor brackets decide a tie by their order. */
  readonly members: readonly string[];
  /** The distinct context items of its rows, in the order of their first appearance. */
  readonly context: readonly string[];
  /** In large releases: the distinct items that stand alone in its rows' transactions. */
  readonly around?: readonly string[];
  readonly rows: readonly GroupRow[];
}

const places = many(whole);
const texts = many(z.string());
const groupShape = {
  id: z.string(),
  members: texts,
  context: texts,
  around: texts.exactOptional(),
  rows: many(
    z.strictObject({
      t: whole,
      id: z.string().exactOptional(),
      c: places,
      p: whole.exactOptional(),
      a: places.exactOptional(),
      q: places.exactOptional(),
    }),
  ),
};
export const GROUP_RECORDS: WorkBlob<GroupRecord> = workBlob('groups', 1, z.strictObject(groupShape));

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

/** Which members of each row of a group the original holds, in the order of its rows. Read by measures only. */
export interface TruthRecord {
  readonly id: string;
  readonly o: readonly (readonly number[])[];
}

export const TRUTHS: WorkBlob<TruthRecord> = workBlob('truths of groups', 1, z.strictObject({ id: z.string(), o: many(places) }));

/** A distance as JSON has it: `null` is undefined, `"never"` a pair never together under `infinite` smoothing. */
export type StoredDistance = number | null | 'never';

/**
 * What the sources say of the pairs of one group: columns of equal length, where place c * members + m is the pair of context item c and
 * member m. NaN where there is no number.
 */
export interface PairColumns {
  /** Position in the order of preference; -1 when no source relates the two. */
  readonly source: Int8Array;
  /** Position in `STATES` (app/audit/score/pair-columns). */
  readonly state: Uint8Array;
  /** Bits of CountFlag. */
  readonly flags: Uint8Array;
  readonly distance: Float64Array;
  /** Documents with the member, with the context item, with both. */
  readonly item: Float64Array;
  readonly context: Float64Array;
  readonly both: Float64Array;
}

/** What scoring found out about one unit, and the table that follows. */
export interface ScoredRecord {
  readonly unit: number;
  /** By row and then column; NaN is undefined, infinite a pair never together under `infinite` smoothing. */
  readonly cells: Float64Array;
  /** Positions of members and context items that no source holds. */
  readonly unmatchedMembers: Int32Array;
  readonly unmatchedContext: Int32Array;
  readonly pairs: PairColumns;
}

/** What one attack says of one group. */
export type StoredVerdict =
  | {
      readonly kind: 'decided';
      readonly delta: number | null;
      /** Eliminated cells (row * members + column) in order. */
      readonly cells: Int32Array;
      /** What decided each: NaN where chance did, infinite where a pair is never together. */
      readonly why: Float64Array;
      /** Probability that each cell was added, for attacks that state one. */
      readonly confidence?: Float64Array;
      /** The context item that gives the group away, for attacks that say. */
      readonly betrayedBy?: Betrayal;
    }
  | { readonly kind: 'not computable'; readonly reason: string }
  | { readonly kind: 'errored'; readonly error: string };

/** The verdicts of the attacks of one plan on one unit, in the order of that plan. */
export interface OutcomeRecord {
  readonly unit: number;
  readonly verdicts: readonly StoredVerdict[];
}

/** Where one attack put one piece of a cluster: anchoring sub-records by position, and what each was worth, distances with their sign turned. */
export interface StoredPlacement {
  readonly piece: number;
  readonly rows: readonly number[];
  readonly values: readonly StoredDistance[];
  /** By place, for attacks that state it: how probably it is right, with and without pairing equal rows, and the items of that row that betray the piece. */
  readonly probabilities?: readonly number[];
  readonly holds?: readonly number[];
  readonly betrayedBy?: readonly (readonly { readonly item: string; readonly logOdds: number }[])[];
}

/** What one attack did to one cluster. */
export type StoredPlacements =
  | { readonly kind: 'placed'; readonly placements: readonly StoredPlacement[] }
  | { readonly kind: 'errored'; readonly error: string };

/** What scoring and attacking found out about one cluster, the attacks in the order of the audit's. */
export interface ClusterOutcome {
  readonly unit: number;
  /** Pieces with a score for at least one anchoring sub-record. */
  readonly scored: number;
  /** Items that nothing is known of. */
  readonly unmatched: readonly string[];
  readonly attacks: readonly StoredPlacements[];
}

/** The same of the attacks that learned from the release, which decide when it is fitted. */
export type LearnedOutcome = Pick<ClusterOutcome, 'unit' | 'attacks'>;

const placements = z.union([
  z.strictObject({
    kind: z.literal('placed'),
    placements: many(
      z.strictObject({
        piece: whole,
        rows: places,
        values: many(z.union([z.number(), z.literal('never'), z.null()])),
        probabilities: many(z.number()).exactOptional(),
        holds: many(z.number()).exactOptional(),
        betrayedBy: many(many(z.strictObject({ item: z.string(), logOdds: z.number() }))).exactOptional(),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal('errored'), error: z.string() }),
]);
const learned = { unit: whole, attacks: z.array(placements) };
export const CLUSTER_OUTCOMES: WorkBlob<ClusterOutcome> = workBlob(
  'placements',
  2,
  z.strictObject({ ...learned, scored: whole, unmatched: texts }),
);
export const LEARNED_OUTCOMES: WorkBlob<LearnedOutcome> = workBlob('learned placements', 2, z.strictObject(learned));
