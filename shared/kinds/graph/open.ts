import { BadInput } from '../../core/model/bad-input.ts';
import type { Files } from '../../kit/kind.ts';
import { readThrough } from '../../kit/read/open-bytes.ts';
import type { SourceFile } from '../../kit/read/read-release.ts';
import type { Gunzip } from '../../ports/gunzip.ts';
import { type GraphFile, GraphReader } from './core/graph-file.ts';

export interface GivenGraph {
  readonly release: GraphFile;
  /** Its nodes by the names that they have in the release. */
  readonly original: GraphFile['graph'] | null;
}

export async function openGraph({ release, original, reading: { gunzip } }: Files): Promise<GivenGraph> {
  const published = await readGraph(release, gunzip);
  if (published.as.size > 0)
    throw new BadInput('this says which names stand for which ("as"): it is the original, and no release', { file: release.name });
  return { release: published, original: original === null ? null : renamed(await readGraph(original, gunzip), published, original.name) };
}

export async function readGraph(file: SourceFile, gunzip: Gunzip): Promise<GraphFile> {
  return readThrough(file, gunzip, new GraphReader(file.name));
}

export function renamed({ graph, as }: GraphFile, release: GraphFile, file: string): GraphFile['graph'] {
  const names = graph.names.map((name) => as.get(name) ?? name);
  const published = new Set(release.graph.names);
  if (!names.some((name) => published.has(name)))
    throw new BadInput('no node of the original is in the release: say what each is called there, {"node":"anna","as":"n1"}', { file });
  return { ...graph, names };
}
