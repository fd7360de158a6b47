import { eigen } from '../../../../core/numeric/eigen.ts';

/** Standard deviation of log-ratios in directions that the halves do not agree on. */
const LEAST = 0.05;
/** Noise gives eigenvalues below 0 as well as above; those above are a direction if they are so many times greater. */
const BEYOND = 2;

/** Ratios of a column: category by category, by value; how many people have each category. */
interface ColumnRatios {
  readonly from: number;
  readonly people: ArrayLike<number>;
}

/**
 * What two halves that learned apart agree on: by column the precision matrix of a category's log-ratios over the values. Values that go with the columns
 * alike are told apart by each half by chance only: where products of both halves' ratios do not add up to more than chance, nothing is to be learned.
 */
export function precisionsOf(
  [one, other]: readonly [Float64Array, Float64Array],
  columns: readonly ColumnRatios[],
  distinct: number,
): readonly Float64Array[] {
  const own = columns.map((column) => productsOf(one, other, column, distinct));
  const all = new Float64Array(distinct * distinct);
  for (const products of own) for (const [at, each] of products.entries()) all[at] += each;
  const { values, vectors } = eigen(all, distinct);
  const noise = -Math.min(0, values[distinct - 1] ?? 0);
  return own.map((products) => {
    const precision = new Float64Array(distinct * distinct);
    for (let at = 0; at < distinct; at += 1) {
      const variance = values[at] > BEYOND * noise ? along(products, vectors, at, distinct) : 0;
      const weight = 1 / Math.max(LEAST * LEAST, variance);
      for (let a = 0; a < distinct; a += 1)
        for (let b = 0; b < distinct; b += 1)
          precision[a * distinct + b] += weight * vectors[a * distinct + at] * vectors[b * distinct + at];
    }
    return precision;
  });
}

/** Mean over people of the products of both halves' ratios, for each two values: their noise is not the same, so it does not add up. */
function productsOf(one: Float64Array, other: Float64Array, { from, people }: ColumnRatios, distinct: number): Float64Array {
  let all = 0;
  for (let category = 0; category < people.length; category += 1) all += people[category];
  const products = new Float64Array(distinct * distinct);
  for (let category = 0; category < people.length; category += 1) {
    const start = from + category * distinct;
    const share = people[category] / (2 * all);
    for (let a = 0; a < distinct; a += 1)
      for (let b = 0; b < distinct; b += 1)
        products[a * distinct + b] += share * (one[start + a] * other[start + b] + one[start + b] * other[start + a]);
  }
  return products;
}

/** Mean product in the direction of an eigenvector. */
function along(products: Float64Array, vectors: Float64Array, at: number, distinct: number): number {
  let sum = 0;
  for (let a = 0; a < distinct; a += 1)
    for (let b = 0; b < distinct; b += 1) sum += vectors[a * distinct + at] * products[a * distinct + b] * vectors[b * distinct + at];
  return sum;
}
