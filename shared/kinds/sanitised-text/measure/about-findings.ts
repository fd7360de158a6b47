import { compareCodePoints } from '../../../core/model/code-points.ts';
import { type RowShare, sharesOf } from '../../../core/statistics/clusters.ts';
import { liftInterval, shareInterval, shareOf } from '../../../core/statistics/intervals.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../../../core/verdict/trial.ts';
import { checkConfusable } from '../core/check-sanitised.ts';
import { posterior, priorOf, type Topics } from '../core/k-confusability.ts';
import { type Contexts, likeliestEntities } from '../core/k-safety.ts';
import type { KnownTopics } from '../core/known-file.ts';
import { keptTerms, type SanitisedDocument } from '../core/sanitised-file.ts';
import { contextsIn, type StoredTexts, topicsIn } from '../read/stored-texts.ts';

interface AboutEvidence {
  /** k; null: none is claimed. */
  readonly degree: number | null;
  /** Entity or topic of each text; null without the original. */
  readonly about: readonly (string | null)[] | null;
}

/** How often an attacker is right about a text, and who knows less. */
interface Tried {
  readonly text: number;
  readonly right: number;
  readonly less: number;
}

/** Attack on removed terms: entities by what covers the rest, topics by a classifier. */
export function aboutFindings(whole: StoredTexts, { about, degree }: AboutEvidence): Trial[] {
  const topics = topicsIn(whole);
  const first = told(whole, about);
  return topics === null || degree === null ? [first] : [first, attempt(RIVALS, null, () => rivals(whole, topics, degree))];
}

const RIVALS = 'rivals by the classifier';

/** A text that is confusable under the publisher's topics may not be so under the attacker's. */
function rivals({ release }: StoredTexts, { topics, sensitive }: KnownTopics, k: number): Trial {
  const short = new Set(checkConfusable(release, topics, sensitive, k).map(({ text }) => text)).size;
  const value = short / release.documents.length;
  return decided(RIVALS, null, `of ${percent(value)} of the texts a sensitive topic has fewer than k - 1 = ${k - 1} rivals`, {
    people: release.documents.length,
    coverage: 1,
    figure: 'texts with fewer rivals than claimed',
    value,
    baseline: { name: 'the topics that it was made by', value: 0 },
  });
}

/** The attack on what texts are about, where it can be judged. */
function told(whole: StoredTexts, about: AboutEvidence['about']): Trial {
  const { release } = whole;
  const [contexts, topics] = [contextsIn(whole), topicsIn(whole)];
  const isSafe = release.method === 'k-safe';
  const attack = isSafe ? 'entities that cover the rest' : 'classifier';
  if (isSafe ? contexts === null : topics === null)
    return notComputable(attack, null, `it needs ${isSafe ? 'the contexts of entities' : 'topics learned elsewhere'} (--external)`);
  if (about === null) return notComputable(attack, null, 'it needs the original');
  const held = contexts === null ? new Set(topics?.sensitive) : new Set(contexts.protected);
  const known = release.documents.flatMap((document, text) => {
    const own = about[text] ?? null;
    return own === null || !held.has(own) ? [] : [{ document, text, about: own }];
  });
  if (known.length === 0)
    return notComputable(
      attack,
      null,
      `the original says of no text that it is about a ${isSafe ? 'protected entity' : 'sensitive topic'} ("about")`,
    );
  const inOrder = known.toSorted((a, b) => compareCodePoints(a.document.id, b.document.id));
  return attempt(attack, null, () =>
    contexts === null
      ? byTopics(attack, inOrder, topics?.topics as Topics, release.documents.length)
      : byEntities(attack, inOrder, contexts.contexts, release.documents.length),
  );
}

type Told = readonly { readonly document: SanitisedDocument; readonly text: number; readonly about: string }[];

function byEntities(attack: string, told: Told, contexts: Contexts, texts: number): Trial {
  const tried = told.map(({ document, text, about }): Tried => {
    const { entities } = likeliestEntities(contexts, new Set(keptTerms(document.text)));
    return { text, right: entities.includes(about) ? 1 / entities.length : 0, less: 1 / contexts.size };
  });
  return finding(attack, tried, texts, { figure: 'texts whose protected entity is named', baseline: 'any entity' });
}

function byTopics(attack: string, told: Told, topics: Topics, texts: number): Trial {
  const tried = told.map(({ document, text, about }): Tried => {
    const likely = [...posterior(topics, keptTerms(document.text))];
    const most = likely.reduce((all, [, each]) => Math.max(all, each), 0);
    const first = likely.filter(([, each]) => each >= most - 1e-9).map(([topic]) => topic);
    return { text, right: first.includes(about) ? 1 / first.length : 0, less: priorOf(topics, about) };
  });
  return finding(attack, tried, texts, { figure: 'texts whose sensitive topic is told', baseline: 'how common the topic is' });
}

/** Ties are broken at random, so a tie of n counts 1/n as right. */
function finding(
  attack: string,
  tried: readonly Tried[],
  texts: number,
  { figure, baseline }: { figure: string; baseline: string },
): Trial {
  const rows = (part: (each: Tried) => number) =>
    sharesOf(tried.map((each): RowShare => ({ group: each.text, transaction: each.text, part: part(each), whole: 1 })));
  const [right, less] = [rows((each) => each.right), rows((each) => each.less)];
  const value = shareOf(right) as number;
  return decided(attack, null, `of ${tried.length} texts about something that is to be hidden ${percent(value)} are told`, {
    people: tried.length,
    coverage: tried.length / texts,
    figure,
    value,
    interval: shareInterval(right),
    baseline: { name: baseline, value: shareOf(less) },
    overBaseline: liftInterval(right, less),
  });
}
