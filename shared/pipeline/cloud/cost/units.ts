import type { AuditSize } from './audit-cost.ts';

/**
 * Pointers to a child: as many as keep it far below its three minutes even if each were the largest. 2.5 million cells at the 20,000 a second that
 * are attacked take two minutes; 8,000 small units at 100 a second, a fifteenth of what was measured, less. Fewer of them, and a child's start and its
 * two dozen requests to S3 would cost more than its work. `shared`: units that a pointer has on average.
 */
const UNITS_PER_BATCH = 8_000;
const CELLS_PER_BATCH = 2_500_000;
export const unitsPerBatch = (largest: number, shared = 1): number =>
  Math.max(1, Math.min(Math.floor(UNITS_PER_BATCH / shared), Math.floor(CELLS_PER_BATCH / Math.max(1, largest))));

/** Slices of the results, as plans of generalised items cut them. */
export const sliceCount = ({ units, cells }: Pick<AuditSize, 'units' | 'cells'>): number =>
  Math.max(Math.ceil(units / 16_384), Math.ceil(cells / 250_000));

/** Children that measure: some slices each, as kit/plan/slice-manifest puts them together. */
export function measuredTogether(size: Pick<AuditSize, 'units' | 'cells'>): number {
  const slices = sliceCount(size);
  return Math.max(Math.ceil(slices / 8), Math.ceil(slices / Math.max(1, Math.floor((1_000_000 * slices) / Math.max(1, size.cells)))));
}

/** Units that share a pointer, on average, in plans of generalised items. */
const sharedBy = ({ characters, units, cells }: AuditSize): number =>
  characters < 1_000_000 || cells === 0 ? 1 : Math.max(1, Math.min(16, (2_048 * units) / cells));

export function childrenOf(size: AuditSize): number {
  const shared = sharedBy(size);
  // No pointer reaches into the next slice: 40,000 small units are 2,502 pointers, and not 2,500.
  const slices = Math.max(1, sliceCount(size));
  const pointers = slices * Math.ceil(size.units / slices / shared);
  return Math.ceil(pointers / unitsPerBatch(size.largest, shared));
}

/** Blocks of a part, characters of a bucket, and buckets that a child gathers, as plans of generalised items have them. */
const BLOCKS_A_PART = 8;
const BUCKET_CHARACTERS = 4 * 1024 * 1024;
const BUCKETS_A_CHILD = 8;

/** Parts and buckets of the maps that plan a release, and children that gather; none of one that one function plans. */
export function plannedIn({
  blocks,
  characters,
}: Pick<AuditSize, 'blocks' | 'characters'>): Readonly<Record<'parts' | 'buckets' | 'gathers', number>> {
  const parts = Math.ceil(blocks / BLOCKS_A_PART);
  const buckets = Math.max(1, Math.ceil(characters / BUCKET_CHARACTERS));
  return parts > 1 ? { parts, buckets, gathers: Math.ceil(buckets / BUCKETS_A_CHILD) } : { parts: 0, buckets: 0, gathers: 0 };
}
