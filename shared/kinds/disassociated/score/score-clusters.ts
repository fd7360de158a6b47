import type { Closeness } from '../../../core/closeness/closeness.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import { type ScoredRecord, STATES } from '../../../kit/score/pair-table.ts';
import { scoreGroups } from '../../../kit/score/score-groups.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { ClusterRecord } from '../contracts.ts';
import type { PairScores } from '../core/placement/cluster-evidence.ts';
import { puzzleOf } from '../core/reassociation/pieces.ts';
import { countLifts, dot, type LiftCounts, pairScores, vectorsByItem } from './pair-scores.ts';

/** Items are compared by vectors where they were asked for, else the counts of sources. */
export interface Relating {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly smoothing: Smoothing;
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

/** Stored scores of a cluster; `table` is null where vectors relate the items, `lifts` where no attack learns. */
interface CountedCluster {
  readonly table: Pick<ScoredRecord, 'pairs' | 'unmatchedMembers' | 'unmatchedContext'> | null;
  readonly lifts: readonly LiftCounts[] | null;
}

/** Asks the sources about a batch of clusters: each once for the tables of them all. */
export async function countClusters(
  records: readonly ClusterRecord[],
  { sources, embeddings, smoothing, labels }: Relating,
  { termPlaces, learns }: { readonly termPlaces: number; readonly learns: boolean },
) {
  const tables = embeddings === null ? await scoreGroups(records, sources, { smoothing, labels }) : null;
  if (!learns) return { tables, lifts: null };
  const lifts: LiftCounts[][] = [];
  for (const { cluster } of records) lifts.push(await countLifts(puzzleOf(cluster, termPlaces), { sources, labels }));
  return { tables, lifts };
}

export interface ClusterScores {
  readonly closeness: Closeness;
  /** Items of pieces and of anchoring sub-records that nothing is known of. */
  readonly unmatched: readonly string[];
  /** Scores by every source; null where no attack learns. */
  readonly scores: PairScores | null;
}

export async function clusterScores(
  { members, context, cluster }: ClusterRecord,
  { table, lifts }: CountedCluster,
  { embeddings, labels }: Pick<Relating, 'embeddings' | 'labels'>,
  termPlaces: number,
): Promise<ClusterScores> {
  const scores = lifts === null ? null : await pairScores(puzzleOf(cluster, termPlaces), lifts, { embeddings, labels });
  if (embeddings !== null) {
    const items = [...new Set([...members, ...context])];
    const vectorOf = await vectorsByItem(items, embeddings, labels);
    const closeness: Closeness = (item, anchorItem) => dot(vectorOf(item), vectorOf(anchorItem));
    return { closeness, unmatched: items.filter((item) => vectorOf(item) === null), scores };
  }
  if (table === null) throw new Error('nothing relates the items of a cluster');
  return { ...byCounts(members, context, table), scores };
}

function byCounts(
  members: readonly string[],
  context: readonly string[],
  { pairs, unmatchedMembers, unmatchedContext }: NonNullable<CountedCluster['table']>,
): Omit<ClusterScores, 'scores'> {
  const memberAt = new Map(members.map((item, at) => [item, at]));
  const contextAt = new Map(context.map((item, at) => [item, at]));
  return {
    closeness: (item, anchorItem) => {
      const pair = (contextAt.get(anchorItem) ?? 0) * members.length + (memberAt.get(item) ?? 0);
      return STATES[pairs.state[pair]] === 'unreliable' ? Number.NaN : -(pairs.distance[pair] ?? Number.NaN);
    },
    unmatched: [...Array.from(unmatchedMembers, (at) => members[at]), ...Array.from(unmatchedContext, (at) => context[at])],
  };
}
