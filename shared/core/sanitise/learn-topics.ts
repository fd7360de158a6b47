import { compareCodePoints } from '../model/code-points.ts';
import type { Topics } from './k-confusability.ts';

/** A text with what it is about, and its distinct terms. */
interface LabelledText {
  readonly about: string;
  readonly terms: readonly string[];
}

/** A term of fewer texts says nothing of a topic that another text would repeat. */
const FEWEST_TEXTS = 3;

/** P(s) by how many texts are about s, P(x|s) by how many of these have x, each with one text more that has it and one that has not. */
export function learnTopics(texts: readonly LabelledText[]): Topics {
  const having = new Map<string, number>();
  for (const { terms } of texts) for (const term of new Set(terms)) having.set(term, (having.get(term) ?? 0) + 1);
  const vocabulary = [...having].filter(([, count]) => count >= FEWEST_TEXTS).map(([term]) => term);
  vocabulary.sort(compareCodePoints);
  const byTopic = [...Map.groupBy(texts, ({ about }) => about)].toSorted(([a], [b]) => compareCodePoints(a, b));
  return new Map(
    byTopic.map(([name, own]) => {
      const counts = new Map<string, number>();
      for (const { terms } of own) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
      const terms = new Map(vocabulary.map((term) => [term, ((counts.get(term) ?? 0) + 1) / (own.length + 2)] as const));
      return [name, { prior: own.length / texts.length, terms }] as const;
    }),
  );
}
