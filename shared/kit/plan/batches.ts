import type { UnitPointer } from '../../contracts/work.ts';

export interface BatchLimits {
  readonly units: number;
  readonly cells: number;
}

/**
 * Units that are scored and attacked at once: enough to ask a source for many terms together, few enough to keep memory at the largest group. A
 * batch is a few blobs, and each costs a request in the cloud: small units come by the thousand.
 */
export const HOME_BATCH: BatchLimits = { units: 3_072, cells: 50_000 };

export const unitsOf = ({ units = 1 }: UnitPointer): number => units;
export const unitsIn = (pointers: readonly UnitPointer[]): number => pointers.reduce((total, pointer) => total + unitsOf(pointer), 0);

/** The pointers' units one by one, with the slice each belongs to. */
export const eachUnit = (pointers: readonly UnitPointer[]): { readonly unit: number; readonly slice: number }[] =>
  pointers.flatMap((pointer) => Array.from({ length: unitsOf(pointer) }, (_, at) => ({ unit: pointer.unit + at, slice: pointer.slice })));

/** Neighbouring units, up to a number of them or of their cells; a pointer to more than that is a batch of its own. */
export async function* batches(pointers: AsyncIterable<UnitPointer>, limits: BatchLimits): AsyncGenerator<UnitPointer[]> {
  let batch: UnitPointer[] = [];
  let units = 0;
  let cells = 0;
  for await (const pointer of pointers) {
    if (batch.length > 0 && (units + unitsOf(pointer) > limits.units || cells + pointer.cells > limits.cells)) {
      yield batch;
      batch = [];
      units = 0;
      cells = 0;
    }
    batch.push(pointer);
    units += unitsOf(pointer);
    cells += pointer.cells;
  }
  if (batch.length > 0) yield batch;
}
