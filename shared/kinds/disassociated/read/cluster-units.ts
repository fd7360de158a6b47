import { type UnitPlace, UnitSlices } from '../../../app/audit/plan/unit-writer.ts';
import type { ClusterRecord } from '../../../contracts/work.ts';
import type { Cluster, DisassociatedRelease } from '../../../core/model/disassociated.ts';

/** A cluster as a unit of work: its separated items are the members, its anchoring items the context. */
export function clusterRecord(unit: number, cluster: Cluster, first: number): ClusterRecord {
  const [anchoring = [], ...later] = cluster.recordChunks;
  const members = new Set(later.flat(2));
  for (const term of cluster.termChunk) members.add(term);
  return { id: String(unit), members: [...members], context: [...new Set(anchoring.flat())], rows: [], cluster, first };
}

/** The units of a release in its order, slice by slice. */
export function* clusterSlices({ clusters }: DisassociatedRelease): Generator<readonly PlannedCluster[]> {
  const slices = new UnitSlices();
  let open: PlannedCluster[] = [];
  let first = 0;
  for (const [at, cluster] of clusters.entries()) {
    const record = clusterRecord(at, cluster, first);
    first += cluster.size;
    const planned = { ...slices.next(cellsOf(record)), record };
    if (open.length > 0 && open[0]?.slice !== planned.slice) {
      yield open;
      open = [];
    }
    open.push(planned);
  }
  if (open.length > 0) yield open;
}

/** Anchoring items times separated ones: what there is to score; at least 1. */
const cellsOf = ({ members, context }: ClusterRecord): number => Math.max(1, members.length * context.length);

interface PlannedCluster extends UnitPlace {
  readonly record: ClusterRecord;
}
