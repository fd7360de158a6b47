import * as z from 'zod';

/** An execution's name: letters, digits and hyphens, so that it may stand in ARNs, keys and partitions. */
const auditId = z.string().regex(/^[a-z0-9]{16,40}$/);

/** All that travels through the state machine about an audit; everything else is in its folder of the work bucket. */
export const auditReference = z.strictObject({ auditId, day: z.iso.date() });
export type AuditReference = z.output<typeof auditReference>;

/** One object of a drop, pinned to the version that was admitted. */
export const droppedObject = z.strictObject({
  key: z.string().min(1),
  versionId: z.string().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DroppedObject = z.output<typeof droppedObject>;

export const ADMISSION_VERSION = 2;

/** What the starter admitted, in the audit's folder: the objects of the drop by the name that the request gives them. */
export const admission = z.strictObject({
  version: z.literal(ADMISSION_VERSION),
  ...auditReference.shape,
  name: z.string(),
  admittedAt: z.iso.datetime(),
  /** The key that started it, or would have, of an audit of a campaign: its answers are named by it. */
  drop: z.string(),
  /** Whose it is, where the stack has teams. */
  team: z.string().nullable(),
  /** Admitted by a campaign. */
  ofCampaign: z.boolean(),
  /** Where rejected.json goes. */
  rejectionKey: z.string(),
  release: droppedObject,
  original: droppedObject.nullable(),
  labels: droppedObject.nullable(),
  /** What else the request names for its kind of release, by path. */
  beside: z.record(z.string(), droppedObject).default({}),
});
export type Admission = z.output<typeof admission>;

/** What reading answers to the state machine. */
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

/** What planning answers to the state machine. */
export interface PlanAnswer {
  /** Keys of the manifests, in the work bucket. */
  readonly manifest: string;
  readonly slices: string;
  readonly units: number;
  /** Pointers to units that one child is given. */
  readonly unitsPerBatch: number;
  /** Live sources that have to be asked, in the order of preference. */
  readonly live: readonly string[];
  /** Some attack learns from the whole release. */
  readonly learns: boolean;
  /** Something is measured on the whole release. */
  readonly measuresRelease: boolean;
}

/** One line of the manifest of slices: the lines of the units' manifest that belong to it, in bytes. */
export const slicePointer = z.strictObject({ slice: z.int().min(0), start: z.int().min(0), end: z.int().min(0) });
export type SlicePointer = z.output<typeof slicePointer>;

/** rejected.json: what the laptop would print. */
export interface Rejection {
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}
