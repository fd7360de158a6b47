import type { Audit } from '../../../kit/kind.ts';
import type { Guess } from '../../../kit/plain/plain-kind.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import { posterior, priorOf } from '../core/k-confusability.ts';
import { likeliestEntities } from '../core/k-safety.ts';
import { keptTerms, type SanitisedTexts } from '../core/sanitised-file.ts';
import { contextsIn, type StoredTexts, topicsIn, treeIn } from '../read/stored-texts.ts';
import { type RelatedLeaves, relateLeaves } from './relate-leaves.ts';

/** Guesses for one text: its entity or topic, or the terms behind its marks. */
type TextGuess = Pick<Guess, 'target' | 'probability' | 'without' | 'betrayedBy' | 'isProtected'>;

export interface RelatedTexts {
  /** In the order of the release. */
  readonly guesses: readonly (readonly TextGuess[])[];
  /** Null of texts without a tree. */
  readonly leaves: RelatedLeaves | null;
}

/** More entities are no guess at all. */
const MOST_NAMED = 10;

export async function relateTexts(
  whole: StoredTexts,
  { labels, request: { smoothing, seed } }: Pick<Audit, 'labels' | 'request'>,
  counters: () => Promise<readonly HitCounter[]>,
): Promise<RelatedTexts> {
  const { release } = whole;
  const tree = treeIn(whole);
  if (release.method === 'k-safe') return { guesses: entitiesOf(whole, release), leaves: null };
  if (release.method === 'k-confusable') return { guesses: topicsOf(whole, release), leaves: null };
  if (tree === null)
    return { guesses: release.documents.map(() => []), leaves: { texts: release.documents.map(() => []), practice: null, width: 0 } };
  const leaves = await relateLeaves({ documents: release.documents, tree, labels, smoothing, seed }, await counters());
  const name = (leaf: number): string => tree.names[leaf];
  return {
    leaves,
    guesses: leaves.texts.map((marks) =>
      marks.map(
        ({ ranked, probability, betrayedBy, excluded }): TextGuess => ({
          target: name(ranked[0]),
          probability,
          without: 1 / (ranked.length + excluded),
          betrayedBy,
          isProtected: false,
        }),
      ),
    ),
  };
}

export const guessesOf = ({ guesses }: RelatedTexts, text: number): readonly TextGuess[] => guesses[text] ?? [];

/** Of the entities that share most of their terms with a text, each as likely, the protected ones; `without`: any entity. */
function entitiesOf(whole: StoredTexts, { documents }: SanitisedTexts): readonly (readonly TextGuess[])[] {
  const known = contextsIn(whole);
  if (known === null) return documents.map(() => []);
  const protectedOnes = new Set(known.protected);
  return documents.map(({ text }) => {
    const { entities, terms } = likeliestEntities(known.contexts, new Set(keptTerms(text)));
    if (entities.length > MOST_NAMED) return [];
    const named = entities.filter((entity) => protectedOnes.has(entity));
    return named.map((target) => ({
      target,
      probability: 1 / entities.length,
      without: 1 / known.contexts.size,
      betrayedBy: terms[0] ?? null,
      isProtected: true,
    }));
  });
}

/** How likely each sensitive topic is by the text's terms; `without`: at large. */
function topicsOf(whole: StoredTexts, { documents }: SanitisedTexts): readonly (readonly TextGuess[])[] {
  const known = topicsIn(whole);
  if (known === null) return documents.map(() => []);
  const { topics, sensitive } = known;
  return documents.map(({ text }) => {
    const likely = posterior(topics, keptTerms(text));
    return sensitive.map((target) => ({
      target,
      probability: likely.get(target) as number,
      without: priorOf(topics, target),
      betrayedBy: null,
      isProtected: true,
    }));
  });
}
