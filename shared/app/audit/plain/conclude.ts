import { capitalised, grouped, percent } from '../../../core/findings/figure-text.ts';
import type { Finding } from '../../../core/findings/finding.ts';
import type { Interval } from '../../../core/measure/intervals.ts';
import type { PeopleFigures } from '../../../core/people/tally.ts';
import type { Evidence, Verdict } from '../../../core/verdict/verdict.ts';
import type { Words } from '../people/people-text.ts';
import { withEnds } from '../people/people-text.ts';
import type { Assessed } from './plain-kind.ts';

/** The certainty at which something counts as undone. */
const CERTAIN = 1;

/** What the verdict rests on: the leading finding beside what knows less, and what is undone: of how many people something is named at 0.9, or told beyond what knows less. */
export function evidenceOf({ obstacles }: Assessed, lead: Finding | null, { views }: PeopleFigures): Evidence {
  const chance = lead?.baseline?.value ?? null;
  return {
    obstacles: lead === null && obstacles.length === 0 ? [NOTHING_SAID] : obstacles,
    right: lead?.value ?? null,
    chance,
    lift: lead?.overBaseline ?? null,
    undone: undoneBy(lead, views.all[CERTAIN]?.share.value ?? null),
    silent: false,
    strongest: true,
  };
}

/** An attack may be right of all that is hidden and state no certainty: what it surely tells beyond what knows less is undone all the same. */
function undoneBy(lead: Finding | null, named: number | null): number | null {
  const told = lead === null || lead.coverage === null || lead.overBaseline === null ? null : lead.coverage * lead.overBaseline.low;
  return told === null || (named !== null && named > told) ? named : told;
}

const NOTHING_SAID = { why: 'no attack could say anything of it', remedy: 'read below why, attack by attack, and give what is missing' };

/** The sentences to quote: the claim where it is false, then what can be told of people, how surely, and beside what chance. */
export function quotedStatement(
  words: Words,
  { claim, obstacles, beside = [] }: Assessed,
  lead: Finding | null,
  { level, obstacle, floor }: Verdict,
  people: PeopleFigures,
): string {
  const broken = claim.broken.length === 0 ? [] : [`The release is not what it claims to be: ${claim.broken.join('; ')}.`];
  const found = lead === null ? [] : [measured(lead), ...beside];
  switch (level) {
    case 'cannot judge':
      return [
        ...broken,
        `This audit cannot judge the release: ${obstacle?.why}.`,
        `What to do: ${obstacle?.remedy}. It is no sign of safety.`,
        ...(floor ? ['What was found all the same is the least there is:', ...found] : undecided(obstacles, lead, found)),
      ].join(' ');
    case 'no more than chance':
      return [...broken, noBetter(words, lead, people), ...found, 'It is no proof of safety: somebody who knows more may learn more.'].join(
        ' ',
      );
    case 'some':
      return [...broken, `Some of what is hidden of the ${words.people} can be told.`, ...found].join(' ');
    case 'much':
      return [...broken, `Much of what is hidden of the ${words.people} can be told.`, ...found].join(' ');
  }
}

/** What is common enough to be guessed by anybody is told all the same: then that is said first. */
function noBetter({ target, people: many }: Words, lead: Finding | null, { people, views }: PeopleFigures): string {
  const [likely, certain] = [views.all[0], views.all[CERTAIN]];
  if (likely !== undefined && likely.people > 0)
    return `Of ${percent(likely.share.value)} of the ${many} (${grouped(likely.people)} of ${grouped(people)}) a hidden ${target} is named with at least ${Math.round(100 * likely.certainty)} % certainty, though by the attack ${lead?.attack} who knows the release guesses no better than who does not.`;
  const named = certain?.people === 0 ? ` Of none of the ${many} is it certain to nine in ten.` : '';
  return `Who knows the release guesses a hidden ${target} no better than who does not.${named}`;
}

/** Too little to tell from chance: what stands in the release stands there all the same, and small releases have readers too. */
const undecided = (obstacles: Assessed['obstacles'], lead: Finding | null, found: readonly string[]): readonly string[] =>
  obstacles.length > 0 || lead === null || lead.value === null ? [] : ['What was found, by chance or not:', ...found];

function measured({ attack, about, figure, value, interval, baseline, overBaseline }: Finding): string {
  const of = about === null ? '' : ` on ${about}`;
  const beside = baseline === null || baseline.value === null ? '' : `, where ${baseline.name} reaches ${percent(baseline.value)}`;
  const more = overBaseline === null ? '' : `; ${points(overBaseline.lift)} points more${endsOf(overBaseline)}`;
  const stated = withEnds({ value, low: interval?.low ?? null, high: interval?.high ?? null });
  return `${capitalised(figure)}, by the attack ${attack}${of}: ${stated}${beside}${more}.`;
}

/** A difference that is counted and not sampled has no ends. */
const endsOf = ({ low, high }: Interval): string => (low === high ? '' : ` (95 % interval ${points(low)} to ${points(high)})`);

const points = (value: number): string => (100 * value).toFixed(1).replace(/^-(0\.0)$/, '$1');
