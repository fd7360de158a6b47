import { ANY, type Hierarchy } from './hierarchy.ts';
import { parseInterval } from './interval.ts';
import { type Entry, isGeneralised } from './transaction.ts';

/** Marks of suppressed items in other tools. */
const SUPPRESSED = new Set([ANY, '(null)', '']);

interface LabelCounts {
  /** Labels that stand for two or more items. */
  readonly sets: number;
  /** Items, or labels that stand for one. */
  readonly items: number;
  readonly suppressed: number;
  /** Neither in the hierarchy nor an interval of its numbers: taken for items. */
  readonly unknown: number;
}

/**
 * Replaces labels of a hierarchy by the sets of items they stand for: `dairy` by its leaves, `[20, 30)` by the numbers in it; `*` is a suppressed
 * item.
 */
export class LabelExpander {
  readonly #members = new Map<string, readonly string[]>();
  readonly #numbers: readonly { readonly name: string; readonly value: number }[];
  readonly #counts = { sets: 0, items: 0, suppressed: 0, unknown: 0 };

  constructor({ names, first, end, leaves }: Hierarchy) {
    const leafNames = names.slice(0, leaves);
    for (const [node, name] of names.entries()) this.#members.set(name, leafNames.slice(first[node], end[node]));
    const numbers = leafNames.map((name) => ({ name, value: Number(name) }));
    this.#numbers = numbers.every(({ name, value }) => name.trim() !== '' && Number.isFinite(value)) ? numbers : [];
  }

  counts(): LabelCounts {
    return this.#counts;
  }

  /** The entries of a transaction; sets that were written already stay. */
  expand(entries: readonly Entry[]): Entry[] {
    return entries.flatMap((entry): Entry[] => {
      if (isGeneralised(entry)) return [entry];
      if (SUPPRESSED.has(entry)) {
        this.#counts.suppressed += 1;
        return [];
      }
      const members = this.#of(entry);
      if (members === null) this.#counts.unknown += 1;
      else if (members.length > 1) this.#counts.sets += 1;
      else this.#counts.items += 1;
      return [members === null ? entry : members.length === 1 ? (members[0] ?? entry) : members];
    });
  }

  #of(label: string): readonly string[] | null {
    const known = this.#members.get(label);
    if (known !== undefined) return known;
    const interval = this.#numbers.length === 0 ? null : parseInterval(label);
    if (interval === null) return null;
    const inside = this.#numbers.filter(({ value }) => interval.holds(value)).map(({ name }) => name);
    if (inside.length === 0) return null;
    this.#members.set(label, inside);
    return inside;
  }
}
