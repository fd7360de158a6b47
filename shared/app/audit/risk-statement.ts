import type { Comparison } from '../../contracts/report-data.ts';
import type { Expected } from '../../core/attack/calibrated/outlook.ts';
import { FEWEST, type Interval } from '../../core/measure/intervals.ts';
import { grouped, percent } from '../figure-text.ts';
import type { AttackResult, Rates } from './attack-results.ts';
import type { HonestChoice, Quoted } from './honest-choice.ts';
import { bestBaselineOf, liftOver, type Yardstick } from './lifts.ts';

/** The sentences that a publisher can quote of the leading attack: what it undoes, how surely, and what its knowledge adds. */
export function riskStatement(lead: AttackResult | undefined): string {
  if (lead === undefined || lead.status !== 'decided')
    return `The audit could not decide: ${lead?.reason ?? 'no attack was run'}. This is no sign of safety.`;
  return lead.hasOriginal ? measured(lead) : unmeasured(lead);
}

function measured(lead: AttackResult): string {
  const { attack, intervals } = lead;
  if (lead.precision === null) return `The attack ${attack.name} takes out nothing of this release.`;
  const undone = `The attack ${attack.name} takes out ${withEnds(lead.recall, intervals.recall)} of the items that were added for protection; ${withEnds(lead.precision, intervals.precision)} of what it takes out was added.`;
  const few =
    intervals.recall === null
      ? ` An interval needs ${FEWEST} generalised items and ${FEWEST} transactions: too few to say how surely.`
      : '';
  return `${undone}${few} ${knowledge(lead)}`.trimEnd();
}

/** What the attack knows more than its best baseline does. */
function knowledge(lead: AttackResult): string {
  const lift = liftOver(lead, 'best baseline', 'f1');
  const best = bestBaselineOf(lead);
  if (lift === null || lift.lift === null || best === null) return '';
  const ends = lift.low === null || lift.high === null ? '' : ` (${points(lift.low)} to ${points(lift.high)})`;
  const against = `${NAMES[best] ?? best} reaches an F1 of ${percent(lift.yardstick)}, the attack ${percent(lift.of)}`;
  if (lift.low !== null && lift.low <= 0)
    return `Without outside knowledge ${against}: the difference of ${points(lift.lift)} points${ends} may be chance.`;
  return `Without outside knowledge ${against}: what it knows from outside adds ${points(lift.lift)} points${ends}.`;
}

function unmeasured({ attack, tally, details, calibration }: AttackResult): string {
  const taken = `The attack ${attack.name} takes out ${grouped(tally.eliminated)} of ${grouped(tally.cells)} published cells.`;
  const { expected, ifSparser, ifDenser } = (details ?? {}) as Partial<Record<'expected' | 'ifSparser' | 'ifDenser', Expected>>;
  if (expected?.recall == null || expected.precision === null)
    return `${taken} Without the original nobody can say how many of them rightly.`;
  const ends = (of: keyof Expected): Interval => {
    const values = [expected, ifSparser, ifDenser].flatMap((each) => each?.[of] ?? []);
    return { low: Math.min(...values), high: Math.max(...values) };
  };
  const sure = calibration === null ? '' : `, and its calibration error on practice is ${calibration.error.toFixed(3)}`;
  return `${taken} Without the original its own model expects that this is ${ranged(expected.recall, ends('recall'))} of what was added, and that ${ranged(expected.precision, ends('precision'))} of it is right; the ranges are those of a density misjudged by 0.1 either way${sure}.`;
}

/** Where several attacks were run, the best of them as it may be quoted. */
export function choiceStatement({ attack, tried, chosenAt, precision, recall, f1 }: HonestChoice): string {
  const of = ({ value, interval }: Quoted): string => withEnds(value, interval);
  const few = f1.interval === null ? ' There the generalised items are too few to say how surely.' : '';
  return `Of ${tried} attacks ${attack.name} has the greatest F1 on one half of the generalised items (${percent(chosenAt)}). On the other half, where it was not chosen, it takes out ${of(recall)} of what was added with a precision of ${of(precision)}, an F1 of ${of(f1)}.${few}`;
}

const NAMES: Partial<Record<Yardstick, string>> = {
  random: 'the random attack',
  blind: 'eliminating blindly',
  matched: 'as many eliminations at random',
  'frequency-only': 'the same model on frequencies alone',
  'context-only': 'the same model on the release alone',
  'without-order': 'the same on what shuffled items would leave',
};

/** The leading attack and what knows less, F1 beside F1. */
export function comparisonsOf(lead: AttackResult | undefined, attacks: readonly AttackResult[]): Comparison[] {
  if (lead === undefined || lead.status !== 'decided' || !lead.hasOriginal || lead.f1 === null) return [];
  const beside = attacks.filter(({ attack, f1 }) => attack.baseline && f1 !== null);
  const of = (name: string, rates: Rates, ends: Interval | null, over: Yardstick | null): Comparison => {
    const lift = over === null ? null : liftOver(lead, over, 'f1');
    return {
      name,
      about: over === null ? 'the attack that leads' : (NAMES[over] ?? over),
      precision: rates.precision,
      recall: rates.recall,
      f1: { value: rates.f1, low: ends?.low ?? null, high: ends?.high ?? null },
      lift: lift === null ? null : { value: lift.lift, low: lift.low, high: lift.high },
    };
  };
  return [
    of(lead.attack.name, lead, lead.intervals.f1, null),
    ...beside.map((each) => of(each.attack.name, each, each.intervals.f1, each.attack.name as Yardstick)),
    of('matched', lead.matched, null, 'matched'),
  ];
}

const points = (value: number): string => (100 * value).toFixed(1);
const ranged = (value: number, { low, high }: Interval): string => `${percent(value)} (${points(low)} to ${points(high)})`;
const withEnds = (value: number | null, interval: Interval | null): string =>
  interval === null ? percent(value) : `${percent(value)} (95 % interval ${points(interval.low)} to ${points(interval.high)})`;
