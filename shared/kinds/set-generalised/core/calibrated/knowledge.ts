import type { IndexedRelease } from './indexed-release.ts';

/** Counts of one source, by term number; NaN: no answer. */
export interface SourceCounts {
  readonly name: string;
  /** Documents in the source. */
  readonly size: number;
  /** Documents with the term. */
  readonly single: Float64Array;
}

/** Unit vectors of terms, flat; a term without a vector is zero and not `known`. */
export interface TermVectors {
  readonly name: string;
  readonly dimensions: number;
  readonly values: Float32Array;
  readonly known: Uint8Array;
}

/** The attacker's outside knowledge. It never contains the original, nor does any other input of the attack. */
export interface OutsideKnowledge {
  readonly counts: readonly SourceCounts[];
  readonly vectors: readonly TermVectors[];
  /** Name of the language model that was asked which members fit each row. */
  readonly judge?: string | undefined;
}

/** Number of anchors: enough to separate topics, few enough to count with every item. */
const ANCHORS = 200;

/** Anchors: the most frequent single items of a release that are neither rare nor ubiquitous in the source. Practice uses the release's anchors. */
export function chooseAnchors(release: IndexedRelease, size: number, single: Float64Array, most = ANCHORS): number[] {
  const support = new Float64Array(release.terms.length);
  for (const { items } of release.transactions) for (const item of items) support[item] += 1;
  return Array.from(release.terms.keys())
    .filter((term) => support[term] > 1 && single[term] >= 20 && single[term] <= size / 4)
    .sort((a, b) => support[b] - support[a] || a - b)
    .slice(0, most);
}

/**
 * Profiles: association of each term with each anchor, not centred. Terms that never co-occur can still have similar profiles. `both`: joint
 * document counts of terms and anchors, term by term. `from`: the first wanted term.
 */
export function profilesOf(
  source: SourceCounts,
  anchors: readonly number[],
  attested: readonly number[],
  both: Float64Array,
  from = 0,
): TermVectors {
  const dimensions = anchors.length;
  const values = new Float32Array((source.single.length - from) * dimensions);
  const known = new Uint8Array(source.single.length - from);
  for (const [row, term] of attested.entries()) {
    known[term - from] = 1;
    const own = source.single[term];
    for (let at = 0; at < dimensions; at += 1) {
      const anchor = anchors[at];
      // Skip the term itself.
      if (anchor === term) continue;
      const expected = (own * source.single[anchor]) / source.size;
      values[(term - from) * dimensions + at] = Math.log((both[row * dimensions + at] + 0.5) / (expected + 0.5));
    }
  }
  return { name: `profile ${source.name}`, dimensions, values, known };
}

export function meanOf({ dimensions, values, known }: TermVectors): Float64Array {
  const mean = new Float64Array(dimensions);
  let count = 0;
  for (const [term, yes] of known.entries()) {
    if (yes === 0) continue;
    count += 1;
    for (let at = 0; at < dimensions; at += 1) mean[at] += values[term * dimensions + at];
  }
  return mean.map((each) => each / count);
}

/**
 * Subtracts the common mean and normalises. Word vectors share an uninformative direction; without it cosines separate near from far better (Mu and
 * Viswanath, 2018). A term equal to the mean becomes unknown.
 */
export function centredVectors(vectors: TermVectors, mean = meanOf(vectors)): TermVectors {
  const { name, dimensions, values, known } = vectors;
  const moved = new Float32Array(values.length);
  const still = known.slice();
  for (const [term, yes] of known.entries()) {
    if (yes === 0) continue;
    const from = term * dimensions;
    let squares = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = values[from + at] - mean[at];
      moved[from + at] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    if (length < 1e-6) still[term] = 0;
    for (let at = 0; at < dimensions; at += 1) moved[from + at] = length < 1e-6 ? 0 : moved[from + at] / length;
  }
  return { name, dimensions, values: moved, known: still };
}

export function joinedVectors(first: TermVectors, others: TermVectors): TermVectors {
  const values = new Float32Array(first.values.length + others.values.length);
  values.set(first.values);
  values.set(others.values, first.values.length);
  const known = new Uint8Array(first.known.length + others.known.length);
  known.set(first.known);
  known.set(others.known, first.known.length);
  return { ...first, values, known };
}
