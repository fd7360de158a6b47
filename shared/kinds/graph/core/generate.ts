import { seeded } from '../../../core/random/random.ts';

/** Edges of a graph that grew by preferential attachment: each further node is joined to some that have many already. */
export function* syntheticEdges(nodes: number, each: number, seed: string): Generator<readonly [string, string]> {
  const random = seeded(seed, 'graph');
  const ends: number[] = [];
  for (let node = 1; node < nodes; node += 1) {
    const chosen = new Set<number>();
    const wanted = Math.min(node, each);
    while (chosen.size < wanted)
      chosen.add(ends.length === 0 ? 0 : random.unit() < 0.9 ? ends[random.below(ends.length)] : random.below(node));
    for (const other of chosen) {
      ends.push(node, other);
      yield [String(node), String(other)];
    }
  }
}
