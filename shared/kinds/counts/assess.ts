import { exp } from '../../core/numeric/numeric.ts';
import { grouped } from '../../core/verdict/figure-text.ts';
import type { Finding } from '../../core/verdict/finding.ts';
import { decided, notComputable, type Trial } from '../../core/verdict/trial.ts';
import type { Assessed } from '../../kit/plain/plain-kind.ts';
import type { OriginalCounts, WholeCounts } from './attack.ts';
import { countFindings } from './findings.ts';

export function assessCounts(whole: WholeCounts, original: OriginalCounts | null): Assessed {
  const findings = countFindings(whole, original);
  const limit = {
    why: 'there are too many cells and counts to be attacked all together: groups that only all of them expose may be missed',
    remedy: 'audit fewer columns at once',
  };
  const alone = whole.leaks.filter(({ attack, sort }) => attack === 'bounds' && sort === 'alone');
  const same = whole.leaks.filter(({ attack, sort }) => attack === 'bounds' && sort === 'same');
  return {
    trials: trialsOf(findings, whole),
    findings,
    claims: original?.claims ?? whole.claims,
    obstacles: whole.exact ? [] : (['singled out', 'learned'] as const).map((way) => ({ way, ...limit })),
    nothingHidden: false,
    facts: [
      { label: 'Counts', value: grouped(whole.counts) },
      { label: 'Hidden counts', value: grouped(whole.hidden) },
      { label: 'Columns without further values', value: whole.closed.join(', ') || 'none' },
      ...(whole.epsilon === null
        ? []
        : [
            { label: 'Epsilon of all counts together', value: String(Math.round(whole.epsilon * 1e6) / 1e6) },
            {
              label: 'Odds on one person change at most by',
              value: whole.epsilon > 30 ? 'anything' : `${exp(whole.epsilon).toFixed(2)} times`,
            },
          ]),
    ],
    sections: [],
    revealing: [
      {
        kind: 'table',
        title: 'What the counts allow',
        conclude: 'Least and greatest number of people behind each count, by all counts together.',
        folded: true,
        head: ['Count of', 'At least', 'At most'],
        rows: whole.bounds.slice(0, MOST_SHOWN).map(([label, low, high]) => [label, low, high ?? 'any']),
      },
      {
        kind: 'table',
        title: 'Groups that are given away',
        conclude: 'One person alone, or people who all have one value.',
        head: ['Group', 'People', 'What is known'],
        rows: [...alone, ...same]
          .slice(0, MOST_SHOWN)
          .map(({ group, people, column, value }) => [group, people, column === null ? 'alone' : `${column}: ${value}`]),
      },
    ],
    notices: [],
    singlingOut: {
      figure: `${grouped(alone.length)} of ${grouped(whole.people)} people are alone in a group of up to three facts`,
      answers: 'How many people the counts show to be the only ones of their group.',
      not: 'Somebody who knows more people of the table and takes them away from the counts.',
    },
    linking: {
      figure: `${grouped(same.reduce((sum, { people }) => sum + people, 0))} people are in groups whose value is certain`,
      answers: 'Of how many people a value follows from the counts.',
      not: 'Counts of the same people from elsewhere.',
    },
  };
}

const MOST_SHOWN = 100;

/** A line a finding: with noise at the confidence of 0.8. */
const trialsOf = (findings: readonly Finding[], { people }: WholeCounts): Trial[] =>
  findings
    .filter(({ attack, confidence, state }) => state !== 'not tried' && (attack !== 'noise' || confidence === 0.8))
    .map(({ attack, about, facts, state, reason, people: found, right, expectedRight, baseline, interval, of, way }) => {
      const subject = about ?? (facts === null ? null : `${facts} known`);
      const rights = right ?? expectedRight;
      if (rights === null && state !== 'proved') return notComputable(attack, subject, reason);
      const value = of === 0 ? 0 : (rights ?? found) / of;
      const less = (baseline?.right ?? 0) / Math.max(1, of);
      return decided(attack, subject, reason, {
        people,
        coverage: 1,
        figure: way === 'singled out' ? 'people singled out' : 'people about whom a value is known',
        value,
        baseline: baseline === null ? null : { name: baseline.name, value: less },
        overBaseline: interval === null ? null : { lift: value - less, ...interval },
      });
    });
