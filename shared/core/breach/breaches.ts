import type { DisassociatedRelease } from '../model/disassociated.ts';
import { type CoverProblem, coverProblems } from './cover-problems.ts';

/** Two items that an attacker can put together more often than the claim allows, and where. Numbers count from 0. */
interface Breach {
  readonly cluster: number;
  readonly item: string;
  readonly chunk: number;
  readonly covered: string;
  readonly against: number;
  /** The covered item covers nothing and is covered by nothing: it is the only one that is frequent enough. */
  readonly trivial: boolean;
  /** How many transactions hold both, if the release was made by the method: from `least` to `most`. */
  readonly least: number;
  readonly most: number;
}

/** What an attacker knows beforehand: is this pair within one of the itemsets of the background knowledge? */
export interface Background {
  holds(x: string, y: string): boolean;
}

/** Knows every itemset: each cover problem is a breach. */
export const STRONG: Background = { holds: () => true };

export interface BreachCount {
  readonly breaches: readonly Breach[];
  /** For each cluster, the most earlier chunks against which one of its items is breached; the release's is the sum. */
  readonly perCluster: Int32Array;
  readonly quantity: number;
}

/** Every breach, in the order of the release. */
export function countBreaches(release: DisassociatedRelease, k: number, background: Background): BreachCount {
  const breaches: Breach[] = [];
  const perCluster = new Int32Array(release.clusters.length);
  release.clusters.forEach((cluster, at) => {
    // Of one item, one after the other: its problems follow each other.
    let last: CoverProblem | null = null;
    let chunks = 0;
    for (const problem of coverProblems(cluster)) {
      const found = breachesOf(problem, at, cluster.size, k, background);
      if (problem.item !== last?.item || problem.chunk !== last.chunk) chunks = 0;
      last = problem;
      if (found.length > 0) chunks += 1;
      perCluster[at] = Math.max(perCluster[at] as number, chunks);
      breaches.push(...found);
    }
  });
  return { breaches, perCluster, quantity: perCluster.reduce((sum, each) => sum + each, 0) };
}

function breachesOf(problem: CoverProblem, cluster: number, size: number, k: number, background: Background): Breach[] {
  const { item, chunk, against, support, coveredSupport, covered, covering } = problem;
  const least = Math.max(0, support + coveredSupport - size);
  // They meet k times whatever the attacker does: the method would have put them into one chunk, and nothing is breached.
  if (least >= k) return [];
  const most = Math.min(support, coveredSupport, k - 1);
  const trivial = covered.length + covering.length === 1;
  return covered
    .filter((other) => background.holds(item, other))
    .map((other) => ({ cluster, item, chunk, covered: other, against, trivial, least, most }));
}
