import { contentKey } from '../../../../core/model/canonical-order.ts';
import { addWeightedRows, scoreRows } from '../../../../core/numeric/rows.ts';
import type { IndexedRelease } from './indexed-release.ts';
import type { TermVectors } from './knowledge.ts';

/** Maximum terms and iterations to find an axis: topics matter, not single terms. */
const MOST = 2000;
const TURNS = 12;
const NONE = new Float32Array();

/**
 * Splits the single items into two halves of different topics, so that validation crosses topics, as the real members will. Each draw cuts along
 * another principal axis of the term vectors; without vectors, or after the last axis, by a hash of the items.
 */
export class TopicFolds {
  readonly #release: IndexedRelease;
  readonly #vectors: TermVectors | undefined;
  readonly #seed: string;
  readonly #axes: Float64Array[] = [];
  readonly alone: ReadonlySet<number>;
  readonly #sample: readonly number[];
  /** Their vectors. */
  readonly #rows: Float64Array;

  constructor(release: IndexedRelease, vectors: readonly TermVectors[], seed: string) {
    this.#release = release;
    [this.#vectors] = vectors;
    this.#seed = seed;
    const { known } = this.#vectors ?? { known: new Uint8Array() };
    this.alone = new Set(release.transactions.flatMap(({ items }) => [...items]).sort((a, b) => a - b));
    this.#sample = [...this.alone]
      .filter((term) => known[term] === 1)
      .map((term) => ({ term, key: contentKey(seed, release.terms[term]) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, MOST)
      .map(({ term }) => term);
    const { dimensions = 0, values = NONE } = this.#vectors ?? {};
    this.#rows = new Float64Array(this.#sample.length * dimensions);
    for (const [at, term] of this.#sample.entries())
      this.#rows.set(values.subarray(term * dimensions, (term + 1) * dimensions), at * dimensions);
  }

  /** The fold of every term, for one draw. Halves are of equal size. */
  fold(draw: number): Uint8Array {
    const alone = [...this.alone];
    const axis = this.#axis(draw);
    const vectors = this.#vectors;
    const placed = alone.map((term) => {
      const key = contentKey(`${this.#seed}|${draw}`, this.#release.terms[term]);
      const at = axis === null || vectors === undefined || vectors.known[term] !== 1 ? null : along(vectors, term, axis);
      return { term, key, at };
    });
    const fold = new Uint8Array(this.#release.terms.length);
    const halve = (part: typeof placed, before: (a: (typeof placed)[number], b: (typeof placed)[number]) => number): void => {
      for (const [rank, { term }] of part.toSorted(before).entries()) fold[term] = 2 * rank < part.length ? 0 : 1;
    };
    halve(
      placed.filter(({ at }) => at !== null),
      (a, b) => (a.at as number) - (b.at as number) || (a.key < b.key ? -1 : 1),
    );
    halve(
      placed.filter(({ at }) => at === null),
      (a, b) => (a.key < b.key ? -1 : 1),
    );
    return fold;
  }

  /** Principal axis by power iteration, orthogonal to earlier ones; null if no variance is left. */
  #axis(draw: number): Float64Array | null {
    const vectors = this.#vectors;
    if (vectors === undefined || draw >= Math.min(vectors.dimensions, this.#sample.length - 1)) return null;
    const weights = new Float64Array(this.#sample.length);
    while (this.#axes.length <= draw) {
      let axis = new Float64Array(vectors.dimensions).fill(1);
      for (let turn = 0; turn < TURNS; turn += 1) {
        scoreRows(this.#rows, Float64Array.of(...axis, 0), weights);
        const sums = new Float64Array(vectors.dimensions + 1);
        addWeightedRows(sums, this.#rows, weights);
        const next = sums.subarray(0, vectors.dimensions);
        for (const earlier of this.#axes) takeAlong(next, earlier);
        const length = Math.sqrt(next.reduce((total, each) => total + each * each, 0));
        if (length < 1e-9) return null;
        axis = next.map((each) => each / length);
      }
      this.#axes.push(axis);
    }
    return this.#axes[draw];
  }
}

function along({ dimensions, values }: TermVectors, term: number, axis: Float64Array): number {
  let total = 0;
  for (let at = 0, from = term * dimensions; at < dimensions; at += 1, from += 1) total += values[from] * axis[at];
  return total;
}

function takeAlong(vector: Float64Array, axis: Float64Array): void {
  let dot = 0;
  for (let at = 0; at < vector.length; at += 1) dot += vector[at] * axis[at];
  for (let at = 0; at < vector.length; at += 1) vector[at] -= dot * axis[at];
}
