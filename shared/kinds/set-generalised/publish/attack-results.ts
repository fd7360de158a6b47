import { type Interval, shareIntervalIn } from '../../../core/statistics/intervals.ts';
import { type Reliability, reliability, Stated } from '../../../core/statistics/reliability.ts';
import { shareIn } from '../../../core/statistics/sample.ts';
import { f1Of, share } from '../../../core/statistics/share.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { SlicesOfPeople } from '../../../kit/people/finish-people.ts';
import { NOT_COMPUTABLE } from '../../../kit/publish/text.ts';
import { LEARNED_ATTACKS } from '../attacks.ts';
import { NO_TRAINING_ERROR, type TrainingError, widenedLift, widenedShare } from '../core/calibrated/training-error.ts';
import type { ShareProducts } from '../core/measure/share-products.ts';
import type { AttackDetails } from '../learn/calibrated-attack.ts';
import { betterExample, type ExampleItem, type GroupBetrayal, strongest } from '../measure/example-item.ts';
import { firstReason, type SliceFigures } from '../measure/measure-slice.ts';
import type { ReleaseMeasures } from '../measure/release-measures.ts';
import { JoinedRows, type Rate, type ReleaseRows, rateAt } from '../measure/release-rows.ts';
import { addTally, emptyTally, type Tally } from '../measure/row-figures.ts';
import { type AttackLift, liftsOf, productsOf } from './lifts.ts';

export type Rates = Readonly<Record<Rate, number | null>>;

/** Null: not computable. */
export interface AttackResult extends Rates {
  readonly attack: AttackIdentity;
  readonly status: 'decided' | 'not computable' | 'errored';
  readonly reason: string | null;
  readonly tally: Tally;
  readonly hasOriginal: boolean;
  readonly coverage: number | null;
  /** 1 - density. */
  readonly basePrecision: number | null;
  readonly random: Rates;
  readonly blind: Rates;
  readonly matched: Rates;
  readonly measures: ReleaseMeasures;
  /** Self-description of a release attack. */
  readonly details: AttackDetails | null;
  /** 95 %, clustered by groups and transactions; null is too few to say. */
  readonly intervals: Intervals;
  /** Lifts over all comparisons; empty for baselines and without the original. */
  readonly lifts: readonly AttackLift[];
  readonly calibration: Calibration | null;
}

/** Whether what an attack says happens as often as it says: on the release where the original tells, else on practice that it was not fitted on. */
interface Calibration extends Reliability {
  readonly on: 'release' | 'practice';
}

type Intervals = Readonly<Record<Rate, Interval | null>>;

/** Unmatched items by falling frequency, then by item. */
export interface ReleaseFigures extends Omit<SliceFigures, 'slice' | 'rows' | 'stated' | 'people'> {
  readonly rows: ReleaseRows;
  readonly stated: readonly Stated[];
  readonly people: SlicesOfPeople | null;
}

/** Adds slices up as they come, in their order: none is kept. */
export async function addFigures(attacks: number, slices: AsyncIterable<SliceFigures>): Promise<ReleaseFigures> {
  const tallies = Array.from({ length: attacks }, emptyTally);
  const rows = new JoinedRows(attacks);
  const stated = Array.from({ length: attacks }, () => new Stated());
  const unmatched = new Map<string, number>();
  const lost: number[] = [];
  let simplified = 0;
  let example: ExampleItem | null = null;
  let betrayals: readonly GroupBetrayal[] = [];
  let reasons: (string | null)[] = Array.from({ length: attacks }, () => null);
  let people: SlicesOfPeople | null = null;
  for await (const slice of slices) {
    if (slice.people !== null) {
      people ??= new SlicesOfPeople();
      people.add(slice.people);
    }
    rows.add(slice.rows);
    for (const [at, counts] of slice.stated.entries()) stated[at]?.merge(counts);
    for (const [at, tally] of slice.tallies.entries()) addTally(tallies[at], tally);
    example = betterExample(example, slice.example);
    betrayals = strongest([...betrayals, ...slice.betrayals]);
    reasons = reasons.map((reason, at) => firstReason([reason, slice.reasons[at] ?? null]));
    for (const [item, times] of slice.unmatched) unmatched.set(item, (unmatched.get(item) ?? 0) + times);
    simplified += slice.simplified;
    lost.push(...slice.lost);
  }
  const byFrequency = [...unmatched].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { tallies, stated, rows: rows.end(), unmatched: byFrequency, simplified, example, betrayals, reasons, people, lost };
}

interface Measured {
  readonly hasOriginal: boolean;
  /** For each attack, of the whole release. */
  readonly measures: readonly ReleaseMeasures[];
  readonly details: ReadonlyMap<string, AttackDetails | null>;
  readonly seed: string;
}

