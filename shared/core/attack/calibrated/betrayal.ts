import { logistic } from '../../numeric/numeric.ts';
import type { EvidenceInput } from './evidence.ts';
import { contextItems, type IndexedGroup, type IndexedTransaction } from './indexed-release.ts';
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
  const items = contextItems(release, group);
  const values = pairMeasures(told, group.members, items, both).at(-1);
  if (values === undefined) return null;
  const place = new Map(Array.from(items, (item, at) => [item, at]));
  const columns = group.members.length;
  let best: Betrayal | null = null;
  let most = 0;
  for (const [row, transaction] of group.rows.entries()) {
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
        // The odds are asked for where they can decide: most items set nobody apart.
        if (!(above > most)) continue;
        const weighed = logistic(s[row * columns + column] as number) * above;
        if (!(weighed > most)) continue;
        most = weighed;
        best = { item: release.terms[item] as string, row, column, measure: measureNames(told).at(-1) as string, nearness, above };
      }
    }
  }
  return best;
}
