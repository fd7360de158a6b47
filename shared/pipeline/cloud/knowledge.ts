import type { PlannedEmbeddings, PlannedSource } from '../../contracts/cloud-work.ts';
import type { NounGraph } from '../../core/text/noun-graph.ts';
import type { Audit, Kind, Knowledge, Steps } from '../../kit/kind.ts';
import { once } from '../../kit/once.ts';
import type { ContextJudge } from '../../ports/context-judge.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Kinds } from '../audit/kind-of.ts';
import { stampedKind } from '../audit/stamp.ts';
import type { AuditFolder } from './audit-folder.ts';

/** Pushed sources and vectors, at their pinned versions. */
export interface Assets {
  /** The corpora among the sources, in order. */
  corpora(sources: readonly PlannedSource[]): Promise<readonly HitCounter[]>;
  embeddings(pinned: PlannedEmbeddings | null): Promise<Embeddings | null>;
  nouns(key: string): Promise<NounGraph>;
}

/** For a step without access to the assets. */
export const NO_ASSETS: Assets = {
  corpora: () => Promise.reject(new Error('this step opens no sources')),
  embeddings: () => Promise.reject(new Error('this step opens no word vectors')),
  nouns: () => Promise.reject(new Error('this step reads no nouns')),
};

interface PlannedSteps {
  readonly kind: Kind;
  readonly steps: Steps;
  readonly audit: Audit;
  readonly sources: readonly PlannedSource[];
}

export async function stepsOf(
  folder: AuditFolder,
  kinds: Kinds,
  assets: Assets = NO_ASSETS,
  judge: ContextJudge | null = null,
): Promise<PlannedSteps> {
  const kind = await stampedKind(folder.store, kinds);
  const [audit, sources] = await Promise.all([folder.audit(), folder.sources()]);
  return { kind, sources, audit, steps: await kind.steps(audit, knowledgeOf(folder, sources, assets, judge)) };
}

function knowledgeOf(folder: AuditFolder, sources: readonly PlannedSource[], assets: Assets, judge: ContextJudge | null): Knowledge {
  const embeddings = once(async () => assets.embeddings(await folder.embeddings()));
  const nounGraph = once(async () => {
    const { nounsKey } = await folder.planned();
    return nounsKey === null ? null : assets.nouns(nounsKey);
  });
  return {
    sources: sources.map(({ source }) => source),
    sized: () => Promise.resolve(sources),
    counters: once(() => assets.corpora(sources)),
    embeddings,
    measuringVectors: embeddings,
    nouns: async () => (await nounGraph())?.lemmas() ?? [],
    nounGraph,
    judge,
  };
}
