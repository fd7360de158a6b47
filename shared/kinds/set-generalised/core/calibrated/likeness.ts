import { mostAlikeOf, type Neighbour } from './cosines.ts';
import { DotMemory } from './dot-kernel.ts';
import type { EvidenceColumn } from './evidence.ts';
import { holdersOf, type IndexedGroup, type IndexedRelease, type IndexedTransaction } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';

/** Number of single items that stand in for a member, and their least similarity. */
const STAND_INS = { most: 12, least: 0.25, memory: new DotMemory() };
/** Only the most frequent single items are candidates: they show most contexts, and time stays linear. */
const CANDIDATES = 2000;

interface LearnedContexts {
  readonly holders: readonly (readonly number[])[];
  readonly rarity: Float64Array;
  readonly norm: Float64Array;
  readonly candidates: Int32Array;
}

function learnContexts(release: IndexedRelease): LearnedContexts {
  const { terms, transactions } = release;
  const holders = holdersOf(release);
  const rarity = Float64Array.from(holders, (each) => Math.log((transactions.length + 1) / Math.max(1, each.length)));
  // Items of a single transaction show one context only, and they are the majority.
  const shown = (term: number): number => (holders[term] as readonly number[]).length;
  const candidates = Int32Array.from(terms.keys())
    .filter((term) => shown(term) > 1)
    .sort((a, b) => shown(b) - shown(a) || a - b)
    .slice(0, CANDIDATES)
    .sort();
  return { holders, rarity, norm: Float64Array.from(transactions, (transaction) => normOf(transaction, rarity)), candidates };
}

function normOf({ items }: IndexedTransaction, rarity: Float64Array): number {
  let squares = 0;
  for (const item of items) squares += rarity[item] * rarity[item];
  return Math.sqrt(squares);
}

/**
 * Similarity of contexts within the release: between a row's context and contexts of single items that resemble the member, and between rows.
 * Contexts are bags of items weighted by rarity. (Co-occurrence of the member itself is equal for all members of its generalised item, so it says
 * nothing.)
 */
export class ContextLikeness {
  /** Item similarity is outside knowledge; only the comparison of rows uses the release alone. */
  readonly columns: readonly EvidenceColumn[] = [
    { name: 'likeness to where its like stand', kind: 'outside' },
    { name: 'likeness to the other rows', kind: 'likeness' },
  ];
  readonly #release: IndexedRelease;
  readonly #vectors: readonly TermVectors[];
  readonly #learned: LearnedContexts;
  readonly #holders: LearnedContexts['holders'];
  /** Rarity of each item among single items. */
  readonly rarity: Float64Array;
  readonly #norm: Float64Array;
  readonly #candidates: Int32Array;
  readonly #bag: Float64Array;

  constructor(release: IndexedRelease, vectors: readonly TermVectors[], learned = learnContexts(release)) {
    this.#release = release;
    this.#vectors = vectors;
    this.#learned = learned;
    this.#holders = learned.holders;
    const studied = learned.norm.length;
    // An item of no studied transaction counts as rare as an item of one.
    this.rarity = new Float64Array(release.terms.length).fill(Math.log(studied + 1));
    this.rarity.set(learned.rarity);
    this.#norm = new Float64Array(release.transactions.length);
    this.#norm.set(learned.norm);
    for (let at = studied; at < release.transactions.length; at += 1) this.#norm[at] = normOf(release.transactions[at], this.rarity);
    this.#candidates = learned.candidates;
    this.#bag = new Float64Array(release.terms.length);
  }

  /** Extends the release by terms and transactions that are only compared, not learned from. */
  beyond(release: IndexedRelease, vectors: readonly TermVectors[]): ContextLikeness {
    return new ContextLikeness(release, vectors, this.#learned);
  }

  /** Its columns, to `into` from `from`, `step` apart. */
  write(group: IndexedGroup, into: Float64Array, from: number, step: number): void {
    const columns = group.members.length;
    const rows = Array.from(group.rows);
    into.fill(Number.NaN, from, from + rows.length * columns);
    for (const [column, standIns] of this.#standIns(group.members).entries()) {
      if (standIns.length === 0) continue;
      for (const { term, cosine } of standIns) this.#pour(this.#holders[term] ?? [], cosine);
      for (let row = 0; row < rows.length; row += 1) into[from + row * columns + column] = this.#like(standIns, rows[row]);
      for (const { term } of standIns) this.#empty(this.#holders[term] ?? []);
    }
    for (const [row, like] of this.#toOthers(rows).entries())
      into.fill(like, from + step + row * columns, from + step + (row + 1) * columns);
  }

  /** The most similar single items of each member, by the first vectors that know it. */
  #standIns(members: Int32Array): Neighbour[][] {
    const found: Neighbour[][] = Array.from(members, () => []);
    const first = Array.from(members, (member) => this.#vectors.findIndex(({ known }) => known[member] === 1));
    for (const [at, vectors] of this.#vectors.entries()) {
      const own = Array.from(members.keys()).filter((column) => first[column] === at);
      if (own.length === 0) continue;
      const terms = own.map((column) => members[column]);
      for (const [nth, nearest] of mostAlikeOf(vectors, terms, this.#candidates, STAND_INS).entries()) found[own[nth]] = nearest;
    }
    return found;
  }

  /** Adds normalised contexts to the bag; the weight is divided among them. */
  #pour(transactions: readonly number[], weight: number): void {
    const [bag, rarity] = [this.#bag, this.rarity];
    for (const transaction of transactions) {
      const share = weight / transactions.length / Math.max(this.#norm[transaction], 1e-9);
      const items = this.#itemsOf(transaction);
      for (let at = 0; at < items.length; at += 1) bag[items[at]] += share * rarity[items[at]];
    }
  }

  #empty(transactions: readonly number[]): void {
    const bag = this.#bag;
    for (const transaction of transactions) {
      const items = this.#itemsOf(transaction);
      for (let at = 0; at < items.length; at += 1) bag[items[at]] = 0;
    }
  }

  #itemsOf(transaction: number): Int32Array {
    return this.#release.transactions[transaction].items;
  }

  /** Dot product of the bag with a transaction's context, not normalised. */
  #dot(transaction: number): number {
    const [bag, rarity, items] = [this.#bag, this.rarity, this.#itemsOf(transaction)];
    let dot = 0;
    for (let at = 0; at < items.length; at += 1) dot += bag[items[at]] * rarity[items[at]];
    return dot;
  }

  /** Cosine of bag and context, without the transaction's own contribution. */
  #like(standIns: readonly Neighbour[], transaction: number): number {
    const norm = this.#norm[transaction];
    if (norm === 0) return Number.NaN;
    let dot = this.#dot(transaction);
    let total = 0;
    // What is only compared holds nothing that was learned from.
    const isLearned = transaction < this.#learned.norm.length;
    for (const { term, cosine } of standIns) {
      const holders = this.#holders[term];
      total += cosine;
      if (isLearned && holders.includes(transaction)) dot -= (cosine / holders.length) * norm;
    }
    return dot / norm / total;
  }

  #toOthers(rows: readonly number[]): number[] {
    this.#pour(rows, rows.length);
    const likeness = rows.map((transaction) => {
      const norm = this.#norm[transaction];
      return norm === 0 ? Number.NaN : (this.#dot(transaction) / norm - 1) / Math.max(1, rows.length - 1);
    });
    this.#empty(rows);
    return likeness;
  }
}
