import type { Cells } from './cells.ts';
import type { CountsFile } from './counts-file.ts';

/** People by a set of values of each column; null: any. */
type Box = readonly (readonly number[] | null)[];

/** A published count, or the difference of two that differ in one column. */
export interface Known {
  readonly box: Box;
  readonly attack: 'published' | 'differencing';
  readonly low: number;
  readonly high: number;
  /** Counts as printed: those of the same conditions; of a difference the larger and the smaller one. */
  readonly printed: readonly number[];
  /** The row; null if none has just this box. */
  readonly row: number | null;
}

/** Differences beyond this many are not formed. */
const MOST_KNOWN = 200_000;

/** All published counts, and all differences of two. Of one box the first is kept, and published ones come first. */
export function knownBoxes(
  { rows }: CountsFile,
  { columns }: Cells,
  ends: readonly (readonly [number, number])[],
): ReadonlyMap<string, Known> {
  const found = new Map<string, Known>();
  for (const [row, { conditions, count }] of rows.entries()) {
    const box = conditions.map((text, at) =>
      text === null ? null : columns[at].pieces.flatMap(({ holds }, piece) => (holds.has(text) ? [piece] : [])),
    );
    const key = keyOf(box);
    const other = found.get(key);
    const [low, high] = ends[row];
    const printed = [...(other?.printed ?? []), ...(count === null ? [] : [count])];
    found.set(key, {
      box,
      attack: 'published',
      low: Math.max(low, other?.low ?? 0),
      high: Math.min(high, other?.high ?? high),
      printed,
      row: other?.row ?? row,
    });
  }
  const published = [...found.values()];
  for (let column = 0; column < columns.length; column += 1) {
    const alike = Map.groupBy(published, ({ box }) => keyOf(box.with(column, [])));
    for (const group of alike.values())
      for (const whole of group)
        for (const part of group) {
          if (part === whole || found.size > MOST_KNOWN) continue;
          const rest = without(whole.box[column], part.box[column], columns[column].pieces.length);
          if (rest === null) continue;
          const box = whole.box.with(column, rest);
          const key = keyOf(box);
          const other = found.get(key);
          const low = Math.max(0, whole.low - part.high, other?.low ?? 0);
          const high = Math.min(Math.max(0, whole.high - part.low), other?.high ?? Number.POSITIVE_INFINITY);
          // A count that is printed says more than a difference that narrows nothing.
          if (other?.attack === 'published' && low === other.low && high === other.high) continue;
          const printed = other?.printed ?? [...whole.printed.slice(0, 1), ...part.printed.slice(0, 1)];
          found.set(key, { box, attack: 'differencing', low, high, printed, row: other?.row ?? null });
        }
  }
  return found;
}

/** The pieces of the first that the second lacks; null unless all of the second are in the first. */
function without(whole: readonly number[] | null, part: readonly number[] | null, pieces: number): readonly number[] | null {
  if (part === null) return null;
  const all = whole ?? Array.from({ length: pieces }, (_, piece) => piece);
  const rest = all.filter((piece) => !part.includes(piece));
  return rest.length > 0 && rest.length + part.length === all.length ? rest : null;
}

export const keyOf = (box: Box): string => box.map((pieces) => (pieces === null ? '*' : pieces.join('+'))).join('|');

/** Cells of a box, by their places: cells are in the order of their pieces. */
export function cellsIn({ columns }: Cells, box: Box): number[] {
  let places = [0];
  for (const [at, { pieces }] of columns.entries()) {
    const own = box[at] ?? Array.from(pieces.keys());
    places = places.flatMap((place) => own.map((piece) => place * pieces.length + piece));
  }
  return places;
}

/** Columns on which a box sets a condition: facts that the attacker knows. */
export const factsOf = (box: Box): number => box.filter((pieces) => pieces !== null).length;

export const labelOf = ({ columns }: Cells, box: Box): string =>
  box
    .flatMap((pieces, at) =>
      pieces === null ? [] : [`${columns[at].name} ${pieces.map((piece) => columns[at].pieces[piece].label).join(' or ')}`],
    )
    .join(', ') || 'everybody';

export type { Box };
