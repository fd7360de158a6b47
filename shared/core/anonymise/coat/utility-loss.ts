/**
 * `(2^|g| - 1) / (2^M - 1) * weight(g) * support(g) / N`, as its natural logarithm: M goes into the thousands,
 * 2^M does not.
 */
export function logUtilityLoss(size: number, support: number, weight: number, items: number, transactions: number): number {
  return logSubsets(size) - logSubsets(items) + Math.log(weight) + Math.log(support) - Math.log(transactions);
}

/** ln(2^n - 1): the ways in which a generalised item of n members can be read. Beyond 2^52 the 1 is below a double's precision. */
export function logSubsets(size: number): number {
  return size < SMALL.length ? (SMALL[size] as number) : size * Math.LN2;
}

const SMALL = Float64Array.from({ length: 53 }, (_, size) => Math.log(Number(1n << BigInt(size)) - 1));

/**
 * Below 0 when the first loses less than the second. Two products within rounding of each other are compared exactly:
 * 3 * 7 and 7 * 3 are a tie, which the place then breaks, and their logarithms may differ in the last bit.
 */
export function compareLoss(size: number, support: number, weight: number, size2: number, support2: number, weight2: number): number {
  if (size === size2 && weight === weight2) return support - support2;
  const difference = logSubsets(size) - logSubsets(size2) + Math.log((weight * support) / (weight2 * support2));
  if (Math.abs(difference) > 1e-9) return difference;
  if (weight !== weight2 || Number.isNaN(difference)) return 0;
  const exact = subsets(size) * BigInt(support) - subsets(size2) * BigInt(support2);
  return exact === 0n ? 0 : exact < 0n ? -1 : 1;
}

const subsets = (size: number): bigint => (1n << BigInt(size)) - 1n;
