import { logistic } from '../../numeric/numeric.ts';
import type { EvidenceInput } from './evidence.ts';
import { comparedItems, type IndexedGroup, type IndexedTransaction } from './indexed-release.ts';
import { measureNames, pairMeasures } from './pair-measures.ts';

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

/**
 * The context item that sets a member most apart from the others of its generalised item, weighed by how sure the model is that the member is
 * original in that row. By the word vectors, else by the lift in the first source: one measure, which can be shown and checked, stands for the
 * evidence. Null where none knows two members. `s` are the model's log-odds.
 */
export function betrayalOf(input: EvidenceInput, group: IndexedGroup, both: readonly Float64Array[], s: Float64Array): Betrayal | null {
  const { release, knowledge } = input;
  const { counts, vectors } = knowledge;
  const told = vectors.length > 0 ? { counts: [], vectors: vectors.slice(0, 1) } : { counts: counts.slice(0, 1), vectors: [] };
  const items = comparedItems(release, group);
  const values = pairMeasures(told, group.members, items, both).at(-1);
  if (values === undefined) return null;
  const place = new Map(Array.from(items, (item, at) => [item, at]));
  const columns = group.members.length;
  let best: Omit<Betrayal, 'items' | 'of'> | null = null;
  let most = 0;
  const neighbours = new Neighbours();
  for (const [row, transaction] of group.rows.entries()) {
    const nearest = new Float64Array(columns);
    const by = new Int32Array(columns).fill(-1);
    for (const item of (release.transactions[transaction] as IndexedTransaction).items) {
      const at = place.get(item) as number;
      let [total, known] = [0, 0];
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items.length + at] as number;
        if (!Number.isNaN(nearness)) [total, known] = [total + nearness, known + 1];
      }
      if (known < 2) continue;
      for (let column = 0; column < columns; column += 1) {
        const nearness = values[column * items.length + at] as number;
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
        best = { item: release.terms[item] as string, row, column, measure: measureNames(told).at(-1) as string, nearness, above };
      }
    }
    const own = s.subarray(row * columns, (row + 1) * columns);
    const likeliest = own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    for (let column = 0; column < columns; column += 1) {
      const item = by[column] as number;
      const speaks = item >= 0 && ((own[column] as number) === likeliest || (own[column] as number) > 0);
      neighbours.add(speaks ? (release.terms[item] as string) : null);
    }
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
