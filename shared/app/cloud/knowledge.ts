import type { PlannedEmbeddings, PlannedSource } from '../../contracts/cloud-work.ts';
import type { Kind, Knowledge, Steps } from '../../kinds/kind.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import type { Kinds } from '../audit/read/kind-of.ts';
import { stampedKind } from '../audit/stamp.ts';
import { once } from '../once.ts';
import type { AuditFolder } from './audit-folder.ts';

/** What was pushed to the stack, opened at pinned versions. */
export interface Assets {
  /** The corpora among the sources, in their order: they answer anything, from their index. */
  corpora(sources: readonly PlannedSource[]): Promise<readonly HitCounter[]>;
  embeddings(pinned: PlannedEmbeddings | null): Promise<Embeddings | null>;
  nouns(key: string): Promise<readonly string[]>;
}

/** Of a step that opens nothing: it has no way to the assets. */
export const NO_ASSETS: Assets = {
  corpora: () => Promise.reject(new Error('this step opens no sources')),
  embeddings: () => Promise.reject(new Error('this step opens no word vectors')),
  nouns: () => Promise.reject(new Error('this step reads no nouns')),
};

interface PlannedSteps {
  readonly kind: Kind;
  readonly steps: Steps;
  readonly sources: readonly PlannedSource[];
}

/** The steps on an audit that is planned, by the kind of its release. */
export async function stepsOf(folder: AuditFolder, kinds: Kinds, assets: Assets = NO_ASSETS): Promise<PlannedSteps> {
  const kind = await stampedKind(folder.store, kinds);
  const [audit, sources] = await Promise.all([folder.audit(), folder.sources()]);
  return { kind, sources, steps: await kind.steps(audit, knowledgeOf(folder, sources, assets)) };
}

function knowledgeOf(folder: AuditFolder, sources: readonly PlannedSource[], assets: Assets): Knowledge {
  const embeddings = once(async () => assets.embeddings(await folder.embeddings()));
  return {
    sources: sources.map(({ source }) => source),
    sized: () => Promise.resolve(sources),
    counters: once(() => assets.corpora(sources)),
    embeddings,
    measuringVectors: embeddings,
    async nouns() {
      const { nounsKey } = await folder.planned();
      return nounsKey === null ? [] : assets.nouns(nounsKey);
    },
  };
}
