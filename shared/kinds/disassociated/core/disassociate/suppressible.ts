import { addTo } from '../../../../core/model/lists.ts';
import { rareItemsets } from '../../../../core/model/rare-itemsets.ts';

/** A cover problem by ranks: chunk and term of the item, the earlier chunk, and `I` with its least support. */
export interface Cover {
  readonly chunk: number;
  readonly term: number;
  readonly against: number;
  readonly within: readonly number[];
  readonly least: number;
}

/** An occurrence to leave out, or, without a row, a term to move to the term chunk. */
export interface Edit {
  readonly chunk: number;
  readonly term: number;
  readonly row: number | null;
}

/** The terms of a chunk, the most frequent first, and how many rows hold all of the first ones. */
interface RankedChunk {
  readonly names: readonly number[];
  readonly supports: readonly number[];
  readonly together: readonly number[];
}

/** One cluster whose items may be left out one by one: for every chunk and term the rows that hold it. */
export class Suppressible {
  readonly #ranked = new WeakMap<ReadonlyMap<number, ReadonlySet<number>>, RankedChunk>();
  readonly chunks: Map<number, Set<number>>[];

  constructor(chunks: readonly ReadonlyMap<number, ReadonlySet<number>>[]) {
    this.chunks = chunks.map((terms) => new Map([...terms].map(([term, rows]) => [term, new Set(rows)])));
  }

  rows(chunk: number, term: number): ReadonlySet<number> {
    return this.chunks[chunk]?.get(term) ?? NONE;
  }

  /** Makes the edits; what it gives back takes them back. */
  apply(edits: readonly Edit[]): () => void {
    const before = new Map<number, Map<number, Set<number>>>();
    for (const { chunk, term, row } of edits) {
      let terms = this.chunks[chunk];
      if (!before.has(chunk)) {
        before.set(chunk, terms);
        terms = new Map(terms);
        this.chunks[chunk] = terms;
      }
      if (row === null) terms.delete(term);
      else terms.set(term, new Set([...this.rows(chunk, term)].filter((each) => each !== row)));
    }
    return () => {
      for (const [chunk, terms] of before) this.chunks[chunk] = terms;
    };
  }

  /**
   * Is a chunk that was k^m-anonymous still so, now that the term was left out of some rows? Only itemsets with that term have become
   * rarer: they are looked for in the rows that hold it.
   */
  staysAnonymous(chunk: number, term: number, k: number, m: number): boolean {
    const holders = this.rows(chunk, term);
    if (holders.size === 0) return true;
    if (holders.size < k) return false;
    if (m === 1) return true;
    const terms = [...(this.chunks[chunk] ?? [])].filter(([other]) => other !== term);
    const byRow = new Map<number, number[]>();
    for (const [at, [, rows]] of terms.entries()) {
      for (const row of rows) {
        if (!holders.has(row)) continue;
        addTo(byRow, row, at);
      }
    }
    return rareItemsets([...byRow.values()], terms.length, k, m - 1).length === 0;
  }

  /** Non-empty sub-records of all chunks, and the chunks that hold any. */
  filled(): { readonly subRecords: number; readonly chunks: number } {
    const counts = this.chunks.map((terms) => new Set([...terms.values()].flatMap((rows) => [...rows])).size);
    return { subRecords: counts.reduce((sum, each) => sum + each, 0), chunks: counts.filter((count) => count > 0).length };
  }

  /** Cover problems, as breach detection defines them. */
  covers(): Cover[] {
    const found: Cover[] = [];
    const ranked = this.chunks.map((terms) => this.#rankedOf(terms));
    this.chunks.forEach((terms, chunk) => {
      for (const [term, { size: support }] of terms) {
        for (let against = 0; against < chunk; against += 1) {
          const { names, supports, together } = ranked[against];
          let size = 0;
          while (size < names.length && supports[size] >= support) size += 1;
          const least = supports[size - 1];
          if (least === undefined || together[size - 1] !== least) continue;
          found.push({ chunk, term, against, within: names.slice(0, size), least });
        }
      }
    });
    return found;
  }

  /** An edit makes a new map of its chunk alone, and taking it back brings the old one: the others are ranked already. */
  #rankedOf(terms: ReadonlyMap<number, ReadonlySet<number>>): RankedChunk {
    const known = this.#ranked.get(terms);
    if (known !== undefined) return known;
    const ordered = [...terms].sort(([a, x], [b, y]) => y.size - x.size || a - b);
    let rows: readonly number[] = [...(ordered[0]?.[1] ?? [])];
    const made = {
      names: ordered.map(([term]) => term),
      supports: ordered.map(([, { size }]) => size),
      together: ordered.map(([, holders]) => {
        if (rows.length > 0) rows = rows.filter((row) => holders.has(row));
        return rows.length;
      }),
    };
    this.#ranked.set(terms, made);
    return made;
  }
}

const NONE: ReadonlySet<number> = new Set();
