import type { TermVectors } from './knowledge.ts';

/** What part of a row's context says what it is about, and how much each item of it counts by its place among the nearest. */
export interface CentreKind {
  readonly name: string;
  readonly width: number;
  readonly weight: (at: number) => number;
}

const equal = (): number => 1;
/** A context item so many places further off weighs half as much as the nearest. */
const HALF = 4;

export const WHOLE: readonly CentreKind[] = [{ name: 'centre of all', width: Number.POSITIVE_INFINITY, weight: equal }];
export const NEAR: readonly CentreKind[] = [
  { name: 'centre of 5 nearest', width: 5, weight: equal },
  { name: 'centre of 20 nearest', width: 20, weight: equal },
  { name: 'centre by nearness', width: Number.POSITIVE_INFINITY, weight: (at) => HALF / (HALF + at) },
];

/** Whose nearness to contexts is asked. */
interface CentredMembers {
  readonly vectors: TermVectors;
  readonly members: Int32Array;
  /** Where each member is expected, as learned of the release; null where nothing was learned. */
  readonly expected: readonly Float64Array[] | null;
}

/**
 * The cosine of each member with the mean vector of each row's context, in which rare items weigh more: what context items say together is more
 * than the mean of what each says. `contexts`: the items of each row by their place in `items`; `rarity` of each of `items`. A column for each kind of
 * centre, and behind these as many of how much likelier the member is expected there.
 */
export function contextCentres(
  { vectors, members, expected }: CentredMembers,
  items: Int32Array,
  contexts: readonly Int32Array[],
  rarity: Float64Array,
  kinds: readonly CentreKind[],
): Float64Array[] {
  const column = (): Float64Array => new Float64Array(contexts.length * members.length).fill(Number.NaN);
  const alike = kinds.map(column);
  const likelier = expected === null ? [] : kinds.map(column);
  const centre = new Float64Array(vectors.dimensions);
  for (const [kind, { width, weight }] of kinds.entries()) {
    const own = alike[kind] as Float64Array;
    for (const [row, context] of contexts.entries()) {
      const nearest = Math.min(width, context.length);
      const length = sumInto(centre, vectors, items, context, nearest, rarity, weight);
      if (length < 1e-6) continue;
      for (let at = 0; at < members.length; at += 1) {
        const member = members[at] as number;
        if (vectors.known[member] !== 1) continue;
        const cell = row * members.length + at;
        own[cell] = along(vectors.values, member * vectors.dimensions, centre) / length;
        if (expected !== null) (likelier[kind] as Float64Array)[cell] = along(expected[at] as Float64Array, 0, centre) / length;
      }
    }
  }
  return [...alike, ...likelier];
}

/** Writes the sum of the nearest items' vectors, each times its weight, and returns its length: 0 where no item has a vector. */
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
  // Two items at a time: half the loads and stores of the sums.
  let other = -1;
  let ofOther = 0;
  for (let at = 0; at < nearest; at += 1) {
    const place = context[at] as number;
    const item = items[place] as number;
    if (known[item] !== 1) continue;
    const from = item * dimensions;
    const own = (rarity[place] as number) * weight(at);
    if (other < 0) {
      [other, ofOther] = [from, own];
      continue;
    }
    for (let axis = 0; axis < dimensions; axis += 1) {
      const sum = (centre[axis] as number) + ofOther * (values[other + axis] as number);
      centre[axis] = sum + own * (values[from + axis] as number);
    }
    other = -1;
  }
  let squares = 0;
  for (let axis = 0; axis < dimensions; axis += 1) {
    if (other >= 0) centre[axis] = (centre[axis] as number) + ofOther * (values[other + axis] as number);
    squares += (centre[axis] as number) * (centre[axis] as number);
  }
  return Math.sqrt(squares);
}

/** The product of the vector at `from` with the centre. Four sums side by side: no addition waits for the one before. */
function along(values: Float32Array | Float64Array, from: number, centre: Float64Array): number {
  const dimensions = centre.length;
  const fours = dimensions - (dimensions % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let axis = 0; axis < fours; axis += 4) {
    a += (values[from + axis] as number) * (centre[axis] as number);
    b += (values[from + axis + 1] as number) * (centre[axis + 1] as number);
    c += (values[from + axis + 2] as number) * (centre[axis + 2] as number);
    d += (values[from + axis + 3] as number) * (centre[axis + 3] as number);
  }
  for (let axis = fours; axis < dimensions; axis += 1) a += (values[from + axis] as number) * (centre[axis] as number);
  return a + b + (c + d);
}
