import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { rareItemsets } from '../../../../core/model/rare-itemsets.ts';
import { type Chunk, type Cluster, chunkTerms, type DisassociatedRelease, nonEmpty } from '../model.ts';

export interface KmClaim {
  readonly k: number;
  readonly m: number;
}

export type Rule =
  /** A cluster stands for fewer than k transactions. */
  | 'cluster size'
  /** An itemset of at most m items occurs in a record chunk, in fewer than k of its sub-records. */
  | 'record chunk'
  | 'shared chunk'
  /** Two record chunks of a cluster share a term. */
  | 'divided terms'
  /** A term of the term chunk is also in a record chunk of the same cluster. */
  | 'term chunk'
  /** A term of a shared chunk is also in a record chunk of a cluster that shares it. */
  | 'shared term'
  /** A term of a shared chunk is also in the term chunk of a cluster that shares it. */
  | 'shared term, term chunk'
  /** A term is in two shared chunks over one cluster, of one joint cluster or of two. */
  | 'divided shared terms'
  /** Lemma 2: without a term chunk, too few sub-records for k transactions of every combination. */
  | 'lemma 2'
  /** `strict`: what the term chunk can fill is counted too, and does not suffice. */
  | 'lemma 2, strict'
  /** Two items of different chunks meet in fewer than k transactions, whichever world it is that the method published so. */
  | 'possible worlds';

/** One place at which a release is not what it claims to be. Numbers of clusters and chunks count from 0. */
export interface Violation {
  readonly rule: Rule;
  readonly cluster: number | null;
  readonly jointCluster: number | null;
  readonly chunk: number | null;
  readonly items: readonly string[];
  /** The count, and the minimum required; both 0 for terms in the wrong chunk. */
  readonly found: number;
  readonly wanted: number;
}

/**
 * Is a release k^m-anonymous, as it claims? Every violation with its place, in the order of the release. Of itemsets that
 * are too rare the least are named: every itemset that holds one is too rare as well. `strict`: against an attacker who knows
 * the method, a term of the term chunk fills at most k - 1 transactions.
 */
export function checkRelease(release: DisassociatedRelease, claim: KmClaim, { strict = false } = {}): Violation[] {
  const violations: Violation[] = [];
  release.clusters.forEach((_, cluster) => {
    checkCluster(release, cluster, claim, strict, violations);
  });
  /** For each cluster the terms of the shared chunks over it so far. */
  const sharedOver = release.clusters.map(() => new Set<string>());
  release.jointClusters.forEach((_, joint) => {
    checkJoint(release, joint, claim, sharedOver, violations);
  });
  return violations;
}

const violation = (rule: Rule, rest: Partial<Violation>): Violation => ({
  cluster: null,
  jointCluster: null,
  chunk: null,
  items: [],
  found: 0,
  wanted: 0,
  ...rest,
  rule,
});

function checkCluster(release: DisassociatedRelease, cluster: number, { k, m }: KmClaim, strict: boolean, violations: Violation[]): void {
  const { size, recordChunks, termChunk } = release.clusters[cluster];
  if (size < k) violations.push(violation('cluster size', { cluster, found: size, wanted: k }));
  const chunkOf = new Map<string, number>();
  recordChunks.forEach((chunk, at) => {
    for (const { items, found } of rareIn(chunk, k, m))
      violations.push(violation('record chunk', { cluster, chunk: at, items, found, wanted: k }));
    for (const term of chunkTerms(chunk)) {
      if (!chunkOf.has(term)) chunkOf.set(term, at);
      else violations.push(violation('divided terms', { cluster, chunk: at, items: [term] }));
    }
  });
  for (const term of termChunk) {
    const chunk = chunkOf.get(term);
    if (chunk !== undefined) violations.push(violation('term chunk', { cluster, chunk, items: [term] }));
  }
  const filled = recordChunks.reduce((count, chunk) => count + nonEmpty(chunk), 0);
  const wanted = size + k * (Math.min(m, recordChunks.length) - 1);
  if (termChunk.length === 0) {
    if (filled < wanted) violations.push(violation('lemma 2', { cluster, found: filled, wanted }));
  } else if (strict) {
    const fillable = filled + (k - 1) * termChunk.length;
    if (fillable < wanted) violations.push(violation('lemma 2, strict', { cluster, found: fillable, wanted }));
  }
}

