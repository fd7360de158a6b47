import { byAttack, type Finding, proved } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, type TargetGuess } from '../../../core/verdict/guesses.ts';
import type { Cluster, DisassociatedRelease } from '../core/model.ts';

/** Most frequent items that a cluster's commonest separated item is compared with: a rarer one is hardly ever commonest by chance. */
const COMMONEST = 30;

export function clusterFrequencies(release: DisassociatedRelease): Finding[] {
  const { clusters } = release;
  const people = clusters.reduce((sum, { size }) => sum + size, 0);
  const supports = clusters.map(supportsOf);
  const overall = overallShares(release, people);
  const guess = overall[0]?.share ?? 0;
  const chances = new CommonestByChance(overall);
  let certain = 0;
  const said = clusters.map((cluster, at): TargetGuess => {
    const { anchored, separated } = supports[at];
    const known = knownIn(cluster);
    const commonest = Math.max(0, ...separated.values());
    if (commonest === cluster.size) certain += known;
    const less = chances.of(cluster.size, anchored);
    return {
      cluster: at,
      weight: known,
      confidence: commonest === 0 ? null : commonest / cluster.size,
      right: commonest / cluster.size,
      baselineConfidence: less,
      baselineRight: less,
    };
  });
  const unknown = people - said.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  if (unknown > 0) said.push(noGuess(clusters.length, unknown));
  const knows = 'some items of the first chunk, which tell in which cluster a person is';
  return [
    proved(byAttack('learned', 'homogeneous clusters', knows), {
      people: certain,
      of: people,
      baseline: { name: 'the commonest separated item of the release', right: certain * guess },
      reason: 'everybody in the cluster holds the same separated item',
    }),
    ...findingsOf(byAttack('learned', 'cluster frequencies', knows), said, {
      baseline: 'the commonest separated item of as many transactions at random',
      reason: 'the commonest separated item of the cluster is guessed',
    }),
  ];
}

/** Nobody is known by an empty sub-record. */
const knownIn = ({ recordChunks }: Cluster): number => recordChunks[0]?.filter((subRecord) => subRecord.length > 0).length ?? 0;

interface ClusterSupports {
  readonly anchored: ReadonlySet<string>;
  /** Transactions of the cluster with each separated item. A term is in one at least. */
  readonly separated: ReadonlyMap<string, number>;
}

function supportsOf({ recordChunks: [anchoring = [], ...later], termChunk }: Cluster): ClusterSupports {
  const separated = new Map<string, number>(termChunk.map((term) => [term, 1]));
  for (const chunk of later)
    for (const subRecord of chunk) for (const item of new Set(subRecord)) separated.set(item, (separated.get(item) ?? 0) + 1);
  return { anchored: new Set(anchoring.flat()), separated };
}

/** How often each item that some cluster separates occurs in the release, the most frequent first. */
function overallShares(
  { clusters, jointClusters }: DisassociatedRelease,
  people: number,
): { readonly item: string; readonly share: number }[] {
  const counts = new Map<string, number>();
  const separated = new Set<string>();
  const add = (items: Iterable<string>): void => {
    for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  };
  for (const { recordChunks, termChunk } of clusters) {
    for (const [at, chunk] of recordChunks.entries())
      for (const subRecord of chunk) {
        add(new Set(subRecord));
        if (at > 0) for (const item of subRecord) separated.add(item);
      }
    add(termChunk);
    for (const term of termChunk) separated.add(term);
  }
  for (const { sharedChunks } of jointClusters) for (const chunk of sharedChunks) for (const subRecord of chunk) add(new Set(subRecord));
  return Array.from(separated, (item) => ({ item, share: Math.min(1, (counts.get(item) ?? 0) / people) })).sort(
    (a, b) => b.share - a.share || (a.item < b.item ? -1 : 1),
  );
}

/** The mean share of the commonest item where as many transactions are drawn at random: of items that the first chunk does not show. */
class CommonestByChance {
  readonly #overall: readonly { readonly item: string; readonly share: number }[];
  readonly #below = new Map<string, Float64Array>();

  constructor(overall: readonly { readonly item: string; readonly share: number }[]) {
    this.#overall = overall;
  }

  of(size: number, anchored: ReadonlySet<string>): number {
    const rest: Float64Array[] = [];
    for (const { item, share } of this.#overall) {
      if (rest.length === COMMONEST) break;
      if (!anchored.has(item)) rest.push(this.#belowOf(item, share, size));
    }
    let mean = 0;
    for (let count = 0; count < size; count += 1) mean += 1 - rest.reduce((product, below) => product * below[count], 1);
    return mean / size;
  }

  #belowOf(item: string, share: number, size: number): Float64Array {
    const key = `${size} ${item}`;
    const known = this.#below.get(key);
    if (known !== undefined) return known;
    const below = binomialBelow(size, share);
    this.#below.set(key, below);
    return below;
  }
}

/** P(X <= count) for each count, one factor after the other: no power underflows in a cluster's size. */
function binomialBelow(size: number, share: number): Float64Array {
  let masses = new Float64Array(size + 1);
  masses[0] = 1;
  for (let draw = 0; draw < size; draw += 1) {
    const next = new Float64Array(size + 1);
    for (let count = 0; count <= draw; count += 1) {
      next[count] += masses[count] * (1 - share);
      next[count + 1] = masses[count] * share;
    }
    masses = next;
  }
  let sum = 0;
  return masses.map((mass) => {
    sum += mass;
    return Math.min(1, sum);
  });
}
