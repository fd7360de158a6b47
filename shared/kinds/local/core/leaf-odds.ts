import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { seeded } from '../../../core/random/random.ts';

export interface LeafClass {
  readonly rows: readonly number[];
  readonly nodes: readonly number[];
}

export const leafClasses = (transactions: readonly (readonly number[])[]): LeafClass[] =>
  Array.from(Map.groupBy(transactions.keys(), (row) => transactions[row].join(' ')).values(), (rows) => ({
    rows,
    nodes: transactions[rows[0]],
  }));

const ROUNDS = 20;

/**
 * How often each leaf is held, from the release alone: leaves that some classes publish as themselves say how common they are where others publish
 * what stands above them. Expectation and maximisation under independent leaves, of which at least one under each published node is held.
 */
export function leafShares(classes: readonly LeafClass[], { first, end, leaves }: Hierarchy): Float64Array {
  const rows = classes.reduce((sum, own) => sum + own.rows.length, 0);
  let shares = new Float64Array(leaves).fill(0.5);
  for (let round = 0; round < ROUNDS; round += 1) {
    const expected = new Float64Array(leaves);
    for (const { rows: own, nodes } of classes) {
      for (const node of nodes) {
        const any = anyOf(shares, first[node], end[node]);
        for (let leaf = first[node]; leaf < end[node]; leaf += 1) expected[leaf] += own.length * heldWith(shares[leaf], any);
      }
    }
    shares = expected.map((held) => Math.min(1, held / rows));
  }
  return shares;
}

export function anyOf(shares: Float64Array, from: number, to: number): number {
  let none = 1;
  for (let leaf = from; leaf < to; leaf += 1) none *= 1 - shares[leaf];
  return 1 - none;
}

/** Probability that a leaf is present, given that one of its siblings is. */
export const heldWith = (share: number, any: number): number => (any === 0 ? 0 : Math.min(1, share / any));

/** Shares this close are ties. */
const TIE = 1e-9;

/** The commonest leaf under a node. Of several one by their names under the seed: neither the order of a file nor rounding decides. */
export function likeliest(shares: Float64Array, { first, end, names }: Hierarchy, node: number, seed: string): number {
  const under = Array.from({ length: end[node] - first[node] }, (_, at) => first[node] + at);
  const most = under.reduce((greatest, leaf) => Math.max(greatest, shares[leaf]), 0);
  const best = under.filter((leaf) => most - shares[leaf] <= TIE);
  if (best.length === 1) return best[0];
  const sorted = best.toSorted((a, b) => compareCodePoints(names[a], names[b]));
  return sorted[seeded(seed, 'leaf', ...sorted.map((leaf) => names[leaf])).below(sorted.length)];
}
