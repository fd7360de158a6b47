import * as z from 'zod';
import type { Warning } from '../core/format/warnings.ts';
import { slicesPointer } from './execution.ts';
import { many, workBlob } from './work-blob.ts';

/**
 * Intermediate data of the steps, as blobs under the audit's work prefix: lines of JSON, so that a slice of a blob can
 * be read by range; columns of numbers (core/format/columns) for scores and verdicts, which are many. They hold items and stay in the
 * audit's own store; what goes through a state machine is the pointer alone. Each has a contract with a version of its own; this one covers the
 * keys, and data without a blob version.
 */
export const WORK_VERSION = 3;

/** Written before anything else: the kind of the release, and the version of each blob that the steps write. */
export const workVersion = z.object({ version: z.int() });
export const workStamp = z.strictObject({ version: z.int(), kind: z.string(), blobs: z.record(z.string(), z.int()) });

const whole = z.int().min(0);

export const warnings: z.ZodType<readonly Warning[]> = many(
  z.strictObject({ message: z.string(), file: z.string(), line: z.int(), times: whole }),
);

/** One line of the manifest: units of work by their place. No item text, no names. */
export const unitPointer = z.strictObject({
  /** Ordinal in the canonical order of units: by id. Of several, the first. */
  unit: whole,
  /** Units in the range, one after the other: 1 unless given. Small units share a pointer, since a pointer costs as much as scoring one unit. */
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
export const SLICE_POINTERS = workBlob('slices', 2, slicesPointer);
