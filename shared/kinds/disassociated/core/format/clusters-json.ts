import { isObject, listAt, objectAt, type Path, parseShaped, ShapeFault, termsAt } from '../../../../core/format/json-shape.ts';
import type { Warning } from '../../../../core/format/warnings.ts';
import type { Chunk, Cluster, DisassociatedRelease, JointCluster } from '../model.ts';

// Two layouts, told by the keys of the clusters: ours, with `size`, `recordChunks`, `termChunk`; and the one that public tools
// print, with `record_chunks`, `item_chunk`, `shared_chunks`. A file keeps to one of them.

export interface ParsedDisassociated {
  readonly release: DisassociatedRelease;
  readonly warnings: readonly Warning[];
}

/** Reads a disassociated release; whatever is wrong with it is a BadInput with its line and column. */
export function parseDisassociated(text: string, file: string): ParsedDisassociated {
  const messages: string[] = [];
  const release = parseShaped(text, file, (value) => readRelease(value, messages));
  return { release, warnings: messages.map((message) => ({ message, file, line: 1, times: 1 })) };
}

const OWN_KEYS = ['size', 'recordChunks', 'termChunk'];
const PUBLIC_KEYS = ['size', 'record_chunks', 'item_chunk', 'shared_chunks'];

function readRelease(value: unknown, warnings: string[]): DisassociatedRelease {
  if (!isObject(value)) throw new ShapeFault('a disassociated release is an object, {"clusters":[...]}', []);
  const clusters = listAt(value['clusters'], ['clusters'], '"clusters" is the list of clusters');
  if (clusters.length === 0) throw new ShapeFault('a release has at least one cluster', ['clusters']);
  const ignored = Object.keys(value).filter((key) => key !== 'clusters' && key !== 'jointClusters');
  if (ignored.length > 0) warnings.push('keys beside "clusters" and "jointClusters" were ignored');
  const isPublic = clusters.some((cluster) => isObject(cluster) && Object.keys(cluster).some((key) => key.includes('_')));
  if (isPublic) {
    const read = clusters.map((cluster, at) => readPublic(cluster, ['clusters', at]));
    const unknown = read.filter(({ cluster, sizeStated }) => !sizeStated && cluster.recordChunks.length === 0).length;
    const inferred = read.some(({ sizeStated }) => !sizeStated);
    if (inferred)
      warnings.push('sizes are not stated: each cluster is taken to be as large as the most sub-records that one of its chunks shows');
    if (unknown > 0) warnings.push(`clusters without a record chunk show no size: ${unknown} were taken to be of one transaction`);
    return {
      clusters: read.map(({ cluster }) => cluster),
      jointClusters: [
        ...readJoint(
          value,
          read.map(({ cluster }) => cluster),
        ),
        ...joined(read),
      ],
      sizesInferred: inferred,
    };
  }
  const own = clusters.map((cluster, at) => readOwn(cluster, ['clusters', at]));
  return { clusters: own, jointClusters: readJoint(value, own), sizesInferred: false };
}

/** Parts of one cluster that are joined may hold more than it stands for: then they are no parts of one chunk. */
function joined(read: readonly PublicCluster[]): JointCluster[] {
  const joint = joinSharedChunks(read);
  for (const { clusters, sharedChunks } of joint) {
    const size = clusters.reduce((total, at) => total + (read[at]?.cluster.size ?? 0), 0);
    const [chunk] = sharedChunks;
    if (chunk !== undefined && chunk.length > size)
      throw new ShapeFault(`shared chunks with a term in common hold ${chunk.length} sub-records over clusters of ${size} transactions`, [
        'clusters',
        clusters[0] ?? 0,
        'shared_chunks',
      ]);
  }
  return joint;
}

function readOwn(value: unknown, path: Path): Cluster {
  const cluster = objectAt(value, path, OWN_KEYS);
  const size = sizeAt(cluster['size'], [...path, 'size']);
  const recordChunks = cluster['recordChunks'] === undefined ? [] : chunksAt(cluster['recordChunks'], [...path, 'recordChunks'], size);
  const termChunk = cluster['termChunk'] === undefined ? [] : termsAt(cluster['termChunk'], [...path, 'termChunk']);
  return { size, recordChunks, termChunk };
}

function readPublic(value: unknown, path: Path): PublicCluster {
  const cluster = objectAt(value, path, PUBLIC_KEYS);
  const stated = cluster['size'] === undefined ? null : sizeAt(cluster['size'], [...path, 'size']);
  const chunks = (key: string): readonly Chunk[] => {
    const published = cluster[key];
    if (published === undefined) return [];
    const list = listAt(published, [...path, key], `"${key}" is a list of chunks`);
    // A chunk alone is printed without the list around it.
    const nested = list.length > 0 && list.every((chunk) => Array.isArray(chunk) && chunk.every((item) => typeof item === 'string'));
    const read = nested ? [chunkAt(list, [...path, key], stated)] : list.map((chunk, at) => chunkAt(chunk, [...path, key, at], stated));
    return read.filter((chunk) => chunk.some((subRecord) => subRecord.length > 0));
  };
  const recordChunks = chunks('record_chunks');
  const terms = cluster['item_chunk'] === undefined ? [] : listAt(cluster['item_chunk'], [...path, 'item_chunk'], '"item_chunk" is a list');
  // The list of terms is nested in another list, which may be empty.
  const inner = terms.length === 1 && Array.isArray(terms[0]);
  const termChunk = inner ? termsAt(terms[0], [...path, 'item_chunk', 0]) : termsAt(terms, [...path, 'item_chunk']);
  const sharedChunks = chunks('shared_chunks');
  const shown = [...recordChunks, ...sharedChunks].reduce((most, chunk) => Math.max(most, chunk.length), 1);
  return {
    cluster: { size: stated ?? shown, recordChunks, termChunk },
    sizeStated: stated !== null,
    sharedChunks,
  };
}

