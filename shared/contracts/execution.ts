import * as z from 'zod';

/** Names an admission and its execution, in ARNs, keys and partitions: the identity of the audit and eight digits more. */
const auditId = z.string().regex(/^[a-z0-9]{16,40}$/);

/** The state machine passes only this about an audit; the rest is in its folder of the work bucket. */
export const auditReference = z.strictObject({ auditId, day: z.iso.date() });
export type AuditReference = z.output<typeof auditReference>;

/** One object of a drop, pinned to the version that was admitted. */
export const droppedObject = z.strictObject({
  key: z.string().min(1),
  versionId: z.string().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DroppedObject = z.output<typeof droppedObject>;

/** A pushed source at the admitted version: files of the assets bucket are never overwritten. */
const heldSource = z.strictObject({
  /** Its name in results. */
  id: z.string(),
  key: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  version: z.string(),
});
export type HeldSource = z.output<typeof heldSource>;

export const ADMISSION_VERSION = 3;

/** An audit that a team asked for under a key: what is started and answered. Version 2 had no identity and held no sources. */
export const admission = z.strictObject({
  version: z.union([z.literal(2), z.literal(ADMISSION_VERSION)]),
  ...auditReference.shape,
  /** Identity of all that its figures follow from, the same at home and in the cloud; its results name it. */
  identity: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable()
    .default(null),
  name: z.string(),
  admittedAt: z.iso.datetime(),
  /** The key that started it, or would have, of an audit of a campaign: its answers are named by it. */
  drop: z.string(),
  /** Null if the stack has no teams. */
  team: z.string().nullable(),
  /** Admitted by a campaign. */
  ofCampaign: z.boolean(),
  /** Where rejected.json goes. */
  rejectionKey: z.string(),
  release: droppedObject,
  original: droppedObject.nullable(),
  labels: droppedObject.nullable(),
  /** All files of the drop, by path; in version 2 without release, original and labels. */
  beside: z.record(z.string(), droppedObject).default({}),
  /** Sources and word vectors that were pushed, by the name of their folder. */
  sources: z.record(z.string(), heldSource).default({}),
});
export type Admission = z.output<typeof admission>;

export interface ReadAnswer {
  readonly kind: string;
  readonly transactions: number;
  /** Parts and buckets that maps plan; none of a release that one function plans. */
  readonly parts: number;
  readonly buckets: number;
  /** Keys of their manifests, in the work bucket. */
  readonly partsManifest: string;
  readonly bucketsManifest: string;
}

/** One line of the manifest of parts that planning spreads, and of buckets that it gathers. */
export const partPointer = z.strictObject({ part: z.int().min(0) });
export type PartPointer = z.output<typeof partPointer>;
export const bucketPointer = z.strictObject({ bucket: z.int().min(0) });
export type BucketPointer = z.output<typeof bucketPointer>;

export interface PlanAnswer {
  /** Keys of the manifests, in the work bucket. */
  readonly manifest: string;
  readonly slices: string;
  readonly units: number;
  /** Pointers to units that one child is given. */
  readonly unitsPerBatch: number;
  /** Units are scored before they are attacked. */
  readonly scores: boolean;
  /** Live sources that have to be asked, in the order of preference. */
  readonly live: readonly string[];
  /** Some attack learns from the whole release. */
  readonly learns: boolean;
  /** Something is measured on the whole release. */
  readonly measuresRelease: boolean;
}

/** A slice: the lines of the units' manifest that belong to it, in bytes. */
const slicePointer = z.strictObject({ slice: z.int().min(0), start: z.int().min(0), end: z.int().min(0) });
export type SlicePointer = z.output<typeof slicePointer>;
/** One line of the manifest of slices: neighbours that are measured together, so that what they leave for finishing is one run. */
export const slicesPointer = z.strictObject({ slices: z.array(slicePointer).min(1) });
export type SlicesPointer = z.output<typeof slicesPointer>;

/** rejected.json: what the laptop would print. */
export interface Rejection {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}
