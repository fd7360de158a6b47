import type { Hierarchy } from '../../../core/model/hierarchy.ts';
import { mean, sum } from '../../../core/numeric/numeric.ts';
import { overstated } from '../../../core/people/expected.ts';
import { NORMAL_975 } from '../../../core/statistics/student.ts';
import { byAttack, type Finding, proved, withoutFigure } from '../../../core/verdict/finding.ts';
import { findingsOf, noGuess, peopleByValue, type TargetGuess, uniqueByFacts } from '../../../core/verdict/guesses.ts';
import type { GuessedMark, RelatedLeaves } from '../attack/relate-leaves.ts';
import { posterior, priorOf } from '../core/k-confusability.ts';
import { likeliestEntities } from '../core/k-safety.ts';
import { identifiersIn } from '../core/residual-identifiers.ts';
import { keptTerms } from '../core/sanitised-file.ts';
import type { Truth } from '../read/open.ts';
import { contextsIn, type StoredTexts, topicsIn, treeIn } from '../read/stored-texts.ts';

const NO_ORIGINAL = 'it needs the original';
const NOTHING = 'nothing is hidden behind a node';

export function textFindings(whole: StoredTexts, leaves: RelatedLeaves | null, truth: Truth | null): Finding[] {
  const tree = treeIn(whole);
  const openTexts = [...remainingTerms(whole), residualIdentifiers(whole)];
  if (whole.release.method !== 't-plausible') return [...openTexts, ...aboutFindings(whole, truth)];
  return [...openTexts, ...markFindings(whole, tree === null || leaves === null ? null : { tree, leaves }, truth)];
}

/** Texts that are unique by 1, 2 or 3 terms that stand as they were. */
function remainingTerms({ release: { documents } }: StoredTexts): Finding[] {
  const own = documents.map(({ text }) => [...new Set(keptTerms(text))]);
  const holders = peopleByValue(own);
  return uniqueByFacts(
    own.map((terms) => terms.map((term) => holders.get(term) as ReadonlySet<number>)),
    {
      attack: 'remaining terms',
      knows: (facts) => (facts === 1 ? 'a term of a person that stands in the text' : `${facts} terms of a person that stand in the text`),
      baseline: 'who knows no term',
      reason: 'no other text holds these',
    },
  );
}

/** Texts with an identifier that is in no other text: whoever knows it finds its text. */
function residualIdentifiers({ release: { documents } }: StoredTexts): Finding {
  const own = documents.map((document) => [...identifiersIn(document)]);
  const holders = peopleByValue(own);
  const people = own.filter((identifiers) => identifiers.some((each) => holders.get(each)?.size === 1)).length;
  return proved(byAttack('singled out', 'residual identifiers', 'a telephone number, e-mail address or number of a person', { facts: 1 }), {
    people,
    of: documents.length,
    baseline: { name: 'who knows no identifier', right: 0 },
    reason: 'an identifier that stands in no other text was left',
  });
}

interface Marks {
  readonly tree: Hierarchy;
  readonly leaves: RelatedLeaves;
}

