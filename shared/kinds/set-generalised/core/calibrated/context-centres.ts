import type { TermVectors } from './knowledge.ts';

/** The part of a row's context that forms a centre, and the weight of each item by rank. */
export interface CentreKind {
  readonly name: string;
  readonly width: number;
  readonly weight: (at: number) => number;
}

const equal = (): number => 1;
/** Rank distance after which the weight of a context item halves. */
const HALF = 4;

export const WHOLE: readonly CentreKind[] = [{ name: 'centre of all', width: Number.POSITIVE_INFINITY, weight: equal }];
export const NEAR: readonly CentreKind[] = [
  { name: 'centre of 5 nearest', width: 5, weight: equal },
  { name: 'centre of 20 nearest', width: 20, weight: equal },
  { name: 'centre by nearness', width: Number.POSITIVE_INFINITY, weight: (at) => HALF / (HALF + at) },
];

interface CentredMembers {
  readonly vectors: TermVectors;
  readonly members: Int32Array;
  /** Expected context of each member, learned from the release; null if nothing was learned. */
  readonly expected: readonly Float64Array[] | null;
}

/** Columns that `contextCentres` writes. */
export const centresOf = ({ expected }: Pick<CentredMembers, 'expected'>, kinds: readonly CentreKind[]): number =>
  expected === null ? kinds.length : 2 * kinds.length;

/**
 * Cosine of each member with the mean vector of each row's context, weighted by rarity: the centre says more than the mean of single cosines.
 * `contexts`: indexes into `items` for each row. One column for each kind of centre, then as many for the expected context. Written to `into` from
 * `from`, `step` apart.
 */
export function contextCentres(
  { vectors, members, expected }: CentredMembers,
  items: Int32Array,
  contexts: readonly Int32Array[],
  rarity: Float64Array,
  kinds: readonly CentreKind[],
  into: Float64Array,
  from: number,
  step: number,
): void {
  const cells = contexts.length * members.length;
  for (let at = 0, all = centresOf({ expected }, kinds); at < all; at += 1)
    into.fill(Number.NaN, from + at * step, from + at * step + cells);
  const centre = new Float64Array(vectors.dimensions);
  for (const [kind, { width, weight }] of kinds.entries()) {
    const alike = from + kind * step;
    const likelier = alike + kinds.length * step;
    const before = kinds[kind - 1];
    for (const [row, context] of contexts.entries()) {
      const nearest = Math.min(width, context.length);
      if (before?.weight === weight && nearest === Math.min(before.width, context.length)) {
        // The same items, weighed alike: small contexts have them all within the least width.
        const first = row * members.length;
        into.copyWithin(alike + first, alike - step + first, alike - step + first + members.length);
        if (expected !== null) into.copyWithin(likelier + first, likelier - step + first, likelier - step + first + members.length);
        continue;
      }
      const length = sumInto(centre, vectors, items, context, nearest, rarity, weight);
      if (length < 1e-6) continue;
      for (let at = 0; at < members.length; at += 1) {
        const member = members[at];
        if (vectors.known[member] !== 1) continue;
        const cell = row * members.length + at;
        into[alike + cell] = along(vectors.values, member * vectors.dimensions, centre) / length;
        if (expected !== null) into[likelier + cell] = along(expected[at], 0, centre) / length;
      }
    }
  }
}

/** Writes the weighted sum of the nearest items' vectors and returns its length; 0 if no item has a vector. */
function sumInto(
  centre: Float64Array,
  { dimensions, values, known }: TermVectors,
  items: Int32Array,
  context: Int32Array,
  nearest: number,
  rarity: Float64Array,
  weight: (at: number) => number,
): number {
  centre.fill(0);
  // Two items at a time halve the loads and stores.
  let other = -1;
  let ofOther = 0;
  for (let at = 0; at < nearest; at += 1) {
    const place = context[at];
    const item = items[place];
    if (known[item] !== 1) continue;
    const from = item * dimensions;
    const own = rarity[place] * weight(at);
    if (other < 0) {
      [other, ofOther] = [from, own];
      continue;
    }
    for (let axis = 0; axis < dimensions; axis += 1) {
      const sum = centre[axis] + ofOther * values[other + axis];
      centre[axis] = sum + own * values[from + axis];
    }
    other = -1;
  }
  let squares = 0;
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (other >= 0) centre[axis] += ofOther * values[other + axis];
    squares += centre[axis] * centre[axis];
  }
  return Math.sqrt(squares);
}

/** Dot product of the vector at `from` with the centre. Four independent sums avoid waiting on each addition. */
function along(values: Float32Array | Float64Array, from: number, centre: Float64Array): number {
  const dimensions = centre.length;
  const fours = dimensions - (dimensions % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let axis = 0; axis < fours; axis += 4) {
    a += values[from + axis] * centre[axis];
    b += values[from + axis + 1] * centre[axis + 1];
    c += values[from + axis + 2] * centre[axis + 2];
    d += values[from + axis + 3] * centre[axis + 3];
  }
  for (let axis = fours; axis < dimensions; axis += 1) a += values[from + axis] * centre[axis];
  return a + b + (c + d);
}