export function attackResults(
  attacks: readonly AttackIdentity[],
  { tallies, stated, reasons, rows }: ReleaseFigures,
  { hasOriginal, measures, details, seed }: Measured,
): AttackResult[] {
  const ratesAt = (at: number): Rates => (hasOriginal && at >= 0 ? ratesOf(tallies[at]) : NONE);
  const random = ratesAt(attacks.findIndex(({ name }) => name === 'random'));
  const blind = ratesAt(attacks.findIndex(({ name }) => name === 'blind'));
  const products = hasOriginal ? productsOf(attacks, rows) : null;
  const lifts = products === null ? attacks.map(() => []) : liftsOf(attacks, rows, products, seed);
  return attacks.map((attack, at): AttackResult => {
    const tally = tallies[at];
    const own = details.get(attack.name) ?? null;
    // An attack that learns from the release has evidence beside distances, and says itself where it has none.
    const status = statusOf(tally, !attack.baseline && own === null, reasons[at] ?? null);
    // The random draw of practice adds an error, shared by models trained on the same draws.
    const training = (own?.['training'] as TrainingError | undefined) ?? NO_TRAINING_ERROR;
    const computable = status.status !== 'not computable';
    return {
      attack,
      ...status,
      tally,
      hasOriginal,
      ...(computable ? ratesAt(at) : NONE),
      coverage: share(tally.scored, tally.cells),
      basePrecision: hasOriginal ? share(tally.added, tally.cells) : null,
      random,
      blind,
      matched: products !== null && computable ? ratesOfMatched(products, attacks.length + at) : NONE,
      measures: computable ? (measures[at] ?? UNMEASURED) : { ...UNMEASURED, reason: measures[at]?.reason ?? null },
      details: own,
      intervals: products !== null && status.status === 'decided' ? intervalsOf(products, at, training) : NO_INTERVALS,
      lifts:
        status.status === 'decided' ? lifts[at].map((lift) => (isControl(lift) ? lift : widenedLift(lift, training[lift.measure]))) : [],
      calibration: computable ? calibrationOf(stated[at], hasOriginal, own) : null,
    };
  });
}

/** Trained on the same draws of practice. */
const isControl = ({ over }: AttackLift): boolean => LEARNED_ATTACKS.some(({ name, role }) => role !== 'own' && name === over);

const NO_INTERVALS: Intervals = { precision: null, recall: null, f1: null };

function intervalsOf(products: ShareProducts, at: number, training: TrainingError): Intervals {
  const widened = (rate: Rate): Interval | null => {
    const share = rateAt(at, rate);
    return widenedShare(shareIn(products, share), shareIntervalIn(products, share), training[rate]);
  };
  return { precision: widened('precision'), recall: widened('recall'), f1: widened('f1') };
}

function calibrationOf(stated: Stated, hasOriginal: boolean, details: AttackDetails | null): Calibration | null {
  const practised = (details?.['practised'] ?? null) as Reliability | null;
  if (!hasOriginal) return practised === null ? null : { on: 'practice', ...practised };
  const measured = reliability(stated.counts());
  return measured === null ? null : { on: 'release', ...measured };
}

const UNMEASURED: ReleaseMeasures = { protections: null, uniqueness: null, reason: null };
const NONE: Rates = { precision: null, recall: null, f1: null };

function ratesOf({ eliminated, correct, added }: Pick<Tally, 'eliminated' | 'correct' | 'added'>): Rates {
  return { precision: share(correct, eliminated), recall: share(correct, added), f1: f1Of({ eliminated, correct, added }) };
}

function ratesOfMatched(products: ShareProducts, place: number): Rates {
  const rate = (rate: Rate): number | null => shareIn(products, rateAt(place, rate));
  return rate('precision') === null ? NONE : { precision: rate('precision'), recall: rate('recall'), f1: rate('f1') };
}

/** Protections broken of all, by the attack or by what the original tells. */
export function broken({ measures: { protections } }: AttackResult, truly: boolean): string {
  const count = truly ? protections?.trulyBroken : protections?.broken;
  return count == null ? NOT_COMPUTABLE : `${count} of ${protections?.all}`;
}

function statusOf(
  { groups, erroredGroups, decidedGroups, scored }: Tally,
  needsDistances: boolean,
  reason: string | null,
): Pick<AttackResult, 'status' | 'reason'> {
  if (erroredGroups > 0) return { status: 'errored', reason: `it failed on ${erroredGroups} of ${groups} generalised items` };
  if (groups === 0) return { status: 'not computable', reason: 'the release has no generalised item' };
  if (decidedGroups === 0) return { status: 'not computable', reason: reason ?? 'no generalised item could be decided' };
  if (scored === 0 && needsDistances)
    return { status: 'not computable', reason: 'no cell has a distance: no context, or items that no source knows' };
  return { status: 'decided', reason: null };
}
