import { mean } from '../../numeric/numeric.ts';
import type { Piece } from './pieces.ts';

/** How close two items are: greater is closer, NaN where there is no score. An NGD is handed in with its sign turned. */
export type Closeness = (item: string, anchorItem: string) => number;

/** Values this close are ties. */
export const CLOSENESS_TIE = 1e-9;

/** What one anchoring sub-record is worth to a piece, from the closeness of each of its items; NaN of none. */
export type Strategy = (closeness: readonly number[]) => number;

/** q(a) for each item a of the anchoring sub-record: the mean over the piece's items. What has no score is left out. */
export function closenessOf(piece: Piece, anchor: readonly string[], closeness: Closeness): number[] {
  return anchor
    .map((a) => mean(piece.items.map((item) => closeness(item, a)).filter((value) => !Number.isNaN(value))))
    .filter((value) => !Number.isNaN(value));
}
