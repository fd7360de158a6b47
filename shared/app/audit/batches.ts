import type { UnitPointer } from '../../contracts/work.ts';

export interface BatchLimits {
  readonly units: number;
  readonly cells: number;
}

/** At home: enough to ask a source for many terms at once, little enough to keep memory at the largest group. */
export const HOME_BATCH: BatchLimits = { units: 512, cells: 50_000 };

/** Neighbouring units, up to a number of them or of their cells; a unit larger than that is a batch of its own. */
export async function* batches(pointers: AsyncIterable<UnitPointer>, limits: BatchLimits): AsyncGenerator<UnitPointer[]> {
  let batch: UnitPointer[] = [];
  let cells = 0;
  for await (const pointer of pointers) {
    if (batch.length > 0 && (batch.length === limits.units || cells + pointer.cells > limits.cells)) {
      yield batch;
      batch = [];
      cells = 0;
    }
    batch.push(pointer);
    cells += pointer.cells;
  }
  if (batch.length > 0) yield batch;
}
