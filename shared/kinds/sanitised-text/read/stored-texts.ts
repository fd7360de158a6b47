import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import type { KnownContexts, KnownTopics } from '../core/known-file.ts';
import { type SanitisedTexts, treeOf } from '../core/sanitised-file.ts';

/** A release as JSON. Entities and topics are pairs, so a name cannot be taken for a property. */
export interface StoredTexts {
  readonly release: SanitisedTexts;
  readonly contexts: {
    readonly of: readonly (readonly [entity: string, terms: readonly string[]])[];
    readonly protected: readonly string[];
  } | null;
  readonly topics: {
    readonly of: readonly (readonly [topic: string, prior: number, terms: readonly (readonly [term: string, probability: number])[]])[];
    readonly sensitive: readonly string[];
  } | null;
}

export const storeTexts = (release: SanitisedTexts, known: KnownContexts | KnownTopics | null): StoredTexts => ({
  release,
  contexts:
    known !== null && 'contexts' in known
      ? { of: Array.from(known.contexts, ([entity, terms]) => [entity, [...terms]] as const), protected: known.protected }
      : null,
  topics:
    known !== null && 'topics' in known
      ? { of: Array.from(known.topics, ([topic, { prior, terms }]) => [topic, prior, [...terms]] as const), sensitive: known.sensitive }
      : null,
});

/** Children of nodes, with the tree that they make; null where a release has none. */
export const treeIn = ({ release }: StoredTexts): Hierarchy | null => treeOf(release.children);

export const contextsIn = ({ contexts }: StoredTexts): KnownContexts | null =>
  contexts === null
    ? null
    : { contexts: new Map(contexts.of.map(([entity, terms]) => [entity, new Set(terms)])), protected: contexts.protected };

export const topicsIn = ({ topics }: StoredTexts): KnownTopics | null =>
  topics === null
    ? null
    : { topics: new Map(topics.of.map(([topic, prior, terms]) => [topic, { prior, terms: new Map(terms) }])), sensitive: topics.sensitive };
