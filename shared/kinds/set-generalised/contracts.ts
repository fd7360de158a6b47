import * as z from 'zod';
import { many, type WorkBlob, workBlob } from '../../contracts/work-blob.ts';
import { type GroupRecord, groupShape } from '../../kit/score/group-record.ts';
import type { Betrayal } from './core/calibrated/betrayal.ts';

export const GROUP_RECORDS: WorkBlob<GroupRecord> = workBlob('groups', 1, z.strictObject(groupShape));

/** Which members of each row of a group the original holds, in the order of its rows. Read by measures only. */
export interface TruthRecord {
  readonly id: string;
  readonly o: readonly (readonly number[])[];
}

export const TRUTHS: WorkBlob<TruthRecord> = workBlob(
  'truths of groups',
  1,
  z.strictObject({ id: z.string(), o: many(many(z.int().min(0))) }),
);

/** Verdict of one attack on one group. */
export type StoredVerdict =
  | {
      readonly kind: 'decided';
      readonly delta: number | null;
      /** Eliminated cells (row * members + column) in order. */
      readonly cells: Int32Array;
      /** The value that decided each: NaN if chance did, infinite if a pair is never together. */
      readonly why: Float64Array;
      /** Probability that each cell was added, for attacks that state one. */
      readonly confidence?: Float64Array;
      /** The same, at least that: members are named by it. Differs where a member is likely and worlds of practice say different things. */
      readonly cautious?: Float64Array;
      /** The context item that gives the group away, for attacks that say. */
      readonly betrayedBy?: Betrayal;
    }
  | { readonly kind: 'not computable'; readonly reason: string }
  | { readonly kind: 'errored'; readonly error: string };

export type Decided = Extract<StoredVerdict, { kind: 'decided' }>;

/** The verdicts of all attacks on one unit, in the order of the audit's. */
export interface OutcomeRecord {
  readonly unit: number;
  readonly verdicts: readonly StoredVerdict[];
}
