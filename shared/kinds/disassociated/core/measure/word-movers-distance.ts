import { assign } from '../../../../core/numeric/assignment.ts';
import { FlowNetwork } from '../flow-network.ts';

export type VectorOf = (item: string) => Float32Array | null;

/** The straight-line distance of two unit vectors, 0 to 2. */
export function vectorDistance(x: Float32Array, y: Float32Array): number {
  let squares = 0;
  for (let at = 0; at < x.length; at += 1) {
    const difference = x[at] - y[at];
    squares += difference * difference;
  }
  return Math.sqrt(squares);
}

interface Pile {
  readonly vector: Float32Array;
  readonly units: number;
}

/**
 * Word Mover's Distance of two sets of items (Kusner et al., 2015): the least mean distance over which the items of one, each
 * of the same weight, can be moved to those of the other. Exact transport. Items without a vector are left out on both
 * sides; null if that empties one.
 *
 * Items of both sets stay where they are, as far as they weigh the same on both sides: straight-line distance obeys the triangle
 * inequality, so no detour through it is shorter. Sets of one size are then an assignment of the rest, O(n^3).
 */
export function wordMoversDistance(x: readonly string[], y: readonly string[], vectorOf: VectorOf): number | null {
  const from = known(x, vectorOf);
  const to = known(y, vectorOf);
  if (from.size === 0 || to.size === 0) return null;
  // Whole units: each item of one side weighs as many as the other side has items.
  const supplies = piles(from, to.size, to, from.size);
  const demands = piles(to, from.size, from, to.size);
  if (supplies.length === 0) return 0;
  const cost = from.size === to.size ? from.size * assigned(supplies, demands) : transported(supplies, demands);
  return cost / (from.size * to.size);
}

function known(items: readonly string[], vectorOf: VectorOf): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>();
  for (const item of items) {
    const vector = vectorOf(item);
    if (vector !== null) found.set(item, vector);
  }
  return found;
}

function piles(own: ReadonlyMap<string, Float32Array>, weight: number, others: ReadonlyMap<string, Float32Array>, theirs: number): Pile[] {
  const out: Pile[] = [];
  for (const [item, vector] of own) {
    const units = others.has(item) ? weight - theirs : weight;
    if (units > 0) out.push({ vector, units });
  }
  return out;
}

function assigned(supplies: readonly Pile[], demands: readonly Pile[]): number {
  const costs = new Float64Array(supplies.length * demands.length);
  let at = 0;
  for (const { vector: a } of supplies) for (const { vector: b } of demands) costs[at++] = vectorDistance(a, b);
  return assign(supplies.length, demands.length, costs)?.cost ?? 0;
}

function transported(supplies: readonly Pile[], demands: readonly Pile[]): number {
  const network = new FlowNetwork(supplies.length + demands.length + 2);
  const source = supplies.length + demands.length;
  for (const [at, { units }] of supplies.entries()) network.arc(source, at, units, 0);
  for (const [at, { units }] of demands.entries()) network.arc(supplies.length + at, source + 1, units, 0);
  for (const [row, a] of supplies.entries()) {
    for (const [column, b] of demands.entries()) {
      network.arc(row, supplies.length + column, Math.min(a.units, b.units), vectorDistance(a.vector, b.vector));
    }
  }
  return network.send(source, source + 1).cost;
}
