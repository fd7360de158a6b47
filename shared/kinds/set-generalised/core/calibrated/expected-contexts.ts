import { transposed } from '../../../../core/numeric/assignment.ts';
import { factored, solveBy } from '../../../../core/numeric/cholesky.ts';
import type { IndexedRelease, IndexedTransaction } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';

/**
 * Linear map from a term's vector to one whose dot product with a context centre is the log-likelihood ratio of the term there. Row-major; a row is
 * an axis of the centre.
 */
export type ContextMap = Float64Array;

/** Number of transactions to learn from, in hash order: time and memory do not grow with the release. */
const LEARNED_FROM = 2000;
/** Ridge as a share of the mean variance: directions with little variance are noise. */
const RIDGE = 0.1;
/** Shorter centres have no direction. */
const LEAST = 1e-6;

/**
 * Covariance between vectors of single items and their context centres, whitened on both sides: to first order the log-likelihood ratio of a
 * matching pair under normal distributions. A cosine measures similarity; this learns which directions matter in this release. Rare items weigh
 * more: by rarity in a centre, by the root of their frequency as one of a pair.
 */
export class ExpectedContexts {
  readonly #release: IndexedRelease;
  readonly #vectors: TermVectors;
  readonly #rarity: Float64Array;
  readonly #weight: Float64Array;
  /** Inverse length of the centre of each transaction. Practice reuses it although fewer items form its centres: it is only a weight. */
  readonly #scale: Float64Array;
  readonly #cross: Float64Array;
  readonly #items: Float64Array;
  readonly #contexts: Float64Array;
  readonly #mass: number;

  constructor(release: IndexedRelease, vectors: TermVectors, rarity: Float64Array) {
    [this.#release, this.#vectors, this.#rarity] = [release, vectors, rarity];
    const { dimensions, known } = vectors;
    const learned = release.transactions.slice(0, LEARNED_FROM);
    const shown = new Int32Array(release.terms.length);
    for (const { items } of learned) for (const item of items) shown[item] += 1;
    this.#weight = Float64Array.from(shown, (times) => 1 / Math.sqrt(Math.max(1, times)));
    this.#scale = new Float64Array(learned.length);
    this.#cross = new Float64Array(dimensions * dimensions);
    // Symmetric: only the lower half is used.
    const [items, contexts, beside] = [this.#cross.slice(), this.#cross.slice(), this.#cross.slice()];
    const [inPairs, besideItself] = [new Float64Array(shown.length), new Float64Array(shown.length)];
    let total = 0;
    for (const [at, transaction] of learned.entries()) {
      const { pairs, centre } = this.#sumsOf(transaction);
      const length = Math.sqrt(centre.reduce((squares, each) => squares + each * each, 0));
      if (length < LEAST) continue;
      this.#scale[at] = 1 / length;
      addProduct(this.#cross, pairs, centre, 1 / length);
      let mass = 0;
      for (const item of transaction.items) {
        if (known[item] !== 1) continue;
        const weight = this.#weight[item];
        mass += weight;
        inPairs[item] += weight;
        besideItself[item] += (weight * rarity[item]) / length;
      }
      addSquare(contexts, centre, mass / length / length);
      total += mass;
    }
    for (const [item, weight] of inPairs.entries()) {
      if (weight === 0) continue;
      const own = this.#vectorOf(item);
      addSquare(items, own, weight);
      addSquare(beside, own, besideItself[item]);
    }
    // An item is not part of its own context.
    for (let row = 0; row < dimensions; row += 1) {
      for (let column = 0; column < dimensions; column += 1) {
        const at = Math.max(row, column) * dimensions + Math.min(row, column);
        this.#cross[row * dimensions + column] -= beside[at];
      }
    }
    this.#items = positive(raised(items, dimensions), dimensions);
    this.#contexts = positive(raised(contexts, dimensions), dimensions);
    this.#mass = total;
  }

  /** The map of this release, or of one made from it by removing items: their pairs are removed too. */
  of(release: IndexedRelease): ContextMap {
    const { dimensions, known } = this.#vectors;
    const cross = this.#cross.slice();
    for (const [at, scale] of this.#scale.entries()) {
      const [before, after] = [this.#release.transactions[at], release.transactions[at]] as [IndexedTransaction, IndexedTransaction];
      if (after === before || scale === 0) continue;
      const kept = new Set(after.items);
      const { pairs, centre } = this.#sumsOf(before);
      for (const item of before.items) {
        if (kept.has(item) || known[item] !== 1) continue;
        const own = this.#vectorOf(item);
        const [weight, rarity] = [this.#weight[item], this.#rarity[item]];
        add(pairs, own, -weight);
        add(centre, own, -rarity);
        addProduct(cross, own, centre, -scale * weight);
        addProduct(cross, pairs, own, -scale * rarity);
      }
    }
    solveBy(this.#items, cross, dimensions);
    const map = transposed(dimensions, dimensions, cross);
    solveBy(this.#contexts, map, dimensions);
    return map.map((each) => each * this.#mass);
  }

  #vectorOf(term: number): Float32Array {
    const { dimensions, values } = this.#vectors;
    return values.subarray(term * dimensions, (term + 1) * dimensions);
  }

  #sumsOf({ items }: IndexedTransaction): { readonly pairs: Float64Array; readonly centre: Float64Array } {
    const { dimensions, known } = this.#vectors;
    const [pairs, centre] = [new Float64Array(dimensions), new Float64Array(dimensions)];
    for (const item of items) {
      if (known[item] !== 1) continue;
      add(pairs, this.#vectorOf(item), this.#weight[item]);
      add(centre, this.#vectorOf(item), this.#rarity[item]);
    }
    return { pairs, centre };
  }
}

/** Maps a term's vector; multiply the result with a context centre. */
export function expectedOf(map: ContextMap, { dimensions, values }: TermVectors, term: number): Float64Array {
  const from = term * dimensions;
  return Float64Array.from({ length: dimensions }, (_, axis) => {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += map[axis * dimensions + at] * values[from + at];
    return sum;
  });
}

type Vector = Float32Array | Float64Array;

function add(to: Float64Array, vector: Vector, factor: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] += factor * vector[at];
}

function addProduct(matrix: Float64Array, rows: Vector, columns: Vector, factor: number): void {
  for (let row = 0, to = 0; row < rows.length; row += 1) {
    const own = factor * rows[row];
    for (let column = 0; column < columns.length; column += 1, to += 1) {
      matrix[to] += own * columns[column];
    }
  }
}

/** Lower triangle only. */
function addSquare(matrix: Float64Array, vector: Vector, factor: number): void {
  for (let row = 0; row < vector.length; row += 1) {
    const own = factor * vector[row];
    for (let column = 0, to = row * vector.length; column <= row; column += 1, to += 1) {
      matrix[to] += own * vector[column];
    }
  }
}

/** A sum of squares with a ridge is positive definite. */
function positive(matrix: Float64Array, size: number): Float64Array {
  const lower = factored(matrix, size);
  if (lower === null) throw new Error('the covariance of the vectors is not a finite, positive matrix');
  return lower;
}

function raised(matrix: Float64Array, size: number): Float64Array {
  let total = 0;
  for (let at = 0; at < size; at += 1) total += matrix[at * size + at];
  const added = total > 0 ? (RIDGE * total) / size : 1;
  for (let at = 0; at < size; at += 1) matrix[at * size + at] += added;
  return matrix;
}
