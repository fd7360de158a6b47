import type { IndexedRelease } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';

/**
 * Worlds of practice, by where a partner of the first member comes from: anywhere, one of its transactions, a transaction on the same topic, the
 * terms of the nearest vectors. Nobody says how a publisher chose, and confidence depends on it more than on anything else.
 */
export const WORLDS = ['random', 'transaction', 'topic', 'near'] as const;
export type World = (typeof WORLDS)[number];

/** Nearest transactions, or terms, that partners are chosen from. */
const NEAREST = 15;
/** Transactions that are compared, spread over all. */
const MOST = 3000;

/** What lies near what, by the release's own items and the vectors of its terms. */
export class Neighbourhood {
  readonly #vectors: TermVectors | undefined;
  readonly #release: IndexedRelease;
  readonly #topics = new Map<number, Float64Array>();
  readonly #near = new Map<number, readonly number[]>();

  constructor(release: IndexedRelease, vectors: readonly TermVectors[]) {
    [this.#vectors] = vectors;
    this.#release = release;
  }

  /** Without vectors nothing is near anything. */
  get isKnown(): boolean {
    return this.#vectors !== undefined;
  }

  transactions(of: number): readonly number[] {
    const known = this.#near.get(of);
    if (known !== undefined) return known;
    const own = this.#topicOf(of);
    const step = Math.max(1, Math.ceil(this.#release.transactions.length / MOST));
    const others: number[] = [];
    for (let at = 0; at < this.#release.transactions.length; at += step) if (at !== of) others.push(at);
    const found = nearest(others, (other) => dot(own, this.#topicOf(other)));
    this.#near.set(of, found);
    return found;
  }

  terms(of: number, among: readonly number[]): readonly number[] {
    const vectors = this.#vectors;
    if (vectors === undefined || vectors.known[of] !== 1) return among;
    const own = vectorOf(vectors, of);
    return nearest(
      among.filter((term) => term !== of && vectors.known[term] === 1),
      (term) => dot(own, vectorOf(vectors, term)),
    );
  }

  /** Unit mean of the vectors of what it publishes alone. */
  #topicOf(transaction: number): Float64Array {
    const known = this.#topics.get(transaction);
    if (known !== undefined) return known;
    const topic = new Float64Array(this.#vectors?.dimensions ?? 0);
    if (this.#vectors !== undefined) {
      for (const term of this.#release.transactions[transaction].items) {
        const own = vectorOf(this.#vectors, term);
        for (let at = 0; at < topic.length; at += 1) topic[at] += own[at];
      }
    }
    const length = Math.sqrt(dot(topic, topic));
    for (let at = 0; at < topic.length && length > 0; at += 1) topic[at] /= length;
    this.#topics.set(transaction, topic);
    return topic;
  }
}

const vectorOf = ({ dimensions, values }: TermVectors, term: number): Float32Array =>
  values.subarray(term * dimensions, (term + 1) * dimensions);

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < a.length; at += 1) total += a[at] * b[at];
  return total;
}

/** Ties: the smaller number. */
function nearest(all: readonly number[], nearness: (each: number) => number): number[] {
  const near = all.map(nearness);
  return Array.from(all.keys())
    .sort((a, b) => near[b] - near[a] || all[a] - all[b])
    .slice(0, NEAREST)
    .map((at) => all[at]);
}
