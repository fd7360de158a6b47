import { addTo } from '../../../../core/model/lists.ts';
import { fillChunks } from './chunk-filler.ts';
import type { CodedRecords } from './coded-records.ts';
import { type DividedCluster, termsNeeded } from './verpart.ts';

/** Chunks over the transactions of several clusters: the terms of each, ascending. */
export interface SharedTerms {
  /** Ascending. */
  readonly clusters: readonly number[];
  readonly chunks: readonly Int32Array[];
  /** The transactions that hold any of the terms. */
  readonly records: Int32Array;
}

/** The clusters whose term chunks list a term, and the transactions of these that hold it. */
interface Listing {
  clusters: readonly number[];
  records: readonly number[];
}

interface Unit {
  readonly clusters: readonly number[];
  readonly listings: Map<number, Listing>;
  /** Terms of its record and shared chunks: they may enter no further shared chunk. */
  readonly published: Set<number>;
  /** Right neighbours that it could share nothing with: neither changes until it is joined, so they need not be tried again. */
  readonly refused: WeakSet<Unit>;
}

/**
 * Refining: clusters with like term chunks become neighbours, and terms that are rare in each but not in both together leave
 * their term chunks for shared chunks. Passes go on until one joins nothing.
 */
export function refineClusters(data: CodedRecords, clusters: readonly DividedCluster[], k: number, m: number) {
  const termsLeft = clusters.map(({ termChunk }) => new Set(termChunk));
  const leastTerms = clusters.map(({ records, recordChunks, filled }) => termsNeeded(records.length, recordChunks.length, filled, k, m));
  const joint: SharedTerms[] = [];
  let units = clusters.map((cluster, at) => unitOf(data, cluster, at));
  let passes = 0;
  for (let joined = true; joined; ) {
    joined = false;
    passes += 1;
    const ordered = inOrder(units, termsLeft, data.terms.length);
    const next: Unit[] = [];
    for (let at = 0; at < ordered.length; at += 1) {
      const [left, right] = [ordered[at], ordered[at + 1]];
      const shared = right === undefined || left.refused.has(right) ? null : share(left, right, { k, m, termsLeft, leastTerms });
      if (right === undefined || shared === null) {
        if (right !== undefined) left.refused.add(right);
        next.push(left);
        continue;
      }
      const unit = join(left, right, shared.chunks);
      joint.push({ clusters: unit.clusters, ...shared });
      next.push(unit);
      joined = true;
      at += 1;
    }
    units = next;
  }
  return { termChunks: termsLeft.map((terms) => Int32Array.from(terms).sort()), joint, passes };
}

function unitOf({ starts, items }: CodedRecords, { records, recordChunks, termChunk }: DividedCluster, cluster: number): Unit {
  const listings = new Map<number, Listing & { records: number[] }>();
  for (const term of termChunk) listings.set(term, { clusters: [cluster], records: [] });
  for (const record of records) {
    for (let at = starts[record]; at < starts[record + 1]; at += 1) listings.get(items[at])?.records.push(record);
  }
  return { clusters: [cluster], listings, published: new Set(recordChunks.flatMap((terms) => [...terms])), refused: new WeakSet() };
}

/** By term chunk: its terms ordered by how many term chunks hold them, most first, then by number; compared term by term. */
function inOrder(units: readonly Unit[], termsLeft: readonly ReadonlySet<number>[], terms: number): Unit[] {
  const held = new Int32Array(terms);
  for (const chunk of termsLeft) for (const term of chunk) held[term] += 1;
  const byCount = Array.from({ length: terms }, (_, term) => term).sort((a, b) => held[b] - held[a] || a - b);
  const place = new Int32Array(terms);
  byCount.forEach((term, at) => {
    place[term] = at;
  });
  const keys = units.map(({ listings }) => Int32Array.from(listings.keys(), (term) => place[term]).sort());
  const order = units.map((_, at) => at);
  order.sort((a, b) => compareTerms(keys[a] as Int32Array, keys[b] as Int32Array) || a - b);
  return order.map((at) => units[at]);
}

/** Moves what can be moved from the term chunks of both units into shared chunks; null if nothing moved. */
function share(
  left: Unit,
  right: Unit,
  { k, m, termsLeft, leastTerms }: { k: number; m: number; termsLeft: readonly Set<number>[]; leastTerms: readonly number[] },
): Pick<SharedTerms, 'chunks' | 'records'> | null {
  const candidates: { readonly term: number; readonly clusters: readonly number[]; readonly records: readonly number[] }[] = [];
  const [few, many] = left.listings.size <= right.listings.size ? [left, right] : [right, left];
  for (const [term, one] of few.listings) {
    const other = many.listings.get(term);
    if (other === undefined || left.published.has(term) || right.published.has(term)) continue;
    if (one.records.length + other.records.length < k) continue;
    candidates.push({ term, clusters: [...one.clusters, ...other.clusters], records: [...one.records, ...other.records] });
  }
  if (candidates.length === 0) return null;
  candidates.sort((a, b) => b.records.length - a.records.length || a.term - b.term);
  const rowOf = new Map<number, number[]>();
  candidates.forEach(({ records }, rank) => {
    for (const record of records) addTo(rowOf, record, rank);
  });
  // A cluster keeps the terms that it needs to fill its transactions with.
  const mayTake = (rank: number): boolean => {
    const { term, clusters } = candidates[rank];
    if (clusters.some((cluster) => (termsLeft[cluster]?.size ?? 0) <= leastTerms[cluster])) return false;
    for (const cluster of clusters) termsLeft[cluster]?.delete(term);
    return true;
  };
  const { chunkOf, chunks } = fillChunks([...rowOf.values()], candidates.length, { k, m, mayTake });
  const terms: number[][] = Array.from({ length: chunks }, () => []);
  candidates.forEach(({ term }, rank) => {
    terms[chunkOf[rank]]?.push(term);
  });
  if (chunks === 0) return null;
  return { chunks: terms.map((chunk) => Int32Array.from(chunk).sort()), records: Int32Array.from(rowOf.keys()) };
}

/** The larger unit takes the smaller one in, so that a listing is moved at most log2(clusters) times. */
function join(left: Unit, right: Unit, shared: readonly Int32Array[]): Unit {
  const [into, from] = left.listings.size >= right.listings.size ? [left, right] : [right, left];
  for (const [term, { clusters, records }] of from.listings) {
    const known = into.listings.get(term);
    if (known === undefined) into.listings.set(term, { clusters, records });
    else {
      known.clusters = [...known.clusters, ...clusters];
      known.records = [...known.records, ...records];
    }
  }
  for (const term of from.published) into.published.add(term);
  for (const chunk of shared) {
    for (const term of chunk) {
      into.listings.delete(term);
      into.published.add(term);
    }
  }
  return {
    clusters: [...left.clusters, ...right.clusters].sort((a, b) => a - b),
    listings: into.listings,
    published: into.published,
    refused: new WeakSet(),
  };
}

/** Ascending lists of numbers, item by item; a list before those that begin with it. */
function compareTerms(a: Int32Array, b: Int32Array): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = a[at] - b[at];
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
