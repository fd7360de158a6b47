import type { AuditSize } from './audit-cost.ts';

/**
 * Pointers to a child: as many as keep it far below five minutes even if each were the largest. 4 million cells at 200,000 a second take
 * 20 s; so do 2,000 small units at 100 a second, a hundredth of what was measured. Fewer of them, and a child's dozen requests to S3 would
 * cost more than its work. `shared`: units that a pointer has on average.
 */
const UNITS_PER_BATCH = 2_000;
const CELLS_PER_BATCH = 4_000_000;
export const unitsPerBatch = (largest: number, shared = 1): number =>
  Math.max(1, Math.min(Math.floor(UNITS_PER_BATCH / shared), Math.floor(CELLS_PER_BATCH / Math.max(1, largest))));

/** Slices of the results: at most so many units or cells, as plans of generalised items cut them. */
export const sliceCount = ({ units, cells }: AuditSize): number => Math.max(Math.ceil(units / 4096), Math.ceil(cells / 250_000));

/** Units that share a pointer, on average, in plans of generalised items. */
const sharedBy = ({ bytes, units, cells }: AuditSize): number =>
  bytes < 1_000_000 || cells === 0 ? 1 : Math.max(1, Math.min(16, (2_048 * units) / cells));

/** Children of a map over units. */
export function childrenOf(size: AuditSize): number {
  const shared = sharedBy(size);
  return Math.ceil(size.units / shared / unitsPerBatch(size.largest, shared));
}

/** Text of a block of 10,000 transactions of some 320 bytes, four of which are a part; and of a bucket, eight of which a child gathers. */
const PART_BYTES = 12_800_000;
const BUCKET_BYTES = 4 * 1024 * 1024;
const BUCKETS_A_CHILD = 8;

/** Parts and buckets of the maps that plan a release, and children that gather; none of one that one function plans. */
export function plannedIn({ bytes }: Pick<AuditSize, 'bytes'>): Readonly<Record<'parts' | 'buckets' | 'gathers', number>> {
  const parts = Math.ceil(bytes / PART_BYTES);
  const buckets = Math.ceil(bytes / BUCKET_BYTES);
  return parts > 1 ? { parts, buckets, gathers: Math.ceil(buckets / BUCKETS_A_CHILD) } : { parts: 0, buckets: 0, gathers: 0 };
}