function checkJoint(
  release: DisassociatedRelease,
  jointCluster: number,
  { k, m }: KmClaim,
  sharedOver: readonly Set<string>[],
  violations: Violation[],
): void {
  const { clusters, sharedChunks } = release.jointClusters[jointCluster];
  const shared = new Set(sharedChunks.flat(2));
  const held = (termsIn: (cluster: Cluster) => readonly string[]): Map<string, Set<number>> => {
    const by = new Map<string, Set<number>>();
    for (const cluster of clusters) {
      for (const term of termsIn(release.clusters[cluster])) if (shared.has(term)) by.set(term, (by.get(term) ?? new Set()).add(cluster));
    }
    return by;
  };
  const inRecordChunks = held(({ recordChunks }) => recordChunks.flat(2));
  const inTermChunks = held(({ termChunk }) => termChunk);
  sharedChunks.forEach((chunk, at) => {
    for (const { items, found } of rareIn(chunk, k, m))
      violations.push(violation('shared chunk', { jointCluster, chunk: at, items, found, wanted: k }));
    for (const term of chunkTerms(chunk)) {
      const place = { jointCluster, chunk: at, items: [term] };
      for (const cluster of inRecordChunks.get(term) ?? []) violations.push(violation('shared term', { ...place, cluster }));
      for (const cluster of inTermChunks.get(term) ?? []) violations.push(violation('shared term, term chunk', { ...place, cluster }));
      for (const cluster of clusters) {
        const over = sharedOver[cluster];
        if (over.has(term)) violations.push(violation('divided shared terms', { ...place, cluster }));
        over.add(term);
      }
    }
  });
}

/** Items by their numbers in code-point order, so that what is named first does not depend on the order in the file. */
function rareIn(chunk: Chunk, k: number, m: number): { readonly items: readonly string[]; readonly found: number }[] {
  const terms = [...chunkTerms(chunk)].sort(compareCodePoints);
  const numberOf = new Map(terms.map((term, at) => [term, at]));
  const rows = chunk.map((subRecord) => subRecord.map((term) => numberOf.get(term) as number));
  return rareItemsets(rows, terms.length, k, m).map(({ items, support }) => ({
    items: items.map((item) => terms[item]),
    found: support,
  }));
}

/** Where a violation is, without an item. */
export const placeOfViolation = ({ rule, cluster, jointCluster, chunk }: Violation): string =>
  `${jointCluster === null ? `clusters[${cluster}]` : `jointClusters[${jointCluster}]`}${chunk === null ? '' : `, chunk ${chunk}`} (${rule})`;

/** One violation as a sentence, with its place; clusters and chunks count from 0, as in the JSON. */
export function describeViolation({ rule, cluster, jointCluster, chunk, items, found, wanted }: Violation): string {
  const where = jointCluster === null ? `clusters[${cluster}]` : `jointClusters[${jointCluster}]`;
  const itemset = items.map((item) => JSON.stringify(item)).join(' + ');
  switch (rule) {
    case 'cluster size':
      return `${where} stands for ${found} ${found === 1 ? 'transaction' : 'transactions'}, fewer than k = ${wanted}`;
    case 'record chunk':
      return `${where}.recordChunks[${chunk}]: ${itemset} in ${found} ${found === 1 ? 'sub-record' : 'sub-records'}, fewer than k = ${wanted}`;
    case 'shared chunk':
      return `${where}.sharedChunks[${chunk}]: ${itemset} in ${found} ${found === 1 ? 'sub-record' : 'sub-records'}, fewer than k = ${wanted}`;
    case 'divided terms':
      return `${where}.recordChunks[${chunk}]: ${itemset} stands in an earlier record chunk of the cluster too`;
    case 'term chunk':
      return `${where}.termChunk: ${itemset} stands in recordChunks[${chunk}] too`;
    case 'shared term':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in a record chunk of clusters[${cluster}] too`;
    case 'shared term, term chunk':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in the term chunk of clusters[${cluster}] too`;
    case 'divided shared terms':
      return `${where}.sharedChunks[${chunk}]: ${itemset} stands in another shared chunk over clusters[${cluster}] too`;
    case 'lemma 2':
      return `${where} has no term chunk and ${found} non-empty sub-records; ${wanted} are needed so that none of its transactions must be empty`;
    case 'lemma 2, strict':
      return `${where}: sub-records and what the term chunk fills come to ${found}; ${wanted} are needed so that none of its transactions must be empty`;
    case 'possible worlds':
      return `${where}: at most ${found} ${found === 1 ? 'transaction holds' : 'transactions hold'} ${itemset}, fewer than k = ${wanted}, to anybody who knows how the release was made`;
  }
}
