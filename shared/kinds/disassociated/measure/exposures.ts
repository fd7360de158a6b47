import type { Exposure } from '../../../core/people/exposure.ts';
import type { ClusterResult } from './measure-clusters.ts';

/** Whose places make the exposures, and what the constraints protect. */
interface ExposedBy {
  /** The attack that states probabilities, by position. */
  readonly attack: number;
  readonly protectedItems: readonly string[];
}

/**
 * Every place of a piece, cluster after cluster: a person is a reconstructed transaction, known by its anchoring sub-record. Without outside
 * knowledge a piece may be of any of them, as often as it was put somewhere.
 */
export function* exposuresIn(results: readonly ClusterResult[], { attack, protectedItems }: ExposedBy): Generator<readonly Exposure[]> {
  const isProtected = new Set(protectedItems);
  for (const { cluster, first, puzzle, placements, pairings } of results) {
    const filled = puzzle.anchors.filter((anchor) => anchor.length > 0).length;
    const correct = pairings[attack]?.correct ?? null;
    const exposures: Exposure[] = [];
    for (const placement of placements[attack] ?? []) {
      if (!('probabilities' in placement)) continue;
      const { items } = puzzle.pieces[placement.piece] as (typeof puzzle.pieces)[number];
      for (const [rank, row] of placement.rows.entries()) {
        // Nobody is known by an empty sub-record.
        if ((puzzle.anchors[row] as readonly string[]).length === 0) continue;
        exposures.push({
          person: first + row,
          id: null,
          unit: cluster,
          target: items.join(' + '),
          probability: placement.probabilities[rank] as number,
          without: Math.min(1, placement.rows.length / filled),
          decision: 'placed',
          truth: correct === null ? null : (correct[row] ?? []).includes(placement.piece),
          betrayedBy: placement.betrayedBy[rank]?.[0]?.item ?? null,
          isProtected: items.some((item) => isProtected.has(item)),
        });
      }
    }
    yield exposures;
  }
}
