import { mostAlikeOf } from './cosines.ts';
import { DotMemory } from './dot-kernel.ts';
import type { EvidenceColumn } from './evidence.ts';
import { holdersOf, type IndexedGroup, type IndexedRelease, type IndexedTransaction } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';
import type { Neighbour } from './most-alike.ts';

/** How many items published alone stand in for a member, and how alike they must be to do so. */
const STAND_INS = { most: 12, least: 0.25, memory: new DotMemory() };
/** Only the items published most are looked at: they show most contexts, and time must not grow with the square of the items. */
const CANDIDATES = 2000;

/** What contexts are learned from a release. */
interface LearnedContexts {
  readonly holders: readonly (readonly number[])[];
  readonly rarity: Float64Array;
  /** Of each transaction. */
  readonly norm: Float64Array;
  readonly candidates: Int32Array;
}

function learnContexts(release: IndexedRelease): LearnedContexts {
  const { terms, transactions } = release;
  const holders = holdersOf(release);
  const rarity = Float64Array.from(holders, (each) => Math.log((transactions.length + 1) / Math.max(1, each.length)));
  // An item of one transaction shows one context: too little to stand in for another, and such items are the many.
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
  for (const item of items) squares += (rarity[item] as number) * (rarity[item] as number);
  return Math.sqrt(squares);
}

/**
 * Likeness of contexts inside the release: how like the context of a row is to the contexts in which items that resemble the
 * member are published alone, and to the contexts of the other rows. Contexts are compared as bags of items, rare ones weighing
 * more. (How often a member itself comes with an item is the same for all members of its generalised item, and says nothing.)
 */
export class ContextLikeness {
  /** Which items are alike is knowledge from outside; only what rows have in common is the release's own. */
  readonly columns: readonly EvidenceColumn[] = [
    { name: 'likeness to where its like stand', kind: 'outside' },
    { name: 'likeness to the other rows', kind: 'likeness' },
  ];
  readonly #release: IndexedRelease;
  readonly #vectors: readonly TermVectors[];
  readonly #learned: LearnedContexts;
  /** Transactions that publish a term alone. */
  readonly #holders: LearnedContexts['holders'];
  /** How rare each item is among those published alone. */
  readonly rarity: Float64Array;
  readonly #norm: Float64Array;
  readonly #candidates: Int32Array;
  /** A bag of items, filled and emptied again for one comparison after another. */
  readonly #bag: Float64Array;

  constructor(release: IndexedRelease, vectors: readonly TermVectors[], learned = learnContexts(release)) {
    this.#release = release;
    this.#vectors = vectors;
    this.#learned = learned;
    this.#holders = learned.holders;
    const studied = learned.norm.length;
    // An item that no studied transaction publishes is as rare as one that a single one does.
    this.rarity = new Float64Array(release.terms.length).fill(Math.log(studied + 1));
    this.rarity.set(learned.rarity);
    this.#norm = new Float64Array(release.transactions.length);
    this.#norm.set(learned.norm);
    for (let at = studied; at < release.transactions.length; at += 1)
      this.#norm[at] = normOf(release.transactions[at] as IndexedTransaction, this.rarity);
    this.#candidates = learned.candidates;
    this.#bag = new Float64Array(release.terms.length);
  }

  /** The same with more terms and transactions behind those that contexts were learned from: these are only compared with them. */
  beyond(release: IndexedRelease, vectors: readonly TermVectors[]): ContextLikeness {
    return new ContextLikeness(release, vectors, this.#learned);
  }

  of(group: IndexedGroup): [Float64Array, Float64Array] {
    const columns = group.members.length;
    const rows = Array.from(group.rows);
    const byMember = new Float64Array(rows.length * columns).fill(Number.NaN);
    for (const [column, standIns] of this.#standIns(group.members).entries()) {
      if (standIns.length === 0) continue;
      for (const { term, cosine } of standIns) this.#pour(this.#holders[term] ?? [], cosine);
      for (const [row, transaction] of rows.entries()) byMember[row * columns + column] = this.#like(standIns, transaction);
      for (const { term } of standIns) this.#empty(this.#holders[term] ?? []);
    }
    const others = this.#toOthers(rows);
    return [byMember, Float64Array.from({ length: rows.length * columns }, (_, cell) => others[Math.floor(cell / columns)] as number)];
  }

  /** For each member the context items most like it, of those that are like it at all: by the first vectors that know it. */
  #standIns(members: Int32Array): Neighbour[][] {
    const found: Neighbour[][] = Array.from(members, () => []);
    const first = Array.from(members, (member) => this.#vectors.findIndex(({ known }) => known[member] === 1));
    for (const [at, vectors] of this.#vectors.entries()) {
      const own = Array.from(members.keys()).filter((column) => first[column] === at);
      if (own.length === 0) continue;
      const terms = own.map((column) => members[column] as number);
      for (const [nth, nearest] of mostAlikeOf(vectors, terms, this.#candidates, STAND_INS).entries()) found[own[nth] as number] = nearest;
    }
    return found;
  }

  /** Adds the contexts of transactions to the bag, each at unit length; the weight is shared among them. */
  #pour(transactions: readonly number[], weight: number): void {
    for (const transaction of transactions) {
      const share = weight / transactions.length / Math.max(this.#norm[transaction] as number, 1e-9);
      for (const item of this.#itemsOf(transaction)) {
        this.#bag[item] = (this.#bag[item] as number) + share * (this.rarity[item] as number);
      }
    }
  }

  #empty(transactions: readonly number[]): void {
    for (const transaction of transactions) for (const item of this.#itemsOf(transaction)) this.#bag[item] = 0;
  }

  #itemsOf(transaction: number): Int32Array {
    return (this.#release.transactions[transaction] as IndexedTransaction).items;
  }

  /** The bag times a transaction's context; both lengths are the caller's business. */
  #dot(transaction: number): number {
    let dot = 0;
    for (const item of this.#itemsOf(transaction)) dot += (this.#bag[item] as number) * (this.rarity[item] as number);
    return dot;
  }

  /** The cosine of bag and context, without what the transaction itself put into the bag. */
  #like(standIns: readonly Neighbour[], transaction: number): number {
    const norm = this.#norm[transaction] as number;
    if (norm === 0) return Number.NaN;
    let dot = this.#dot(transaction);
    let total = 0;
    for (const { term, cosine } of standIns) {
      const holders = this.#holders[term] as readonly number[];
      total += cosine;
      if (holders.includes(transaction)) dot -= (cosine / holders.length) * norm;
    }
    return dot / norm / total;
  }

  #toOthers(rows: readonly number[]): number[] {
    this.#pour(rows, rows.length);
    const likeness = rows.map((transaction) => {
      const norm = this.#norm[transaction] as number;
      return norm === 0 ? Number.NaN : (this.#dot(transaction) / norm - 1) / Math.max(1, rows.length - 1);
    });
    this.#empty(rows);
    return likeness;
  }
}
