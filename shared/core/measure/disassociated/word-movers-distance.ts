import { FlowNetwork } from '../../optimise/flow-network.ts';

/** The unit vector of an item; null where no source has one. */
export type VectorOf = (item: string) => Float32Array | null;

/** The straight-line distance of two unit vectors, 0 to 2. */
export function vectorDistance(x: Float32Array, y: Float32Array): number {
  let squares = 0;
  for (let at = 0; at < x.length; at += 1) {
    const difference = (x[at] as number) - (y[at] as number);
    squares += difference * difference;
  }
  return Math.sqrt(squares);
}

/**
 * Word Mover's Distance of two sets of items (Kusner et al., 2015): the least mean distance over which the items of one, each
 * of the same weight, can be moved to those of the other. Exact transport. Items without a vector are left out on both
 * sides; null if that empties one.
 */
export function wordMoversDistance(x: readonly string[], y: readonly string[], vectorOf: VectorOf): number | null {
  const from = x.map(vectorOf).filter((vector) => vector !== null);
  const to = y.map(vectorOf).filter((vector) => vector !== null);
  if (from.length === 0 || to.length === 0) return null;
  // Whole units: each item of one side weighs as many as the other side has items.
  const network = new FlowNetwork(from.length + to.length + 2);
  const source = from.length + to.length;
  from.forEach((_, at) => {
    network.arc(source, at, to.length, 0);
  });
  to.forEach((_, at) => {
    network.arc(from.length + at, source + 1, from.length, 0);
  });
  from.forEach((a, row) => {
    to.forEach((b, column) => {
      network.arc(row, from.length + column, Math.min(from.length, to.length), vectorDistance(a, b));
    });
  });
  return network.send(source, source + 1).cost / (from.length * to.length);
}