function readJoint(release: Readonly<Record<string, unknown>>, clusters: readonly Cluster[]): JointCluster[] {
  if (release['jointClusters'] === undefined) return [];
  return listAt(release['jointClusters'], ['jointClusters'], '"jointClusters" is a list').map((value, at) => {
    const path = ['jointClusters', at];
    const joint = objectAt(value, path, ['clusters', 'sharedChunks']);
    const members = listAt(joint['clusters'], [...path, 'clusters'], '"clusters" lists the joint clusters by number, from 0');
    const seen = new Set<unknown>();
    members.forEach((member, nth) => {
      const here = [...path, 'clusters', nth];
      if (!Number.isInteger(member) || (member as number) < 0 || (member as number) >= clusters.length)
        throw new ShapeFault(`a cluster's number, from 0 to ${clusters.length - 1}, is wanted here`, here);
      if (seen.has(member)) throw new ShapeFault('this cluster for the second time', here);
      seen.add(member);
    });
    // One is enough: a public tool's shared chunk may have nothing in common with another's.
    if (members.length === 0) throw new ShapeFault('a joint cluster joins at least one cluster', [...path, 'clusters']);
    const size = (members as number[]).reduce((total, member) => total + (clusters[member]?.size ?? 0), 0);
    const sharedChunks = chunksAt(joint['sharedChunks'], [...path, 'sharedChunks'], size);
    return { clusters: members as number[], sharedChunks };
  });
}

function chunksAt(value: unknown, path: Path, size: number): readonly Chunk[] {
  return listAt(value, path, 'a list of chunks is wanted here').map((chunk, at) => {
    const read = chunkAt(chunk, [...path, at], size);
    if (!read.some((subRecord) => subRecord.length > 0))
      throw new ShapeFault('a chunk holds at least one sub-record with an item', [...path, at]);
    return read;
  });
}

function chunkAt(value: unknown, path: Path, size: number | null): Chunk {
  const subRecords = listAt(value, path, 'a chunk is a list of sub-records');
  if (size !== null && subRecords.length > size)
    throw new ShapeFault(`${subRecords.length} sub-records in a chunk over ${size} transactions`, path);
  return subRecords.map((subRecord, at) => termsAt(subRecord, [...path, at]));
}

function sizeAt(value: unknown, path: Path): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1)
    throw new ShapeFault('"size" is the number of transactions that the cluster stands for, at least 1', path);
  return value as number;
}

/** Our layout, a cluster a line, in pieces as they are made. */
export function* writeDisassociated(release: DisassociatedRelease): Generator<string> {
  yield '{"clusters":[\n';
  for (const [at, cluster] of release.clusters.entries()) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(cluster)}`;
  if (release.jointClusters.length > 0) {
    yield '\n],"jointClusters":[\n';
    for (const [at, joint] of release.jointClusters.entries()) yield `${at === 0 ? '' : ',\n'}${JSON.stringify(joint)}`;
  }
  yield '\n]}\n';
}

/** A cluster as public tools print it: without its size, and with its own part of what it shares. */
interface PublicCluster {
  readonly cluster: Cluster;
  readonly sizeStated: boolean;
  readonly sharedChunks: readonly Chunk[];
}

/**
 * Each cluster prints the sub-records that it brings to a shared chunk; nothing says which clusters share it. Parts that
 * have a term in common, directly or by way of others, are taken to be parts of one shared chunk, and the clusters that
 * hold them to be joined by it.
 */
export function joinSharedChunks(read: readonly PublicCluster[]): JointCluster[] {
  const parts = read.flatMap(({ sharedChunks }, cluster) => sharedChunks.map((chunk) => ({ cluster, chunk })));
  const leader = parts.map((_, at) => at);
  const find = (part: number): number => {
    let at = part;
    while (leader[at] !== at) at = leader[at];
    return at;
  };
  const holder = new Map<string, number>();
  parts.forEach(({ chunk }, part) => {
    for (const term of chunk.flat()) {
      const other = holder.get(term);
      if (other === undefined) holder.set(term, part);
      else {
        const [first, second] = [find(other), find(part)].toSorted((a, b) => a - b) as [number, number];
        leader[second] = first;
      }
    }
  });
  const whole = new Map<number, { readonly clusters: number[]; readonly chunk: Chunk[number][] }>();
  parts.forEach(({ cluster, chunk }, part) => {
    const joined = whole.get(find(part)) ?? { clusters: [], chunk: [] };
    whole.set(find(part), joined);
    if (!joined.clusters.includes(cluster)) joined.clusters.push(cluster);
    // One by one: a call takes some hundred thousand arguments at most.
    for (const subRecord of chunk) joined.chunk.push(subRecord);
  });
  return [...whole.values()].map(({ clusters, chunk }) => ({ clusters, sharedChunks: [chunk] }));
}
