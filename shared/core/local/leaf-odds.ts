import type { Hierarchy } from '../anonymise/km/hierarchy.ts';
import { compareCodePoints } from '../model/code-points.ts';
import { seeded } from '../random/random.ts';

/** A class: the rows that publish the same nodes. */
export interface LeafClass {
  readonly rows: readonly number[];
  readonly nodes: readonly number[];
}

/** Classes in the order of their first rows. */
export function leafClasses(transactions: readonly (readonly number[])[]): LeafClass[] {
  const classes = new Map<string, { rows: number[]; nodes: readonly number[] }>();
  for (const [row, nodes] of transactions.entries()) {
    const key = nodes.join(' ');
    const own = classes.get(key);
    if (own === undefined) classes.set(key, { rows: [row], nodes });
    else own.rows.push(row);
  }
  return [...classes.values()];
}

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
        const any = anyOf(shares, first[node] as number, end[node] as number);
        for (let leaf = first[node] as number; leaf < (end[node] as number); leaf += 1)
          expected[leaf] = (expected[leaf] as number) + own.length * heldWith(shares[leaf] as number, any);
      }
    }
    shares = expected.map((held) => Math.min(1, held / rows));
  }
  return shares;
}

/** That one of some leaves is held at least. */
export function anyOf(shares: Float64Array, from: number, to: number): number {
  let none = 1;
  for (let leaf = from; leaf < to; leaf += 1) none *= 1 - (shares[leaf] as number);
  return 1 - none;
}

/** That a leaf is held, given that one of those beside it is. */
export const heldWith = (share: number, any: number): number => (any === 0 ? 0 : Math.min(1, share / any));

/** Shares this close are ties. */
const TIE = 1e-9;

/** The commonest leaf under a node. Of several one by their names under the seed: neither the order of a file nor rounding decides. */
export function likeliest(shares: Float64Array, { first, end, names }: Hierarchy, node: number, seed: string): number {
  const under = Array.from({ length: (end[node] as number) - (first[node] as number) }, (_, at) => (first[node] as number) + at);
  const most = under.reduce((greatest, leaf) => Math.max(greatest, shares[leaf] as number), 0);
  const best = under.filter((leaf) => most - (shares[leaf] as number) <= TIE);
  if (best.length === 1) return best[0] as number;
  const sorted = best.toSorted((a, b) => compareCodePoints(names[a] as string, names[b] as string));
  return sorted[seeded(seed, 'leaf', ...sorted.map((leaf) => names[leaf] as string)).below(sorted.length)] as number;
}
