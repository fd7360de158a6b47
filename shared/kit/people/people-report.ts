import type { Guidance, PeopleReport } from '../../contracts/report-data.ts';
import { RISK } from '../../core/people/examples.ts';
import { grouped, percent } from '../../core/verdict/figure-text.ts';
import type { PeopleFindings } from './finish-people.ts';
import { peopleStatement, type Words, withEnds } from './people-text.ts';

/** Redacted: figures, no items. */
export function peopleReport(findings: PeopleFindings | null, words: Words, redacted: boolean): PeopleReport | null {
  if (findings === null) return null;
  const { figures, items, people, examples } = findings;
  const { all } = figures.views;
  const at = (view: 'all without' | 'protected' | 'protected without', level: number): number | null =>
    figures.views[view][level]?.people ?? null;
  const called = (person: number, id: string | null): string =>
    `${words.person} ${grouped(person + 1)}${id === null || redacted ? '' : ` (${id})`}`;
  return {
    words,
    statement: peopleStatement(figures, words),
    people: figures.people,
    hidden: figures.hidden,
    measured: figures.measured,
    levels: all.map(({ certainty, people, share, surestRight, targetsRight }, level) => ({
      certainty,
      people,
      share,
      surestRight,
      targetsRight,
      without: at('all without', level),
      protected: at('protected', level),
      protectedWithout: at('protected without', level),
    })),
    examples: redacted
      ? []
      : examples.map(({ person, id, target, among, probability, without, by, right }) => ({
          person: called(person, id),
          target,
          among: [...among],
          probability,
          without,
          by,
          right,
        })),
    risk: RISK,
    targets: redacted
      ? []
      : items.map(({ item, people, named, right, mean, without }) => ({ target: item, people, named, right, mean, without })),
    exposed: people.map(({ person, id, targets, named }) => ({
      person: called(person, id),
      targets,
      named: named.named[1],
      probability: named.p,
      surest: redacted ? null : named.target,
      by: redacted ? null : named.by,
      right: named.right,
    })),
  };
}

/** A kind's answer to the other two questions: a figure, or that none was requested. */
export type AnsweredGuidance = Omit<Guidance, 'question'>;

/** The three questions of European guidance, each with what its figure answers and what not. Inference is the same for every kind. */
export function guidanceOf(
  findings: PeopleFindings | null,
  words: Words,
  singlingOut: AnsweredGuidance,
  linking: AnsweredGuidance,
): Guidance[] {
  const level = findings?.figures.views.all[0];
  return [
    { question: 'Singling out: can one person be isolated?', ...singlingOut },
    { question: 'Linking: can records of one person be joined?', ...linking },
    {
      question: 'Inference: can a value be concluded for one person?',
      figure:
        level === undefined
          ? 'none: no attack that ran states a probability'
          : `of ${percent(level.share.value)} of the ${words.people} a hidden ${words.target} is named with at least 80 % certainty${rightOf(level, findings)}`,
      answers: `How many ${words.people} somebody with the knowledge of this audit learns a hidden ${words.target} of, how surely and how often rightly.`,
      not: `What somebody who knows more, or knows some of the hidden ${words.targets} already, would learn; what is learned of people outside the release.`,
    },
  ];
}

const rightOf = (
  { people, surestRight }: Pick<PeopleFindings['figures']['views']['all'][number], 'people' | 'surestRight'>,
  findings: PeopleFindings | null,
): string =>
  people === 0 ? '' : `; the surest is right in ${withEnds(surestRight)}${findings?.figures.measured === true ? '' : ' (expected)'}`;
