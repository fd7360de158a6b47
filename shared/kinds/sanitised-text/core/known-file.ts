import { isObject, objectAt, type Path, parseShaped, ShapeFault, termsAt } from '../../../core/format/json-shape.ts';
import type { Topic, Topics } from './k-confusability.ts';
import type { Contexts } from './k-safety.ts';

/** Terms that tell of entities, and those of the entities that are protected. */
export interface KnownContexts {
  readonly contexts: Contexts;
  readonly protected: readonly string[];
}

/** How likely topics and their terms are, and those of the topics that are sensitive. */
export interface KnownTopics {
  readonly topics: Topics;
  readonly sensitive: readonly string[];
}

/** `{"contexts":{"HIV":["antiviral","blood"]},"protected":["HIV"]}` */
export const parseContexts = (text: string, file: string): KnownContexts =>
  parseShaped(text, file, (value) => {
    const known = objectAt(value, [], ['contexts', 'protected']);
    const given = named(known, 'contexts', 'the terms that tell of each entity: {"HIV":["antiviral","blood"]}');
    const contexts = new Map(given.map(([entity, terms]) => [entity, new Set(termsAt(terms, ['contexts', entity]))] as const));
    return { contexts, protected: some(known, 'protected', contexts, 'is no entity of "contexts"') };
  });

/** `{"topics":{"oncology":{"prior":0.5,"terms":{"chemo":0.4}}},"sensitive":["oncology"]}` */
export const parseTopics = (text: string, file: string): KnownTopics =>
  parseShaped(text, file, (value) => {
    const known = objectAt(value, [], ['topics', 'sensitive']);
    const given = named(known, 'topics', 'each topic: {"oncology":{"prior":0.5,"terms":{"chemo":0.4}}}');
    const topics = new Map(given.map(([name, topic]) => [name, topicAt(topic, ['topics', name])] as const));
    return { topics, sensitive: some(known, 'sensitive', topics, 'is no topic of "topics"') };
  });

function named(known: Readonly<Record<string, unknown>>, key: string, wanted: string): [string, unknown][] {
  const given = known[key];
  if (!isObject(given) || Object.keys(given).length < 2) throw new ShapeFault(`"${key}" has ${wanted}; two at least`, [key]);
  return Object.entries(given);
}

function some(known: Readonly<Record<string, unknown>>, key: string, all: ReadonlyMap<string, unknown>, wrong: string): readonly string[] {
  const names = termsAt(known[key], [key]);
  if (names.length === 0) throw new ShapeFault(`"${key}" names one at least`, [key]);
  const unknown = names.findIndex((name) => !all.has(name));
  if (unknown >= 0) throw new ShapeFault(`this ${wrong}`, [key, unknown]);
  return names;
}

function topicAt(value: unknown, path: Path): Topic {
  const { prior, terms } = objectAt(value, path, ['prior', 'terms']);
  if (!isShare(prior)) throw new ShapeFault('"prior" is a probability above 0, at most 1', [...path, 'prior']);
  if (!isObject(terms)) throw new ShapeFault('"terms" has the probability of each term: {"chemo":0.4}', [...path, 'terms']);
  for (const [term, probability] of Object.entries(terms))
    if (!isShare(probability)) throw new ShapeFault('a probability above 0, at most 1; smooth the counts', [...path, 'terms', term]);
  return { prior, terms: new Map(Object.entries(terms as Record<string, number>)) };
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= 1;

/** The same as JSON, a topic a line: what `parseTopics` reads. */
export function* writeTopics({ topics, sensitive }: KnownTopics): Generator<string> {
  yield `{"sensitive":${JSON.stringify(sensitive)},\n"topics":{\n`;
  let at = 0;
  for (const [name, { prior, terms }] of topics) {
    yield `${at === 0 ? '' : ',\n'}${JSON.stringify(name)}:${JSON.stringify({ prior, terms: Object.fromEntries(terms) })}`;
    at += 1;
  }
  yield '\n}}\n';
}

/** All terms of the contexts, or those that all topics know. */
export const knownTerms = (known: KnownContexts | KnownTopics): ReadonlySet<string> => {
  if ('contexts' in known) return new Set([...known.contexts.values()].flatMap((own) => [...own]));
  const [first, ...others] = known.topics.values();
  return new Set([...(first?.terms.keys() ?? [])].filter((term) => others.every(({ terms }) => terms.has(term))));
};
