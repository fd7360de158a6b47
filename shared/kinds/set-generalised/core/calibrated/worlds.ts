import { joined } from '../../../../core/format/columns.ts';
import { scoreRows } from '../../../../core/numeric/rows.ts';
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
  #spread: { readonly others: readonly number[]; readonly topics: Float64Array } | null = null;
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
    this.#spread ??= this.#spreadOver();
    const { others, topics } = this.#spread;
    const nearness = new Float64Array(others.length);
    scoreRows(topics, Float64Array.of(...this.#topicOf(of), 0), nearness);
    const itself = others.indexOf(of);
    if (itself >= 0) nearness[itself] = Number.NEGATIVE_INFINITY;
    const found = nearest(others, nearness).filter((other) => other !== of);
    this.#near.set(of, found);
    return found;
  }

  terms(of: number, among: readonly number[]): readonly number[] {
    const vectors = this.#vectors;
    if (vectors === undefined || vectors.known[of] !== 1) return among;
    const others = among.filter((term) => term !== of && vectors.known[term] === 1);
    return nearest(others, dots(vectors, of, others));
  }

  /** Transactions that are compared, and their topics, row by row. */
  #spreadOver() {
    const { length } = this.#release.transactions;
    const step = Math.max(1, Math.ceil(length / MOST));
    const others = Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
    return {
      others,
      topics: joined(
        Float64Array,
        others.map((other) => this.#topicOf(other)),
      ),
    };
  }

  /** Unit mean of the vectors of what it publishes alone. */
  #topicOf(transaction: number): Float64Array {
    const known = this.#topics.get(transaction);
    if (known !== undefined) return known;
    const topic = new Float64Array(this.#vectors?.dimensions ?? 0);
    if (this.#vectors !== undefined) {
      for (const term of this.#release.transactions[transaction].items) {
        const from = term * topic.length;
        for (let at = 0; at < topic.length; at += 1) topic[at] += this.#vectors.values[from + at];
      }
    }
    const length = Math.sqrt(topic.reduce((total, each) => total + each * each, 0));
    for (let at = 0; at < topic.length && length > 0; at += 1) topic[at] /= length;
    this.#topics.set(transaction, topic);
    return topic;
  }
}

/** Of the vector of a term with those of others. Four at a time, each sum in order: the same bits, less waiting. */
function dots({ dimensions, values }: TermVectors, of: number, others: readonly number[]): Float64Array {
  const found = new Float64Array(others.length);
  const own = new Float64Array(values.subarray(of * dimensions, (of + 1) * dimensions));
  for (let at = 0; at < others.length; at += 4) {
    const place = (nth: number): number => others[Math.min(at + nth, others.length - 1)] * dimensions;
    const [ofA, ofB, ofC, ofD] = [place(0), place(1), place(2), place(3)];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let axis = 0; axis < dimensions; axis += 1) {
      const each = own[axis];
      a += each * values[ofA + axis];
      b += each * values[ofB + axis];
      c += each * values[ofC + axis];
      d += each * values[ofD + axis];
    }
    found[at] = a;
    // Beyond the end nothing is written.
    found[at + 1] = b;
    found[at + 2] = c;
    found[at + 3] = d;
  }
  return found;
}

/** The nearest first. Ties: the smaller number. */
function nearest(all: readonly number[], near: ArrayLike<number>): number[] {
  const found: number[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const isNearer = (other: number): boolean => near[at] > near[other] || (near[at] === near[other] && all[at] < all[other]);
    if (found.length === NEAREST && !isNearer(found[NEAREST - 1])) continue;
    let place = found.length;
    while (place > 0 && isNearer(found[place - 1])) place -= 1;
    found.splice(place, 0, at);
    if (found.length > NEAREST) found.pop();
  }
  return found.map((at) => all[at]);
}
