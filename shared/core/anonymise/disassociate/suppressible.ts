import { rareItemsets } from '../../breach/rare-itemsets.ts';

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

/** One cluster whose items may be left out one by one: for every chunk and term the rows that hold it. */
export class Suppressible {
  /** By chunk, then by term. */
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
      const terms = this.chunks[chunk] as Map<number, Set<number>>;
      if (!before.has(chunk)) before.set(chunk, new Map(terms));
      if (row === null) terms.delete(term);
      else terms.set(term, new Set([...this.rows(chunk, term)].filter((each) => each !== row)));
    }
    return () => {
      for (const [chunk, terms] of before) this.chunks[chunk] = terms;
    };
  }

  /** Is every itemset of at most m items that occurs in the chunk in at least k of its rows? */
  isAnonymous(chunk: number, k: number, m: number): boolean {
    const terms = [...(this.chunks[chunk] ?? [])];
    const byRow = new Map<number, number[]>();
    terms.forEach(([, rows], at) => {
      for (const row of rows) byRow.set(row, [...(byRow.get(row) ?? []), at]);
    });
    return rareItemsets([...byRow.values()], terms.length, k, m).length === 0;
  }

  /** Non-empty sub-records of all chunks, and the chunks that hold any. */
  filled(): { readonly subRecords: number; readonly chunks: number } {
    const counts = this.chunks.map((terms) => new Set([...terms.values()].flatMap((rows) => [...rows])).size);
    return { subRecords: counts.reduce((sum, each) => sum + each, 0), chunks: counts.filter((count) => count > 0).length };
  }

  /** Which items of which chunks have a cover problem, as the breach detection defines it. */
  covers(): Cover[] {
    const found: Cover[] = [];
    const ordered = this.chunks.map((terms) => [...terms].sort(([a, x], [b, y]) => y.size - x.size || a - b));
    const together = ordered.map((terms) => {
      let rows: readonly number[] = [...(terms[0]?.[1] ?? [])];
      return terms.map(([, holders]) => {
        rows = rows.filter((row) => holders.has(row));
        return rows.length;
      });
    });
    this.chunks.forEach((terms, chunk) => {
      for (const [term, { size: support }] of terms) {
        for (let against = 0; against < chunk; against += 1) {
          const earlier = ordered[against] as (typeof ordered)[number];
          let size = 0;
          while (size < earlier.length && (earlier[size]?.[1].size ?? 0) >= support) size += 1;
          const least = earlier[size - 1]?.[1].size;
          if (least === undefined || together[against]?.[size - 1] !== least) continue;
          found.push({ chunk, term, against, within: earlier.slice(0, size).map(([other]) => other), least });
        }
      }
    });
    return found;
  }
}

const NONE: ReadonlySet<number> = new Set();
