import type { VerdictText } from '../../contracts/verdict.ts';
import { brokenSentence, claimSentence, claimsHold } from '../../core/verdict/claim.ts';
import { capitalised, grouped, percent, surely } from '../../core/verdict/figure-text.ts';
import type { Finding, Way } from '../../core/verdict/finding.ts';
import type { WayVerdict } from '../../core/verdict/verdict.ts';
import type { Words } from '../people/people-text.ts';
import type { Conclusion } from './conclude.ts';
import { wrapped } from './text.ts';

/** `mend`: what to do about a leak in this kind of release. */
export function verdictText({ verdict, claims, findings }: Conclusion, words: Words, mend?: string): VerdictText {
  const broken = claims.filter(({ state }) => state === 'broken');
  const leading = verdict.ways.find(({ way }) => way === verdict.way);
  return {
    headline:
      verdict.level === 'guarantee broken'
        ? broken.map(brokenSentence).join(' ')
        : leading === undefined
          ? 'This audit cannot tell whether anybody is exposed: nothing was tried.'
          : waySentence(leading, words),
    ways: verdict.ways
      .filter((each) => (each !== leading || verdict.level === 'guarantee broken') && findings.some(({ way }) => way === each.way))
      .map((each) => waySentence(each, words, true)),
    next: nextStep(verdict.level, leading, mend),
  };
}

/** For the terminal: headline, claims that are not broken, the other ways, what to do next. */
export function verdictLines({ claims }: Conclusion, { headline, ways, next }: VerdictText): string[] {
  const kept = claims.filter(({ state }) => state !== 'broken').map(claimSentence);
  return [headline, ...kept, ...ways, next].flatMap((sentence) => [...wrapped(sentence), '']);
}

/** For scripts: the verdict as it is, with its claims and findings. */
export const conclusionForMachines = ({ verdict, claims, findings, gate }: Conclusion, { headline, ways, next }: VerdictText) => ({
  verdict,
  headline,
  ways,
  next,
  claims,
  claim_holds: claimsHold(claims),
  findings,
  gate,
});

/** `brief`: below the headline, without the lower bound. */
function waySentence({ way, level, lead, atLeast, power, tried, obstacles }: WayVerdict, words: Words, brief = false): string {
  const [obstacle] = obstacles;
  switch (level) {
    case 'leaks':
      return lead === null ? '' : brief ? briefly(lead, words) : leakSentence(lead, atLeast ?? 0, words);
    case 'cannot tell':
      return `${brief ? `${capitalised(way)}: cannot tell` : `This audit cannot tell whether ${exposureOf(way, words)}`}: ${obstacle?.why ?? 'nothing was tried'}.`;
    case 'no leak found':
      return `${capitalised(way)}: ${tried.length === 1 ? `the attack ${tried[0]} found` : `${tried.length} attacks found`} nothing beyond guessing${power === null ? '' : `; a leak of at least ${percent(power)} of the ${words.people} would have been noticed`}.`;
    case 'not tried':
      return `${capitalised(way)}: not tried.`;
  }
}

/** Attacks whose counts would read as contradictions without a word of whom they are. */
const AMONG: Readonly<Record<string, string>> = { 'quasi-identifiers': 'within the release', 'population-uniqueness': 'among all people' };

/** One finding in a line: way, attack, people, share right. What is proved needs no share. */
function briefly({ way, attack, about, people, of, right, state }: Finding, words: Words): string {
  const often = right === null || people === 0 || state === 'proved' ? '' : `, ${percent(right / people)} rightly`;
  const among = AMONG[attack];
  const within = among === undefined ? '' : ` ${words.people} ${among}`;
  return `${capitalised(way)} (${about === null ? attack : `${attack}: ${about}`}): ${grouped(people)} of ${grouped(of)}${within}${often}.`;
}

/** One finding in words: people, share right, baseline. */
function leakSentence(lead: Finding, atLeast: number, words: Words): string {
  const { confidence, people, of, right, expectedRight, baseline, state } = lead;
  const many = `${grouped(people)} of ${grouped(of)} ${words.people}`;
  const sureness = confidence === 0 || state === 'proved' ? '' : ` ${surely(confidence)}`;
  const rights = right ?? expectedRight;
  const often =
    people === 0 || rights === null
      ? ''
      : ` It is ${state === 'expected' ? 'expected to be right' : 'right'} in ${percent(rights / people)}`;
  const less = baseline?.right == null || people === 0 ? '' : `, ${baseline.name} in ${percent(baseline.right / people)}`;
  const sure = state === 'proved' ? ' This follows from the release itself.' : ` At least ${percent(atLeast)} are exposed beyond that.`;
  return `${did(lead, words, many)}${sureness}.${often}${often === '' ? '' : `${less}.`}${sure}`;
}

function exposureOf(way: Way, { people, target }: Words): string {
  switch (way) {
    case 'singled out':
      return `${people} are singled out`;
    case 'linked':
      return `${people} can be linked to a record`;
    case 'learned':
      return `a hidden ${target} can be learned`;
  }
}

function did({ way, attack, about }: Finding, { target }: Words, many: string): string {
  const by = about === null ? attack : `${attack} (${about})`;
  switch (way) {
    case 'singled out':
      return `${capitalised(by)} singles out ${many}`;
    case 'linked':
      return `The attack ${by} links ${many} to a record`;
    case 'learned':
      return `The attack ${by} learns a hidden ${target} of ${many}`;
  }
}

function nextStep(level: Conclusion['verdict']['level'], leading: WayVerdict | undefined, mend: string | undefined): string {
  switch (level) {
    case 'guarantee broken':
      return 'Mend the release first: anonymise it again, or claim what it keeps.';
    case 'leaks':
      return leading?.way === 'singled out'
        ? 'Do not publish the file as it is: anonymise it first (unveil anonymise).'
        : `Do not publish this release.${mend === undefined ? '' : ` ${mend}`}`;
    case 'cannot tell':
      return `${capitalised(leading?.obstacles[0]?.remedy ?? 'give the original and a source that knows the items')}. Until then this is no sign of safety.`;
    case 'no leak found':
      return 'Keep the report with the release: it says what was tried. A stronger attacker may learn more.';
  }
}
