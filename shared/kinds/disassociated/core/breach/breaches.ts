import { addTo } from '../../../../core/model/lists.ts';
import { draw, type Random } from '../../../../core/random/random.ts';
import type { DisassociatedRelease } from '../model.ts';
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
      perCluster[at] = Math.max(perCluster[at], chunks);
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

/** How many terms of each kind the weak attacker draws: 20 in all, 190 pairs. */
const WEAK_DRAWS = 10;

/** The share of the records that the moderate attacker knows, in audits and experiments alike: the sources leave it open. */
export const MODERATE_SHARE = 0.1;

/**
 * Moderate: knows some of the records, a strict part of them, and so every combination of m of their items. A pair lies in
 * one of these when a known record of at least m items holds both.
 */
export function moderate(records: readonly (readonly string[])[], m: number, share: number, random: Random): Background {
  const holders = new Map<string, number[]>();
  // No single item holds a pair.
  if (m < 2) return { holds: () => false };
  // The share, but never all of them.
  const wanted = Math.min(records.length - 1, Math.max(0, Math.round(records.length * share)));
  for (const at of draw([...records.keys()], wanted, random).sort((a, b) => a - b)) {
    const record = records[at];
    if (record.length < m) continue;
    for (const item of record) addTo(holders, item, at);
  }
  return { holds: (x, y) => meet(holders.get(x) ?? [], holders.get(y) ?? []) };
}

function meet(x: readonly number[], y: readonly number[]): boolean {
  for (let a = 0, b = 0; a < x.length && b < y.length; ) {
    const difference = x[a] - y[b];
    if (difference === 0) return true;
    if (difference < 0) a += 1;
    else b += 1;
  }
  return false;
}

/** Weak: every combination of m out of 10 items drawn from the data and 10 nouns drawn from a dictionary. */
export function weak(items: readonly string[], nouns: readonly string[], m: number, random: Random): Background {
  const known = new Set([
    ...draw([...items], Math.min(WEAK_DRAWS, items.length), random),
    ...draw([...nouns], Math.min(WEAK_DRAWS, nouns.length), random),
  ]);
  // With fewer terms than m there is no combination to know.
  return { holds: (x, y) => m >= 2 && known.size >= m && known.has(x) && known.has(y) };
}
