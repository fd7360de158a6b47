import { logistic } from '../../../../core/numeric/numeric.ts';
import type { ComparedMembers, EvidenceInput } from './evidence.ts';
import type { IndexedGroup, IndexedRelease } from './indexed-release.ts';
import { measureNames } from './pair-measures.ts';

/** The context item that reveals a generalised item most: a publisher could withhold it. */
export interface Betrayal {
  readonly item: string;
  /** Row and member of the cell that it supports. */
  readonly row: number;
  readonly column: number;
  /** The measure, its value, and its excess over the other members. */
  readonly measure: string;
  readonly nearness: number;
  readonly above: number;
  /** The strongest neighbour of each likely cell, by row and column, as index into `items`; -1: none. */
  readonly items: readonly string[];
  readonly of: readonly number[];
}

/** The measure that explanations use: one that can be shown and checked. */
export interface TellingMeasure {
  readonly measure: string;
  /** Nearness of each member to each of `items`, member by member. */
  readonly values: Float64Array;
  readonly items: number;
  /** Index of an item in `items`. */
  readonly place: ReadonlyMap<number, number>;
}

/** Word vectors, else the lift in the first source; null if there is neither. */
export function toldOf({ knowledge }: EvidenceInput, { items, place, measures }: ComparedMembers): TellingMeasure | null {
  const { counts, vectors } = knowledge;
  const at = vectors.length > 0 ? measures.length - vectors.length : measures.length / counts.length - 1;
  const values = measures[at];
  return values === undefined ? null : { measure: measureNames(knowledge)[at], values, items: items.length, place };
}

/**
 * The context item that distinguishes a member most from the other members, weighted by the model's confidence that the member is original in that
 * row. Null if no source knows two members. `s`: log-odds.
 */
export function betrayalOf(
  { terms, transactions }: IndexedRelease,
  group: IndexedGroup,
  { measure, values, items, place }: TellingMeasure,
  s: Float64Array,
): Betrayal | null {
  const columns = group.members.length;
  let best: (Pick<Betrayal, 'row' | 'column' | 'nearness' | 'above'> & { readonly item: number }) | null = null;
  let most = 0;
  const neighbours = new Neighbours();
  const nearest = new Float64Array(columns);
  const by = new Int32Array(columns);
  for (const [row, transaction] of group.rows.entries()) {
    nearest.fill(0);
    by.fill(-1);
    for (const item of transactions[transaction].items) {
      const at = place.get(item) as number;
      let [total, known] = [0, 0];
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items + at];
        if (!Number.isNaN(nearness)) [total, known] = [total + nearness, known + 1];
      }
      if (known < 2) continue;
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items + at];
        const above = nearness - (total - nearness) / (known - 1);
        if (above > nearest[column]) {
          nearest[column] = above;
          by[column] = item;
        }
        // Computed only if it can win: most items distinguish no member.
        if (!(above > most)) continue;
        const weighed = logistic(s[row * columns + column]) * above;
        if (!(weighed > most)) continue;
        most = weighed;
        best = { item, row, column, nearness, above };
      }
    }
    let likeliest = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < columns; column += 1) likeliest = Math.max(likeliest, s[row * columns + column]);
    for (let column = 0; column < columns; column += 1) {
      const own = s[row * columns + column];
      const item = by[column];
      neighbours.add(item >= 0 && (own === likeliest || own > 0) ? terms[item] : null);
    }
  }
  if (best === null) return null;
  const { item, row, column, nearness, above } = best;
  return { item: terms[item], row, column, measure, nearness, above, items: neighbours.items, of: neighbours.of };
}

/** Joins the explanations of the parts of a table; `parts` in row order. */
export function joinedBetrayal(
  parts: readonly { readonly rows: number; readonly columns: number; readonly s: Float64Array; readonly betrayedBy: Betrayal | null }[],
): Betrayal | null {
  const neighbours = new Neighbours();
  let best: Betrayal | null = null;
  let [most, before] = [0, 0];
  for (const { rows, columns, s, betrayedBy } of parts) {
    for (let cell = 0; cell < s.length; cell += 1) neighbours.add(betrayedBy?.items[betrayedBy.of[cell] ?? -1] ?? null);
    if (betrayedBy !== null) {
      const weighed = logistic(s[betrayedBy.row * columns + betrayedBy.column]) * betrayedBy.above;
      if (weighed > most) [most, best] = [weighed, { ...betrayedBy, row: before + betrayedBy.row }];
    }
    before += rows;
  }
  return best === null ? null : { ...best, items: neighbours.items, of: neighbours.of };
}

/** Interned item texts: one neighbour explains many cells. */
class Neighbours {
  readonly items: string[] = [];
  readonly of: number[] = [];
  readonly #places = new Map<string, number>();

  add(item: string | null): void {
    let place = item === null ? -1 : this.#places.get(item);
    if (place === undefined) {
      place = this.items.push(item as string) - 1;
      this.#places.set(item as string, place);
    }
    this.of.push(place);
  }
}
