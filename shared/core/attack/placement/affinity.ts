import { takeMean } from '../calibrated/centring.ts';
import type { Puzzle } from '../reassociation/pieces.ts';

/** The items of one cluster and how near each separated one is to every other, by each measure. NaN where nothing is known. */
export interface PairScores {
  /** Items of pieces, each once, then items of anchoring sub-records. */
  readonly items: readonly string[];
  /** How many of them are separated. */
  readonly separated: number;
  /** By measure, row-major: separated items by all items. */
  readonly values: readonly Float64Array[];
}

/** The same less what is common to a row or column; 0 where nothing is known. */
export interface CentredScores {
  /** Where an item stands as a separated one, and as an anchoring one: an unsound release may hold it as both. */
  readonly separatedAt: (item: string) => number;
  readonly anchoringAt: (item: string) => number;
  readonly width: number;
  /** By measure, row-major: separated items by all items. */
  readonly centred: readonly Float64Array[];
}

/** The order of items that `PairScores` has. */
export function scoredItems({ pieces, anchors }: Puzzle): { readonly items: readonly string[]; readonly separated: number } {
  const separated = new Set(pieces.flatMap(({ items }) => items));
  const anchoring = new Set(anchors.flat());
  return { items: [...separated, ...anchoring], separated: separated.size };
}

/**
 * Scores without what is common to a row or a column of the table, anchoring items and separated ones apart: a frequent word is
 * near everything, and says nothing about which transaction it came from. Unknown scores become 0, the mean.
 */
export function centredScores({ items, separated, values }: PairScores): CentredScores {
  const width = items.length;
  const centred = values.map((from) => {
    const cells = from.slice();
    for (const [first, end] of [
      [0, separated],
      [separated, width],
    ] as const) {
      for (let column = first; column < end; column += 1) takeMean(cells, column, separated, width);
      for (let row = 0; row < separated; row += 1) takeMean(cells, row * width + first, end - first, 1);
    }
    return cells.map((value) => (Number.isNaN(value) ? 0 : value));
  });
  const first = new Map(items.slice(0, separated).map((item, at) => [item, at]));
  const second = new Map(items.slice(separated).map((item, at) => [item, separated + at]));
  return { separatedAt: (item) => first.get(item) as number, anchoringAt: (item) => second.get(item) as number, width, centred };
}
