import { STATES } from '../../../app/audit/score/pair-columns.ts';
import { scoreGroups } from '../../../app/audit/score/score-groups.ts';
import { embedItems } from '../../../app/embed-items.ts';
import type { GroupRecord } from '../../../contracts/work.ts';
import type { Closeness } from '../../../core/attack/reassociation/closeness.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';

/** What items are compared by: vectors where they were asked for, else the counts of sources. */
export interface Relating {
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly smoothing: Smoothing;
  readonly labels?: ReadonlyMap<string, string> | undefined;
}

interface ScoredCluster {
  readonly closeness: Closeness;
  /** Items of pieces and of anchoring sub-records that nothing is known of. */
  readonly unmatched: readonly string[];
}

/** Scores the clusters of a batch together: each source is asked once for all of them. */
export async function scoreClusters(
  units: readonly GroupRecord[],
  { sources, embeddings, smoothing, labels }: Relating,
): Promise<ScoredCluster[]> {
  if (embeddings !== null) return scoreByVectors(units, embeddings, labels);
  const scored = await scoreGroups(units, sources, { smoothing, labels });
  return scored.map(({ group, pairs, unmatchedMembers, unmatchedContext }) => {
    const member = new Map(group.members.map((item, at) => [item, at]));
    const context = new Map(group.context.map((item, at) => [item, at]));
    return {
      closeness: (item, anchorItem) => {
        const pair = (context.get(anchorItem) ?? 0) * group.members.length + (member.get(item) ?? 0);
        return STATES[pairs.state[pair] as number] === 'unreliable' ? Number.NaN : -(pairs.distance[pair] ?? Number.NaN);
      },
      unmatched: [
        ...Array.from(unmatchedMembers, (at) => group.members[at] as string),
        ...Array.from(unmatchedContext, (at) => group.context[at] as string),
      ],
    };
  });
}

async function scoreByVectors(
  units: readonly GroupRecord[],
  embeddings: Embeddings,
  labels: ReadonlyMap<string, string> | undefined,
): Promise<ScoredCluster[]> {
  const items = [...new Set(units.flatMap(({ members, context }) => [...members, ...context]))];
  const vectors = await embedItems(
    items.map((item) => labels?.get(item) ?? item),
    embeddings,
  );
  const vectorOf = new Map(items.map((item, at) => [item, vectors[at] ?? null]));
  return units.map(({ members, context }) => ({
    closeness: (item, anchorItem) => dot(vectorOf.get(item) ?? null, vectorOf.get(anchorItem) ?? null),
    unmatched: [...new Set([...members, ...context])].filter((item) => vectorOf.get(item) === null),
  }));
}

/** The cosine of two unit vectors. */
function dot(x: Float32Array | null, y: Float32Array | null): number {
  if (x === null || y === null) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < x.length; at += 1) sum += (x[at] as number) * (y[at] as number);
  return sum;
}