function markFindings({ release: { documents } }: StoredTexts, marks: Marks | null, truth: Truth | null): Finding[] {
  const of = documents.length;
  const related = byAttack('learned', 'rest of the text', 'which terms go together, by the sources');
  const frequent = byAttack('learned', 'most frequent term', 'how common terms are, by the sources');
  const certain = byAttack('learned', 'stands in the text', 'that a hidden term stands nowhere in its text');
  const texts = marks?.leaves.texts ?? [];
  if (marks === null || texts.every((own) => own.length === 0))
    return [related, frequent, certain].map((by) => withoutFigure(by, 'not tried', NOTHING, { of }));
  const { tree, leaves } = marks;
  const leavesOf = ({ ranked, excluded }: GuessedMark): number => ranked.length + excluded;
  const isRight = (text: number, { mark }: GuessedMark, leaf: number | null | undefined): number =>
    Number(leaf != null && new Map(truth?.terms[text]).get(mark) === tree.names[leaf]);
  /** Of each text the marks that are surest. A text is by itself: the same terms need not stand behind the same node. */
  const saidBy = (sure: (guess: GuessedMark) => number, guessed: (guess: GuessedMark) => number | null | undefined): TargetGuess[] =>
    texts.map((all, cluster) => {
      const own = all.filter((guess) => guessed(guess) != null);
      if (own.length === 0) return noGuess(cluster, 1, truth === null ? null : 0);
      const confidence = Math.max(...own.map(sure));
      const best = own.filter((guess) => sure(guess) === confidence);
      const less = mean(best.map((guess) => 1 / leavesOf(guess)));
      const right = truth === null ? null : mean(best.map((guess) => isRight(cluster, guess, guessed(guess))));
      return { cluster, confidence, right, baselineConfidence: less, baselineRight: less };
    });
  const baseline = 'a term of the node at random';
  const found: Finding[] = [];
  if (texts.every((own) => own.every((guess) => !guess.related)))
    found.push(withoutFigure(related, 'not computable', 'no source knows both a term behind a node and a term of the same text', { of }));
  else if (truth === null && leaves.practice === null) found.push(withoutFigure(related, 'not computable', NO_ORIGINAL, { of }));
  else {
    const states = leaves.practice !== null;
    const said = saidBy(
      (guess) => (states ? guess.probability : 0),
      ({ ranked }) => ranked[0],
    );
    const doubt = inAnyOrder(said.map(({ confidence }) => overstated(confidence ?? 0))) / of / NORMAL_975;
    found.push(
      ...findingsOf(related, said, {
        baseline,
        reason: 'the term that goes best with the rest of the text is named',
        ...(states ? { doubt } : {}),
      }),
    );
  }
  if (texts.every((own) => own.every((guess) => guess.frequent === null)))
    found.push(withoutFigure(frequent, 'not computable', 'no source holds any term behind a node', { of }));
  else if (truth === null) found.push(withoutFigure(frequent, 'not computable', NO_ORIGINAL, { of }));
  else
    found.push(
      ...findingsOf(
        frequent,
        saidBy(
          () => 0,
          (guess) => guess.frequent,
        ),
        { baseline, reason: 'the term of the node that the sources hold most is named' },
      ),
    );
  const alone = texts.flatMap((own) => own.filter((guess) => guess.excluded > 0 && guess.ranked.length === 1).slice(0, 1));
  const less = inAnyOrder(alone.map((guess) => 1 / leavesOf(guess)));
  found.push(
    proved(certain, {
      people: alone.length,
      of,
      baseline: { name: baseline, right: less },
      reason: 'every other term of the node stands in the text',
    }),
  );
  return found;
}

/** Sums of fractions depend on their order. */
const inAnyOrder = (values: readonly number[]): number => sum(values.toSorted((a, b) => a - b));

/** Attack on removed terms: entities by what covers the rest, topics by a classifier. */
function aboutFindings(whole: StoredTexts, truth: Truth | null): Finding[] {
  const { documents, method } = whole.release;
  const [contexts, topics] = [contextsIn(whole), topicsIn(whole)];
  const isSafe = method === 'k-safe';
  const by = isSafe
    ? byAttack('learned', 'entities that cover the rest', 'the contexts of entities')
    : byAttack('learned', 'classifier', 'topics that were learned elsewhere');
  const of = documents.length;
  if (contexts === null && topics === null)
    return [
      withoutFigure(by, 'not computable', `it needs ${isSafe ? 'the contexts of entities' : 'topics learned elsewhere'} (--external)`, {
        of,
      }),
    ];
  if (truth === null) return [withoutFigure(by, 'not computable', NO_ORIGINAL, { of })];
  const held = new Set(contexts?.protected ?? topics?.sensitive);
  const common = topics === null ? null : Math.max(...[...topics.topics.keys()].map((topic) => priorOf(topics.topics, topic)));
  const said = documents.flatMap(({ text }, cluster): TargetGuess[] => {
    const about = truth.about[cluster] ?? null;
    if (about === null || !held.has(about)) return [];
    if (contexts !== null) {
      const { entities } = likeliestEntities(contexts.contexts, new Set(keptTerms(text)));
      const less = 1 / contexts.contexts.size;
      return [
        {
          cluster,
          confidence: entities.length === 0 ? null : 1 / entities.length,
          right: entities.includes(about) ? 1 / entities.length : 0,
          baselineConfidence: less,
          baselineRight: less,
        },
      ];
    }
    const known = topics as NonNullable<typeof topics>;
    const likely = [...posterior(known.topics, keptTerms(text))];
    const most = Math.max(...likely.map(([, each]) => each));
    const first = likely.filter(([, each]) => each >= most - 1e-9).map(([topic]) => topic);
    const commonest = [...known.topics.keys()].filter((topic) => priorOf(known.topics, topic) === common);
    return [
      {
        cluster,
        confidence: most,
        right: first.includes(about) ? 1 / first.length : 0,
        baselineConfidence: common as number,
        baselineRight: commonest.includes(about) ? 1 / commonest.length : 0,
      },
    ];
  });
  if (said.length === 0)
    return [
      withoutFigure(
        by,
        'not computable',
        `the original says of no text that it is about a ${isSafe ? 'protected entity' : 'sensitive topic'} ("about")`,
        { of },
      ),
    ];
  return findingsOf(by, said, {
    baseline: isSafe ? 'any entity' : 'the commonest topic',
    reason: isSafe ? 'the entities that cover most of what a text still says are named' : 'the likeliest topic is named',
  });
}
