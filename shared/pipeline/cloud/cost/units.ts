import { HOME_BATCH } from '../../../kit/plan/batches.ts';
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
  Math.ceil(units / Math.max(1, Math.min(16_384, Math.floor((250_000 * units) / Math.max(1, cells)))));

/** Children that measure: some slices each, as kit/plan/slice-manifest puts them together. */
export function measuredTogether(size: Pick<AuditSize, 'units' | 'cells'>): number {
  const slices = sliceCount(size);
  return Math.max(Math.ceil(slices / 8), Math.ceil(slices / Math.max(1, Math.floor((1_000_000 * slices) / Math.max(1, size.cells)))));
}

/** Units that share a pointer, on average, in plans of generalised items. */
const sharedBy = ({ characters, units, cells }: AuditSize): number =>
  characters < 1_000_000 || cells === 0 ? 1 : Math.max(1, Math.min(16, (2_048 * units) / cells));

/** Pointers and those of a child; no pointer reaches into the next slice: 40,000 small units are 2,502 pointers, and not 2,500. */
function pointersOf(size: AuditSize): Readonly<Record<'shared' | 'pointers' | 'ofChild', number>> {
  const shared = sharedBy(size);
  const slices = Math.max(1, sliceCount(size));
  return { shared, pointers: slices * Math.ceil(size.units / slices / shared), ofChild: unitsPerBatch(size.largest, shared) };
}

export function childrenOf(size: AuditSize): number {
  const { pointers, ofChild } = pointersOf(size);
  return Math.ceil(pointers / ofChild);
}

/** Pieces that children score and attack at once: a batch, or the part of a batch in one slice. Each costs some requests in every step. */
export function piecesOf(size: AuditSize): number {
  const { units, cells } = size;
  if (units === 0) return 0;
  const { shared, pointers, ofChild } = pointersOf(size);
  const most = Math.min(HOME_BATCH.units, Math.max(1, Math.floor((HOME_BATCH.cells * units) / cells)));
  // Pointers have random lengths. The one that no longer fits has twice the average length, and half of it would have fitted. Children differ in units.
  const full = Math.max(1, most - (shared > 1 ? shared : 0));
  const batchesIn = (own: number): number =>
    meanCeiling((own * shared) / full, own === pointers ? 0 : (shared * Math.sqrt(own * EVEN)) / full);
  const children = Math.floor(pointers / ofChild);
  return Math.min(units, children * batchesIn(ofChild) + batchesIn(pointers - children * ofChild) + sliceCount(size) - 1);
}

/** The square of the width of a uniform distribution, by its variance. */
const EVEN = 12;

/** Mean of `ceil(x)` for x uniform around `mean`. */
function meanCeiling(mean: number, width: number): number {
  if (width === 0) return Math.ceil(mean);
  const upTo = (end: number): number => {
    const whole = Math.floor(Math.max(0, end));
    return (whole * (whole + 1)) / 2 + (Math.max(0, end) - whole) * (whole + 1);
  };
  const from = Math.max(0, mean - width / 2);
  return (upTo(mean + width / 2) - upTo(from)) / (mean + width / 2 - from);
}

/** Blocks of a part, characters of a bucket, and buckets that a child gathers, as plans of generalised items have them. */
const BLOCKS_A_PART = 8;
const BUCKET_CHARACTERS = 4 * 1024 * 1024;
const BUCKETS_A_CHILD = 8;

/** Parts and buckets that planning cuts a release into, and children that gather: of one part, one function does it all. */
export function plannedIn({
  blocks,
  characters,
}: Pick<AuditSize, 'blocks' | 'characters'>): Readonly<Record<'parts' | 'buckets' | 'gathers', number>> {
  const buckets = Math.max(1, Math.ceil(characters / BUCKET_CHARACTERS));
  return { parts: Math.max(1, Math.ceil(blocks / BLOCKS_A_PART)), buckets, gathers: Math.ceil(buckets / BUCKETS_A_CHILD) };
}
