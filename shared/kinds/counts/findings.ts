import { NORMAL_975 } from '../../core/statistics/student.ts';
import { type ByAttack, byAttack, type Finding, proved, withoutFigure } from '../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../core/verdict/guesses.ts';
import type { OriginalCounts, WholeCounts } from './attack.ts';
import { COUNT_ATTACKS, type CountAttack, MOST_FACTS } from './core/leaks.ts';

const KNOWS: Readonly<Record<CountAttack, string>> = {
  published: 'the published counts one by one',
  differencing: 'the published counts, and the difference of any two',
  bounds: 'all published counts together',
};
const REASONS = {
  alone: 'a count of one person',
  same: 'all of a group have one value',
  hidden: 'a hidden count has one possible value',
} as const;
const AT_RANDOM = 'any person at random';
const NOT_FITTING = 'no table of people has all of these counts: correct the first line (rounded, noise) or the counts';
const NO_COLUMN = 'say which column nobody is to learn: "# counts sensitive=COLUMN" on the first line';

/** Findings of every attack on the list. */
export function countFindings(whole: WholeCounts, original: OriginalCounts | null): Finding[] {
  return [
    ...COUNT_ATTACKS.flatMap((attack) => [
      ...FACTS.map((facts) => aloneFinding(whole, original, attack, facts)),
      ...sameFindings(whole, original, attack),
      ...(attack === 'published' ? [] : [hiddenFinding(whole, attack)]),
    ]),
    ...(!whole.noisy ? [] : whole.exact ? noiseFindings(whole, original) : notThroughNoise(whole)),
  ];
}

const FACTS = Array.from({ length: MOST_FACTS }, (_, at) => at + 1);

/** Noise without an end proves nothing: what it leaves is a matter of probability. */
function without(whole: WholeCounts, by: ByAttack): Finding | null {
  if (!whole.fits) return withoutFigure(by, 'not computable', NOT_FITTING, { of: whole.people });
  return whole.noisy
    ? withoutFigure(by, 'not tried', 'noise of any size leaves nothing certain: see the attack noise', { of: whole.people })
    : null;
}

function aloneFinding(whole: WholeCounts, original: OriginalCounts | null, attack: CountAttack, facts: number): Finding {
  const by = byAttack('singled out', attack, `${KNOWS[attack]}, and ${facts} ${facts === 1 ? 'fact' : 'facts'} of the person`, { facts });
  const none = without(whole, by);
  if (none !== null) return none;
  const found = whole.leaks.flatMap((leak, at) => (leak.attack === attack && leak.sort === 'alone' && leak.facts <= facts ? [at] : []));
  const right = found.filter((at) => original === null || original.leaks[at][0] === 1).length;
  return proved(by, {
    people: found.length,
    of: whole.people,
    right,
    baseline: { name: AT_RANDOM, right: found.length / whole.people },
    reason: REASONS.alone,
  });
}

function sameFindings(whole: WholeCounts, original: OriginalCounts | null, attack: CountAttack): Finding[] {
  if (whole.sensitive.length === 0)
    return [withoutFigure(byAttack('learned', attack, KNOWS[attack]), 'not computable', NO_COLUMN, { of: whole.people })];
  return whole.sensitive.map((column) => {
    const by = byAttack('learned', attack, `${KNOWS[attack]}, and the group of a person`, { about: column });
    const none = without(whole, by);
    if (none !== null) return none;
    let [people, right, less] = [0, 0, 0];
    for (const [at, leak] of whole.leaks.entries()) {
      if (leak.attack !== attack || leak.sort !== 'same' || leak.column !== column) continue;
      people += leak.people;
      less += leak.people * leak.share;
      right += original === null ? leak.people : Math.min(leak.people, original.leaks[at][1]);
    }
    return proved(by, {
      people,
      of: whole.people,
      right,
      baseline: { name: 'how many of all have the value', right: less },
      reason: REASONS.same,
    });
  });
}

function hiddenFinding(whole: WholeCounts, attack: CountAttack): Finding {
  const by = byAttack('learned', `hidden counts by ${attack}`, KNOWS[attack]);
  const none = without(whole, by);
  if (none !== null) return none;
  const found = whole.leaks.filter((leak) => leak.attack === attack && leak.sort === 'hidden');
  const people = found.reduce((sum, leak) => sum + leak.people, 0);
  const less = found.reduce((sum, leak) => sum + leak.people * leak.share, 0);
  return proved(by, {
    people,
    of: whole.people,
    baseline: { name: 'any number that its mark allows', right: less },
    reason: REASONS.hidden,
  });
}

const THROUGH_NOISE = 'all published counts, their differences, and the size of the noise';
const TOO_MANY = 'there are too many cells and counts to draw tables of people from: audit fewer columns at once';

const notThroughNoise = ({ people, sensitive }: WholeCounts): Finding[] => [
  withoutFigure(byAttack('singled out', 'noise', THROUGH_NOISE), 'not computable', TOO_MANY, { of: people }),
  ...sensitive.map((about) =>
    withoutFigure(byAttack('learned', 'noise', THROUGH_NOISE, { about }), 'not computable', TOO_MANY, { of: people }),
  ),
];

/** Guesses through noise were right within this of what they say, in simulations whose settings nothing was chosen on. */
const DOUBT = 0.03;

/** The attacker knows how large the noise is. Without the original, the stated noise says how often a guess is right. */
function noiseFindings(whole: WholeCounts, original: OriginalCounts | null): Finding[] {
  const knows = THROUGH_NOISE;
  const reason = 'probability after the noise';
  const findings = (
    by: ByAttack,
    of: (guess: WholeCounts['guesses'][number], at: number) => TargetGuess | null,
    baseline: string,
  ): Finding[] => {
    const targets = whole.guesses.flatMap((guess, at) => of(guess, at) ?? []);
    const acting = targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
    const doubt = (DOUBT * acting) / whole.people / NORMAL_975;
    const rest = whole.people - acting;
    if (rest > 0)
      targets.push({
        cluster: whole.guesses.length,
        weight: rest,
        confidence: null,
        right: original === null ? null : 0,
        baselineConfidence: 0,
        baselineRight: original === null ? null : 0,
      });
    return findingsOf(by, targets, { baseline, reason, ...(original === null ? { doubt } : {}) });
  };
  return [
    ...FACTS.flatMap((facts) =>
      findings(
        byAttack('singled out', 'noise', `${knows}, and ${facts} ${facts === 1 ? 'fact' : 'facts'} of the person`, { facts }),
        ({ sort, facts: own, confidence, share }, at) =>
          sort !== 'alone' || own > facts
            ? null
            : {
                cluster: at,
                confidence,
                right: original === null ? null : original.guesses[at][0] === 1 ? 1 : 0,
                baselineConfidence: share,
                baselineRight: original === null ? null : share,
              },
        'how many groups are one person',
      ),
    ),
    ...whole.sensitive.flatMap((column) =>
      findings(
        byAttack('learned', 'noise', `${knows}, and the group of a person`, { about: column }),
        ({ sort, column: own, people, share, confidence }, at) => {
          if (sort !== 'same' || own !== column) return null;
          const [there, having] = original === null ? [0, 0] : original.guesses[at];
          const right = original === null ? null : there === 0 ? 0 : having / there;
          return {
            cluster: at,
            weight: people,
            confidence,
            right,
            baselineConfidence: share,
            baselineRight: original === null ? null : share,
          };
        },
        'how many of all have the value',
      ),
    ),
  ];
}
