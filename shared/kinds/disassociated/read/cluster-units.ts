import type { ClusterRecord } from '../../../contracts/work.ts';
import type { Cluster, DisassociatedRelease } from '../../../core/model/disassociated.ts';

/** A cluster's place in the work: its slice of the results, and what batches weigh it by. */
export interface ClusterUnit {
  readonly unit: number;
  readonly slice: number;
  /** Anchoring items times separated ones: what there is to score; at least 1. */
  readonly cells: number;
}

/** A slice of the results: as many clusters or as many cells, whichever comes first. One file of placements; the same in both homes. */
const SLICE_CLUSTERS = 1024;
const SLICE_CELLS = 250_000;

/** A cluster as a unit of work: its separated items are the members, its anchoring items the context. */
export function clusterRecord(unit: number, cluster: Cluster, first: number): ClusterRecord {
  const [anchoring = [], ...later] = cluster.recordChunks;
  const members = new Set(later.flat(2));
  for (const term of cluster.termChunk) members.add(term);
  return { id: String(unit), members: [...members], context: [...new Set(anchoring.flat())], rows: [], cluster, first };
}

/** Clusters one after the other, cut into slices as they come. */
export class ClusterSlices {
  #unit = 0;
  #slice = 0;
  #clusters = 0;
  #cells = 0;

  next({ members, context }: Pick<ClusterRecord, 'members' | 'context'>): ClusterUnit {
    const cells = Math.max(1, members.length * context.length);
    if (this.#clusters > 0 && (this.#clusters === SLICE_CLUSTERS || this.#cells + cells > SLICE_CELLS)) {
      this.#slice += 1;
      this.#clusters = 0;
      this.#cells = 0;
    }
    this.#clusters += 1;
    this.#cells += cells;
    this.#unit += 1;
    return { unit: this.#unit - 1, slice: this.#slice, cells };
  }
}

/** The units of a release in its order, slice by slice. */
export function* clusterSlices({ clusters }: DisassociatedRelease): Generator<readonly PlannedCluster[]> {
  const slices = new ClusterSlices();
  let open: PlannedCluster[] = [];
  let first = 0;
  for (const [at, cluster] of clusters.entries()) {
    const record = clusterRecord(at, cluster, first);
    first += cluster.size;
    const planned = { ...slices.next(record), record };
    if (open.length > 0 && open[0]?.slice !== planned.slice) {
      yield open;
      open = [];
    }
    open.push(planned);
  }
  if (open.length > 0) yield open;
}

export interface PlannedCluster extends ClusterUnit {
  readonly record: ClusterRecord;
}
