import { cholesky, solveBy } from '../../numeric/cholesky.ts';
import { transposed } from '../../numeric/transposed.ts';
import type { IndexedRelease, IndexedTransaction } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';

/**
 * Takes the vector of a term to one whose product with the centre of a context says how much likelier the term is there than elsewhere. Row after row; a
 * row is an axis of the centre.
 */
export type ContextMap = Float64Array;

/** Contexts are learned from so many transactions, the first of an order by hashes: time and memory do not grow with the release. */
const LEARNED_FROM = 2000;
/** So much of the mean variance is added to that of each direction: where there is hardly any it is noise. */
const RIDGE = 0.1;
/** A centre that is shorter has no direction. */
const LEAST = 1e-6;

/**
 * How the vectors of items that a release publishes alone go with the centres of what stands around them: their covariance, both sides whitened, which to
 * the first order is the log-likelihood ratio of a pair that belongs together under normal distributions. A cosine says whether a term is like its
 * context; this, in which directions that counts in this release. Rare items weigh more: in a centre by their rarity, as one of a pair by the root of how few they are.
 */
export class ExpectedContexts {
  readonly #release: IndexedRelease;
  readonly #vectors: TermVectors;
  readonly #rarity: Float64Array;
  /** Of each term as one of a pair. */
  readonly #weight: Float64Array;
  /** Of each transaction that is learned from: one over the length of its centre. In practice too, where fewer items make the centre: it is a weight. */
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
    for (const { items } of learned) for (const item of items) shown[item] = (shown[item] as number) + 1;
    this.#weight = Float64Array.from(shown, (times) => 1 / Math.sqrt(Math.max(1, times)));
    this.#scale = new Float64Array(learned.length);
    this.#cross = new Float64Array(dimensions * dimensions);
    // Symmetric, so of each only the half that is looked at.
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
        const weight = this.#weight[item] as number;
        mass += weight;
        inPairs[item] = (inPairs[item] as number) + weight;
        besideItself[item] = (besideItself[item] as number) + (weight * (rarity[item] as number)) / length;
      }
      addSquare(contexts, centre, mass / length / length);
      total += mass;
    }
    for (const [item, weight] of inPairs.entries()) {
      if (weight === 0) continue;
      const own = this.#vectorOf(item);
      addSquare(items, own, weight);
      addSquare(beside, own, besideItself[item] as number);
    }
    // An item does not stand in its own context.
    for (let row = 0; row < dimensions; row += 1) {
      for (let column = 0; column < dimensions; column += 1) {
        const at = Math.max(row, column) * dimensions + Math.min(row, column);
        this.#cross[row * dimensions + column] = (this.#cross[row * dimensions + column] as number) - (beside[at] as number);
      }
    }
    this.#items = cholesky(raised(items, dimensions), dimensions);
    this.#contexts = cholesky(raised(contexts, dimensions), dimensions);
    this.#mass = total;
  }

  /** What is learned of this release, or of one made from it by taking items out of transactions: their pairs are taken out too, whatever they were. */
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
        const [weight, rarity] = [this.#weight[item] as number, this.#rarity[item] as number];
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

  /** Of the items of a transaction, as those of pairs and as a context. */
  #sumsOf({ items }: IndexedTransaction): { readonly pairs: Float64Array; readonly centre: Float64Array } {
    const { dimensions, known } = this.#vectors;
    const [pairs, centre] = [new Float64Array(dimensions), new Float64Array(dimensions)];
    for (const item of items) {
      if (known[item] !== 1) continue;
      add(pairs, this.#vectorOf(item), this.#weight[item] as number);
      add(centre, this.#vectorOf(item), this.#rarity[item] as number);
    }
    return { pairs, centre };
  }
}

/** Where a term is expected: what to multiply the centre of a context with. */
export function expectedOf(map: ContextMap, { dimensions, values }: TermVectors, term: number): Float64Array {
  const from = term * dimensions;
  return Float64Array.from({ length: dimensions }, (_, axis) => {
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (map[axis * dimensions + at] as number) * (values[from + at] as number);
    return sum;
  });
}

type Vector = Float32Array | Float64Array;

function add(to: Float64Array, vector: Vector, factor: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] as number) + factor * (vector[at] as number);
}

/** Adds the matrix of all products of two numbers of these vectors. */
function addProduct(matrix: Float64Array, rows: Vector, columns: Vector, factor: number): void {
  for (let row = 0, to = 0; row < rows.length; row += 1) {
    const own = factor * (rows[row] as number);
    for (let column = 0; column < columns.length; column += 1, to += 1) {
      matrix[to] = (matrix[to] as number) + own * (columns[column] as number);
    }
  }
}

/** The same of a vector with itself, below the diagonal and on it. */
function addSquare(matrix: Float64Array, vector: Vector, factor: number): void {
  for (let row = 0; row < vector.length; row += 1) {
    const own = factor * (vector[row] as number);
    for (let column = 0, to = row * vector.length; column <= row; column += 1, to += 1) {
      matrix[to] = (matrix[to] as number) + own * (vector[column] as number);
    }
  }
}

/** With a part of the mean of the diagonal added to all of it. */
function raised(matrix: Float64Array, size: number): Float64Array {
  let total = 0;
  for (let at = 0; at < size; at += 1) total += matrix[at * size + at] as number;
  const added = total > 0 ? (RIDGE * total) / size : 1;
  for (let at = 0; at < size; at += 1) matrix[at * size + at] = (matrix[at * size + at] as number) + added;
  return matrix;
}
