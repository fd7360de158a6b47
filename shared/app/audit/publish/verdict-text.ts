import { capitalised, grouped, percent } from '../../../core/findings/figure-text.ts';
import { type Claim, claimsHold } from '../../../core/verdict/claim.ts';
import type { Finding, Way } from '../../../core/verdict/finding.ts';
import type { WayVerdict } from '../../../core/verdict/verdict.ts';
import type { Words } from '../people/people-text.ts';
import type { Conclusion } from './conclude.ts';
import { wrapped } from './text.ts';

/** The verdict in words: the headline with one number, a line for each way of exposure, and what to do next. */
export interface VerdictText {
  readonly headline: string;
  readonly ways: readonly string[];
  readonly next: string;
}

export function verdictText({ verdict, claims }: Conclusion, words: Words): VerdictText {
  const broken = claims.filter(({ state }) => state === 'broken');
  const leading = verdict.ways.find(({ way }) => way === verdict.way);
  return {
    headline:
      verdict.level === 'guarantee broken'
        ? broken.map(brokenSentence).join(' ')
        : leading === undefined
          ? 'This audit cannot tell whether anybody is exposed: nothing was tried.'
          : waySentence(leading, words),
    ways: verdict.ways.filter((each) => each !== leading || verdict.level === 'guarantee broken').map((each) => waySentence(each, words)),
    next: nextStep(verdict.level, leading),
  };
}

function brokenSentence({ text, scope, violations, example }: Claim): string {
  const times = violations === null ? '' : `: ${grouped(violations)} ${violations === 1 ? 'violation' : 'violations'}`;
  return `The release breaks its guarantee ${text} ${scope}${times}${example === null ? '' : `, such as ${example}`}.`;
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

/** A claim that holds, or was not checked, in words. */
export function claimSentence(claim: Claim): string {
  switch (claim.state) {
    case 'broken':
      return brokenSentence(claim);
    case 'held':
      return `${claim.text} holds ${claim.scope}.`;
    case 'nothing to check':
      return `${claim.text} ${claim.scope}: nothing to check.`;
    case 'not checked':
      return `${claim.text} ${claim.scope} was not checked${claim.example === null ? '' : `: ${claim.example}`}.`;
  }
}

const DOES: Readonly<Record<Way, (words: Words) => string>> = {
  'singled out': () => 'singles out',
  linked: () => 'links to the right record',
  learned: ({ target }) => `learns a hidden ${target} of`,
};

function waySentence({ way, level, lead, atLeast, power, tried, obstacles }: WayVerdict, words: Words): string {
  const [obstacle] = obstacles;
  switch (level) {
    case 'leaks':
      return lead === null ? '' : leakSentence(lead, atLeast ?? 0, words);
    case 'cannot tell':
      return `Whether ${words.people} are ${way} cannot be told: ${obstacle?.why ?? 'nothing was tried'}.`;
    case 'no leak found':
      return `${capitalised(way)}: ${tried.length === 1 ? `the attack ${tried[0]} found` : `${tried.length} attacks found`} nothing beyond guessing${power === null ? '' : `; a leak of at least ${percent(power)} of the ${words.people} would have been noticed`}.`;
    case 'not tried':
      return `${capitalised(way)}: not tried.`;
  }
}

function leakSentence(lead: Finding, atLeast: number, words: Words): string {
  const { way, attack, people, of, right, expectedRight, baseline, state, exposed } = lead;
  const rights = right ?? expectedRight;
  const often =
    rights === null || people === 0
      ? ''
      : state === 'proved' && rights === people
        ? ''
        : `, rightly in ${percent(rights / people)}${state === 'expected' ? ' by its own calibrated account' : ''}`;
  const less = baseline?.right == null || people === 0 ? '' : ` (${baseline.name}: ${percent(baseline.right / people)})`;
  const sure = state === 'proved' ? '' : ` At least ${percent(atLeast)} of the ${words.people} are exposed beyond that.`;
  return `${capitalised(DOES[way](words))} ${grouped(people)} of ${grouped(of)} ${words.people}: the attack ${attack}${often}${less}, ${percent(exposed)} more than guessing.${sure}`;
}

function nextStep(level: Conclusion['verdict']['level'], leading: WayVerdict | undefined): string {
  switch (level) {
    case 'guarantee broken':
      return 'Mend the release first: anonymise it again, or claim what it keeps.';
    case 'leaks':
      return leading?.way === 'singled out'
        ? 'Do not publish the file as it is: anonymise it first (unveil anonymise).'
        : 'Do not publish this release as it is.';
    case 'cannot tell':
      return `${capitalised(leading?.obstacles[0]?.remedy ?? 'give the original and a source that knows the items')}. Until then this is no sign of safety.`;
    case 'no leak found':
      return 'Keep the report with the release: it says what was tried. A stronger attacker may learn more.';
  }
}
