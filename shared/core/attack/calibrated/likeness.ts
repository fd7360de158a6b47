import type { IndexedGroup, IndexedRelease, IndexedTransaction } from './indexed-release.ts';
import { cosineOf, type TermVectors } from './knowledge.ts';

/** How many items published alone stand in for a member, and how alike they must be to do so. */
const STAND_INS = 12;
const LEAST_COSINE = 0.25;

/**
 * Likeness of contexts inside the release: how like the context of a row is to the contexts in which items that resemble the
 * member are published alone, and to the contexts of the other rows. Contexts are compared as bags of items, rare ones weighing
 * more. (How often a member itself comes with an item is the same for all members of its generalised item, and says nothing.)
 */
export class ContextLikeness {
  readonly names: readonly string[] = ['likeness to where its like stand', 'likeness to the other rows'];
  readonly #release: IndexedRelease;
  readonly #vectors: readonly TermVectors[];
  /** Transactions that publish a term alone. */
  readonly #holders: readonly (readonly number[])[];
  readonly #weight: Float64Array;
  readonly #norm: Float64Array;
  readonly #candidates: Int32Array;

  constructor(release: IndexedRelease, vectors: readonly TermVectors[]) {
    this.#release = release;
    this.#vectors = vectors;
    const holders: number[][] = Array.from(release.terms, () => []);
    for (const [at, { items }] of release.transactions.entries()) for (const item of items) holders[item]?.push(at);
    this.#holders = holders;
    const all = release.transactions.length;
    this.#weight = Float64Array.from(holders, (each) => (each.length > 0 ? Math.log((all + 1) / each.length) : 0));
    this.#norm = Float64Array.from(release.transactions, ({ items }) => {
      let squares = 0;
      for (const item of items) squares += (this.#weight[item] as number) * (this.#weight[item] as number);
      return Math.sqrt(squares);
    });
    // An item of one transaction shows one context: too little to stand in for another, and such items are the many.
    this.#candidates = Int32Array.from(release.terms.keys()).filter((term) => (holders[term]?.length ?? 0) > 1);
  }

  of(group: IndexedGroup): [Float64Array, Float64Array] {
    const columns = group.members.length;
    const rows = Array.from(group.rows);
    const byMember = new Float64Array(rows.length * columns).fill(Number.NaN);
    for (const [column, member] of group.members.entries()) {
      const standIns = this.#standIns(member);
      if (standIns.length === 0) continue;
      const bag = new Map<number, number>();
      for (const [term, weight] of standIns) this.#pour(bag, this.#holders[term] ?? [], weight);
      for (const [row, transaction] of rows.entries()) byMember[row * columns + column] = this.#like(bag, standIns, transaction);
    }
    const others = this.#toOthers(rows);
    return [byMember, Float64Array.from({ length: rows.length * columns }, (_, cell) => others[Math.floor(cell / columns)] as number)];
  }

  /** The context items most like the member, of those that are like it at all, and how much: by the first vectors that know the member. */
  #standIns(member: number): [number, number][] {
    const vectors = this.#vectors.find(({ known }) => known[member] === 1);
    if (vectors === undefined) return [];
    const found: [number, number][] = [];
    for (const term of this.#candidates) {
      const cosine = cosineOf(vectors, member, term);
      if (cosine >= LEAST_COSINE) found.push([term, cosine]);
    }
    return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, STAND_INS);
  }

  /** Adds the contexts of transactions to a bag, each at unit length; the weight is shared among them. */
  #pour(bag: Map<number, number>, transactions: readonly number[], weight: number): void {
    for (const transaction of transactions) {
      const share = weight / transactions.length / Math.max(this.#norm[transaction] as number, 1e-9);
      for (const item of (this.#release.transactions[transaction] as IndexedTransaction).items) {
        bag.set(item, (bag.get(item) ?? 0) + share * (this.#weight[item] as number));
      }
    }
  }

  /** The cosine of bag and context, without what the transaction itself put into the bag. */
  #like(bag: ReadonlyMap<number, number>, standIns: readonly (readonly [number, number])[], transaction: number): number {
    const norm = this.#norm[transaction] as number;
    if (norm === 0) return Number.NaN;
    let dot = 0;
    for (const item of (this.#release.transactions[transaction] as IndexedTransaction).items) {
      dot += (bag.get(item) ?? 0) * (this.#weight[item] as number);
    }
    let total = 0;
    for (const [term, weight] of standIns) {
      const holders = this.#holders[term] as readonly number[];
      total += weight;
      if (holders.includes(transaction)) dot -= (weight / holders.length) * norm;
    }
    return dot / norm / total;
  }

  #toOthers(rows: readonly number[]): number[] {
    const bag = new Map<number, number>();
    this.#pour(bag, rows, rows.length);
    return rows.map((transaction) => {
      const norm = this.#norm[transaction] as number;
      if (norm === 0) return Number.NaN;
      let dot = 0;
      for (const item of (this.#release.transactions[transaction] as IndexedTransaction).items) {
        dot += (bag.get(item) ?? 0) * (this.#weight[item] as number);
      }
      return (dot / norm - 1) / Math.max(1, rows.length - 1);
    });
  }
}
