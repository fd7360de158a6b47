import type { Expected } from '../../../core/attack/calibrated/outlook.ts';
import { grouped, percent, points } from '../../../core/findings/figure-text.ts';
import { type Interval, TOO_FEW } from '../../../core/measure/intervals.ts';
import type { Verdict } from '../../../core/verdict/verdict.ts';
import type { AttackResult } from './attack-results.ts';
import type { Outlooks } from './evidence.ts';
import type { HonestChoice, Quoted } from './honest-choice.ts';
import { liftOver } from './lifts.ts';

/** The sentences that a publisher can quote, by the level of the verdict: what the leading attack undoes, how surely, and beside what chance. */
export function riskStatement(lead: AttackResult | undefined, verdict: Verdict): string {
  const found = lead === undefined || lead.status !== 'decided' ? '' : lead.hasOriginal ? measured(lead) : unmeasured(lead);
  const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  switch (verdict.level) {
    case 'cannot judge': {
      const why = `This audit cannot judge the release: ${verdict.obstacle?.why}. What to do: ${verdict.obstacle?.remedy}. It is no sign of safety.`;
      return sentences(
        why,
        verdict.floor && found !== ''
          ? `What was found all the same${mayBeChance(lead) ? ', by chance or not' : ' is the least there is'}: ${found}`
          : '',
      );
    }
    case 'no more than chance':
      return sentences(
        `The attack ${lead?.attack.name} finds no more than chance does.`,
        found,
        'It is no proof of safety: a stronger attacker or a better source may undo more.',
      );
    case 'some':
      return sentences('Some of the protection can be undone.', found, lead === undefined ? '' : knowledge(lead));
    case 'much':
      return sentences('Much of the protection can be undone.', found, lead === undefined ? '' : knowledge(lead));
  }
}

/** At the operating point: what the attack takes out, beside as many eliminations at random. */
function measured(lead: AttackResult): string {
  const { attack, intervals } = lead;
  if (lead.precision === null) return `The attack ${attack.name} takes out nothing.`;
  const few = intervals.recall === null ? ` Too few to say how surely: ${TOO_FEW}.` : '';
  return `The attack ${attack.name} takes out ${withEnds(lead.recall, intervals.recall)} of the items that were added for protection; ${withEnds(lead.precision, intervals.precision)} of what it takes out was added, where as many eliminations at random reach ${percent(lead.matched.precision)}${overChance(lead)}.${few}`;
}

function overChance(lead: AttackResult): string {
  const lift = liftOver(lead, 'matched', 'precision');
  if (lift === null || lift.lift === null) return '';
  if (lift.low === null || lift.high === null) return '';
  const ends = `(${points(lift.low)} to ${points(lift.high)})`;
  if (lift.high < 0) return `: ${points(-lift.lift)} points fewer (${points(-lift.high)} to ${points(-lift.low)})`;
  if (lift.low <= 0) return `: the difference of ${points(lift.lift)} points ${ends} may be chance`;
  return `: ${points(lift.lift)} points more ${ends}`;
}

/** What it owes to knowledge from outside: said only where it is more than chance. */
function knowledge(lead: AttackResult): string {
  const lift = liftOver(lead, 'context-only', 'precision');
  if (lift === null || lift.lift === null || lift.low === null || lift.high === null || lift.low <= 0) return '';
  return `From the release alone, without outside knowledge, the same model is right in ${percent(lift.yardstick)}: what is known from outside adds ${points(lift.lift)} points (${points(lift.low)} to ${points(lift.high)}).`;
}

/** Whether the range that is stated of what is right without the original reaches what eliminating anything would be: that is no floor. */
function mayBeChance(lead: AttackResult | undefined): boolean {
  if (lead === undefined || lead.hasOriginal) return false;
  const { range, estimatedDensity } = (lead.details ?? {}) as Outlooks;
  const low = range?.precision?.low ?? null;
  return low === null || estimatedDensity === undefined || low <= 1 - estimatedDensity;
}

/** Without the original: what the model says of itself. How well practice was calibrated is no statement on this release. */
function unmeasured({ attack, tally, details }: AttackResult): string {
  const taken = `The attack ${attack.name} takes out ${grouped(tally.eliminated)} of ${grouped(tally.cells)} published cells.`;
  const { expected, range, estimatedDensity } = (details ?? {}) as Outlooks;
  if (expected?.recall == null || expected.precision === null)
    return `${taken} Without the original nobody can say how many of them rightly.`;
  const stated = (of: keyof Expected): string => ranged(expected[of] as number, range?.[of] ?? null);
  const chance =
    estimatedDensity === undefined ? '' : `, where eliminating anything at all would be right in about ${percent(1 - estimatedDensity)}`;
  return `${taken} Without the original its own model expects that this is ${stated('recall')} of what was added, and that ${stated('precision')} of it is right${chance}; the ranges bear a density misjudged by 0.1 either way, the draw of practice, and how unlike the release it is.`;
}

/** Where several attacks were run, the best of them as it may be quoted. */
export function choiceStatement({ attack, tried, chosenAt, precision, recall, f1 }: HonestChoice): string {
  const of = ({ value, interval }: Quoted): string => withEnds(value, interval);
  const few = f1.interval === null ? ' There the generalised items are too few to say how surely.' : '';
  return `Of ${tried} attacks ${attack.name} has the greatest F1 on one half of the generalised items (${percent(chosenAt)}). On the other half, where it was not chosen, it takes out ${of(recall)} of what was added with a precision of ${of(precision)}, an F1 of ${of(f1)}.${few}`;
}

const ranged = (value: number, range: Interval | null): string =>
  range === null ? percent(value) : `${percent(value)} (${points(range.low)} to ${points(range.high)})`;
const withEnds = (value: number | null, interval: Interval | null): string =>
  interval === null ? percent(value) : `${percent(value)} (95 % interval ${points(interval.low)} to ${points(interval.high)})`;
