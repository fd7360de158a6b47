import { logistic } from '../../numeric/numeric.ts';
import type { ComparedMembers, EvidenceInput } from './evidence.ts';
import type { IndexedGroup, IndexedRelease, IndexedTransaction } from './indexed-release.ts';
import { measureNames } from './pair-measures.ts';

/** The context item that gives a generalised item away: what a publisher could withhold. */
export interface Betrayal {
  readonly item: string;
  /** The cell that it speaks for: row and member. */
  readonly row: number;
  readonly column: number;
  /** By what they are near, how near, and how much nearer than the other members are to the same item. */
  readonly measure: string;
  readonly nearness: number;
  readonly above: number;
  /** For the likeliest member of each row, and others rather original than not, by row and then column, the neighbour that says most of it: its place in `items`; -1 where none does. */
  readonly items: readonly string[];
  readonly of: readonly number[];
}

/** What gives tables away: one measure, which can be shown and checked, stands for the evidence. */
export interface TellingMeasure {
  readonly measure: string;
  /** How near each member is to each of `items`, member by member. */
  readonly values: Float64Array;
  readonly items: number;
  /** Where an item stands among them. */
  readonly place: ReadonlyMap<number, number>;
}

/** The word vectors, else the lift in the first source; null where there is neither. */
export function toldOf({ knowledge }: EvidenceInput, { items, place, measures }: ComparedMembers): TellingMeasure | null {
  const { counts, vectors } = knowledge;
  const at = vectors.length > 0 ? measures.length - vectors.length : measures.length / counts.length - 1;
  const values = measures[at];
  return values === undefined ? null : { measure: measureNames(knowledge)[at] as string, values, items: items.length, place };
}

/**
 * The context item that sets a member most apart from the others of its generalised item, weighed by how sure the model is that the member is
 * original in that row. Null where no source knows two members. `s` are the model's log-odds.
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
    for (const item of (transactions[transaction] as IndexedTransaction).items) {
      const at = place.get(item) as number;
      let [total, known] = [0, 0];
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items + at] as number;
        if (!Number.isNaN(nearness)) [total, known] = [total + nearness, known + 1];
      }
      if (known < 2) continue;
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items + at] as number;
        const above = nearness - (total - nearness) / (known - 1);
        if (above > (nearest[column] as number)) {
          nearest[column] = above;
          by[column] = item;
        }
        // The odds are asked for where they can decide: most items set nobody apart.
        if (!(above > most)) continue;
        const weighed = logistic(s[row * columns + column] as number) * above;
        if (!(weighed > most)) continue;
        most = weighed;
        best = { item, row, column, nearness, above };
      }
    }
    let likeliest = Number.NEGATIVE_INFINITY;
    for (let column = 0; column < columns; column += 1) likeliest = Math.max(likeliest, s[row * columns + column] as number);
    for (let column = 0; column < columns; column += 1) {
      const own = s[row * columns + column] as number;
      const item = by[column] as number;
      neighbours.add(item >= 0 && (own === likeliest || own > 0) ? (terms[item] as string) : null);
    }
  }
  if (best === null) return null;
  const { item, row, column, nearness, above } = best;
  return { item: terms[item] as string, row, column, measure, nearness, above, items: neighbours.items, of: neighbours.of };
}

/** What gives a table away, from what gives its parts away; `parts` with their log-odds, in the order of their rows. */
export function joinedBetrayal(
  parts: readonly { readonly rows: number; readonly columns: number; readonly s: Float64Array; readonly betrayedBy: Betrayal | null }[],
): Betrayal | null {
  const neighbours = new Neighbours();
  let best: Betrayal | null = null;
  let [most, before] = [0, 0];
  for (const { rows, columns, s, betrayedBy } of parts) {
    for (let cell = 0; cell < s.length; cell += 1) neighbours.add(betrayedBy?.items[betrayedBy.of[cell] ?? -1] ?? null);
    if (betrayedBy !== null) {
      const weighed = logistic(s[betrayedBy.row * columns + betrayedBy.column] as number) * betrayedBy.above;
      if (weighed > most) [most, best] = [weighed, { ...betrayedBy, row: before + betrayedBy.row }];
    }
    before += rows;
  }
  return best === null ? null : { ...best, items: neighbours.items, of: neighbours.of };
}

/** Texts by number: one neighbour speaks for many cells. */
class Neighbours {
  readonly items: string[] = [];
  readonly of: number[] = [];
  readonly #places = new Map<string, number>();

  add(item: string | null): void {
    if (item === null) {
      this.of.push(-1);
      return;
    }
    const place = this.#places.get(item) ?? this.items.length;
    if (place === this.items.length) {
      this.items.push(item);
      this.#places.set(item, place);
    }
    this.of.push(place);
  }
}
