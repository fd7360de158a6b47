/** Counts of a pair in a source: documents with x, with y, with both, and all. NaN without an answer. */
export interface PairCounts {
  readonly x: number;
  readonly y: number;
  readonly both: number;
  readonly size: number;
}

/**
 * - `undefined`: there is no number: a term is not attested, cannot be asked for, or the formula divides by zero; the value is NaN.
 * - `never together`: both are attested, no document holds both; the value follows from the smoothing that was chosen.
 * - `unreliable`: the counts contradict each other, as approximate sources do; the value is as computed and enters no mean.
 */
export type RelatednessState = 'ok' | 'undefined' | 'never together' | 'unreliable';

/** One measure of one pair. */
export interface Relatedness {
  readonly state: RelatednessState;
  /** NaN if the state is `undefined`; infinite only with `infinite` smoothing. */
  readonly value: number;
}

/** Treatment of a pair that never occurs together: see `ngd`. */
export type Smoothing = 'cautious' | 'half' | 'infinite';

const UNDEFINED: Relatedness = { state: 'undefined', value: Number.NaN };

/** The state as far as the counts alone decide it. */
function stateOf({ x, y, both, size }: PairCounts): RelatednessState {
  if (!(x > 0 && y > 0 && both >= 0 && size > 0)) return 'undefined';
  if (both === 0) return 'never together';
  return both > Math.min(x, y) || Math.max(x, y) > size ? 'unreliable' : 'ok';
}

const ngdOf = ({ x, y, size }: PairCounts, both: number): number =>
  (Math.max(Math.log(x), Math.log(y)) - Math.log(both)) / (Math.log(size) - Math.min(Math.log(x), Math.log(y)));

/**
 * The normalised Google distance: 0 for terms that always come together, 1 for independent ones.
 * A pair never together gets the greater of 1 and the distance with half a document: half a document alone would call
 * two rare strangers close. With `half` it gets that alone, with `infinite` it ranks above every number.
 */
export function ngd(counts: PairCounts, smoothing: Smoothing = 'cautious'): Relatedness {
  const state = stateOf(counts);
  // The rarer term is in every document: the formula divides by zero.
  if (state === 'undefined' || Math.min(counts.x, counts.y) === counts.size) return UNDEFINED;
  if (state !== 'never together') return { state, value: ngdOf(counts, counts.both) };
  if (smoothing === 'infinite') return { state, value: Number.POSITIVE_INFINITY };
  const half = ngdOf(counts, 0.5);
  return { state, value: smoothing === 'half' ? half : Math.max(1, half) };
}

const pmiOf = ({ x, y, size }: PairCounts, both: number): number => Math.log(both) + Math.log(size) - Math.log(x) - Math.log(y);

/**
 * Pointwise mutual information, in nats: how much likelier the pair is than chance. A pair never together gets the smaller
 * of 0 and the value with half a document; `half` and `infinite` as for `ngd`, with the sign turned.
 */
export function pmi(counts: PairCounts, smoothing: Smoothing = 'cautious'): Relatedness {
  const state = stateOf(counts);
  if (state === 'undefined') return UNDEFINED;
  if (state !== 'never together') return { state, value: pmiOf(counts, counts.both) };
  if (smoothing === 'infinite') return { state, value: Number.NEGATIVE_INFINITY };
  const half = pmiOf(counts, 0.5);
  return { state, value: smoothing === 'half' ? half : Math.min(0, half) };
}

/** PMI over its greatest possible value for that many common documents: 1 always together, 0 independent, -1 never together. */
export function npmi(counts: PairCounts): Relatedness {
  const state = stateOf(counts);
  if (state === 'undefined' || counts.both === counts.size) return UNDEFINED;
  if (state === 'never together') return { state, value: -1 };
  return { state, value: pmiOf(counts, counts.both) / (Math.log(counts.size) - Math.log(counts.both)) };
}

/** The documents with both over those with either: 0 never together, 1 always. */
export function jaccard(counts: PairCounts): Relatedness {
  const state = stateOf(counts);
  return state === 'undefined' ? UNDEFINED : { state, value: counts.both / (counts.x + counts.y - counts.both) };
}

/** The cosine of two vectors; undefined where the source lacks one or one has no direction. As a distance: 1 - cosine. */
export function cosine(x: Float32Array | null, y: Float32Array | null): Relatedness {
  if (x === null || y === null) return UNDEFINED;
  if (x.length !== y.length) throw new RangeError(`vectors of ${x.length} and ${y.length} dimensions have no angle`);
  let dot = 0;
  let xx = 0;
  let yy = 0;
  for (let at = 0; at < x.length; at += 1) {
    const a = x[at];
    const b = y[at];
    dot += a * b;
    xx += a * a;
    yy += b * b;
  }
  if (!(xx > 0 && yy > 0)) return UNDEFINED;
  // Rounding can leave [-1, 1] by a last bit, and 1 - cosine must not be negative.
  return { state: 'ok', value: Math.max(-1, Math.min(1, dot / (Math.sqrt(xx) * Math.sqrt(yy)))) };
}

/** A phrase as a vector: the normalised mean of the unit vectors of its words. Null if no word has one, or if they cancel out. */
export function phraseVector(words: readonly (Float32Array | null)[]): Float32Array | null {
  const known = words.filter((word) => word !== null);
  const [first] = known;
  if (first === undefined) return null;
  const sum = new Float64Array(first.length);
  for (const word of known) for (let at = 0; at < sum.length; at += 1) sum[at] += word[at];
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  // Opposite words cancel out except for rounding.
  return length < 1e-6 ? null : Float32Array.from(sum, (value) => value / length);
}
