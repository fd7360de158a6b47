import { addReassociations, noFigures, type ReassociationFigures } from '../../../core/measure/disassociated/cluster-figures.ts';
import type { ClusterSliceFigures } from './measure-clusters.ts';
import { addNamed, type NamedPieces, noNamed } from './placement-findings.ts';

/** The figures of all slices together. Of the release; unmatched items by falling frequency, then by item. */
export type ClusterTotals = ClusterSliceFigures;

/** Adds slices up, in their order: expectations are no whole numbers. */
export function addClusters(attacks: number, slices: Iterable<ClusterSliceFigures>): ClusterTotals {
  const totals = Array.from({ length: attacks }, noFigures);
  const places = totals.map(() => 0);
  const named = totals.map(noNamed);
  const errored = totals.map(() => 0);
  const unmatched = new Map<string, number>();
  const lost: number[] = [];
  let measured = true;
  let pieces = 0;
  let scored = 0;
  for (const slice of slices) {
    measured &&= slice.figures !== null;
    slice.figures?.forEach((own, at) => {
      addReassociations(totals[at] as ReassociationFigures, own);
    });
    slice.places.forEach((count, at) => {
      places[at] = (places[at] as number) + count;
    });
    slice.named.forEach((own, at) => {
      addNamed(named[at] as NamedPieces, own);
    });
    slice.errored.forEach((count, at) => {
      errored[at] = (errored[at] as number) + count;
    });
    for (const [item, clusters] of slice.unmatched) unmatched.set(item, (unmatched.get(item) ?? 0) + clusters);
    for (const cluster of slice.lost) lost.push(cluster);
    pieces += slice.pieces;
    scored += slice.scored;
  }
  const byFrequency = [...unmatched].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { figures: measured ? totals : null, pieces, scored, places, named, errored, unmatched: byFrequency, lost };
}
