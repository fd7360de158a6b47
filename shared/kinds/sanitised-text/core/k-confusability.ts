import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { exp, logSumExp } from '../../../core/numeric/numeric.ts';

/** P(s) and, for the terms that it knows, P(x|s). */
export interface Topic {
  readonly prior: number;
  readonly terms: ReadonlyMap<string, number>;
}

export type Topics = ReadonlyMap<string, Topic>;

interface Confusable {
  /** In the order in which they are to be dropped; null where none were found. */
  readonly removed: readonly string[] | null;
  /** `exact`: fewest, for k = 2. `found`: enough. `not possible`: proved. `not found`: this way ended without. */
  readonly state: 'exact' | 'found' | 'not possible' | 'not found';
}

const TIE = 1e-9;

/** P(s|X) for each topic, from the distinct terms of the text that every topic knows. */
export function posterior(topics: Topics, terms: readonly string[]): ReadonlyMap<string, number> {
  const logs = new Map([...topics].map(([name, topic]) => [name, logOf(topic, known(topics, terms))]));
  const all = logSumExp(Float64Array.from(logs.values()));
  return new Map([...logs].map(([name, each]) => [name, exp(each - all)]));
}

/** P(s) of a topic, as a share of all. */
export const priorOf = (topics: Topics, name: string): number =>
  (topics.get(name)?.prior ?? 0) / [...topics.values()].reduce((total, { prior }) => total + prior, 0);

const known = (topics: Topics, terms: readonly string[]): readonly string[] =>
  [...new Set(terms)].filter((term) => [...topics.values()].every((topic) => topic.terms.has(term)));

const logOf = ({ prior, terms }: Topic, said: readonly string[]): number =>
  said.reduce((total, term) => total + Math.log(terms.get(term) as number), Math.log(prior));

/**
 * Drops terms until k - 1 other topics are at least as probable as the sensitive one (Cumby and Ghani, 2011). For one rival, dropping what speaks most for
 * the sensitive topic against it is best, so k = 2 is exact; for more the nearest rivals are tried together.
 */
export function makeConfusable(topics: Topics, sensitive: string, terms: readonly string[], k: number): Confusable {
  const own = topics.get(sensitive);
  if (own === undefined) throw new BadInput(`the sensitive topic "${sensitive}" is not among the topics`);
  for (const [name, { prior, terms: probabilities }] of topics) {
    if (!(prior > 0) || [...probabilities.values()].some((each) => !(each > 0)))
      throw new BadInput(`the topic "${name}" has a probability that is not above 0; smooth the counts`);
  }
  const said = known(topics, terms);
  const rivals = [...topics].filter(([name]) => name !== sensitive).map(([, topic]) => rivalOf(own, topic, said));
  const reachable = rivals.filter(({ needs }) => needs !== undefined).sort((a, b) => (a.needs?.length ?? 0) - (b.needs?.length ?? 0));
  if (reachable.length < k - 1) return { removed: null, state: 'not possible' };
  if (k === 2) return { removed: reachable[0]?.needs ?? [], state: 'exact' };
  return againstAll(reachable.slice(0, k - 1), said);
}

interface Rival {
  /** ln P(s) / P(r), and of each term ln P(x|s) / P(x|r). */
  readonly prior: number;
  readonly ratios: ReadonlyMap<string, number>;
  /** The fewest terms to drop until the rival is at least as probable; undefined: dropping cannot do it. */
  readonly needs: readonly string[] | undefined;
}

function rivalOf(own: Topic, rival: Topic, said: readonly string[]): Rival {
  const ratios = new Map(said.map((term) => [term, Math.log(own.terms.get(term) as number) - Math.log(rival.terms.get(term) as number)]));
  const prior = Math.log(own.prior) - Math.log(rival.prior);
  const needs: string[] = [];
  let lead = [...ratios.values()].reduce((total, ratio) => total + ratio, prior);
  for (const [term, ratio] of [...ratios].sort(([, a], [, b]) => b - a)) {
    if (lead <= TIE || ratio <= 0) break;
    needs.push(term);
    lead -= ratio;
  }
  return { prior, ratios, needs: lead <= TIE ? needs : undefined };
}

function againstAll(rivals: readonly Rival[], said: readonly string[]): Confusable {
  const left = new Set(said);
  const removed: string[] = [];
  for (;;) {
    const open = rivals.filter(({ prior, ratios }) => [...left].reduce((total, term) => total + (ratios.get(term) as number), prior) > TIE);
    if (open.length === 0) return { removed, state: 'found' };
    let best: { term: string; ratio: number } | undefined;
    for (const term of left) {
      const ratio = open.reduce((total, { ratios }) => total + (ratios.get(term) as number), 0);
      if (best === undefined || ratio > best.ratio) best = { term, ratio };
    }
    // Dropping what speaks for the rivals would only help the sensitive topic.
    if (best === undefined || best.ratio <= TIE) return { removed: null, state: 'not found' };
    left.delete(best.term);
    removed.push(best.term);
  }
}

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
