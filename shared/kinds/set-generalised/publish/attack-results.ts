import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import { SlicesOfPeople } from '../../../app/audit/people/finish-people.ts';
import { NO_TRAINING_ERROR, type TrainingError } from '../../../core/attack/calibrated/training-error.ts';
import { type Interval, shareIntervalIn } from '../../../core/measure/intervals.ts';
import { type Reliability, reliability, Stated } from '../../../core/measure/reliability.ts';
import { shareIn } from '../../../core/measure/sample.ts';
import { f1Of, share } from '../../../core/measure/share.ts';
import type { ShareProducts } from '../../../core/measure/share-products.ts';
import { widenedLift, widenedShare } from '../../../core/measure/widened.ts';
import { CONTROLS } from '../learn/calibrated-attack.ts';
import type { AttackDetails } from '../learn/release-attack.ts';
import { type GroupBetrayal, strongest } from '../measure/betrayals.ts';
import { betterExample, type ExampleItem } from '../measure/example-item.ts';
import { firstReason, type SliceFigures } from '../measure/measure-slice.ts';
import { type Rate, rateAt } from '../measure/rates.ts';
import type { ReleaseMeasures } from '../measure/release-measures.ts';
import { JoinedRows, type ReleaseRows } from '../measure/release-rows.ts';
import { addTally, emptyTally, type Tally } from '../measure/tally.ts';
import { type AttackLift, liftsOf, productsOf } from './lifts.ts';

export interface Rates {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** What one attack undid, over the release. What cannot be computed is null. */
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
  /** What an attack on the whole release says of itself. */
  readonly details: AttackDetails | null;
  /** 95 %, clustered by groups and transactions; null is too few to say. */
  readonly intervals: Intervals;
  /** Over all that it is held against; empty of baselines and without the original. */
  readonly lifts: readonly AttackLift[];
  readonly calibration: Calibration | null;
}

/** Whether what an attack says happens as often as it says: on the release where the original tells, else on practice that it was not fitted on. */
interface Calibration extends Reliability {
  readonly on: 'release' | 'practice';
}

interface Intervals {
  readonly precision: Interval | null;
  readonly recall: Interval | null;
  readonly f1: Interval | null;
}

export interface ReleaseFigures {
  readonly rows: ReleaseRows;
  readonly tallies: readonly Tally[];
  readonly stated: readonly Stated[];
  /** By falling frequency, then by item. */
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  /** Pairs that rest on a simpler form of a term. */
  readonly simplified: number;
  readonly example: ExampleItem | null;
  readonly betrayals: readonly GroupBetrayal[];
  readonly reasons: readonly (string | null)[];
  readonly people: SlicesOfPeople | null;
  /** First transactions of the units that a step lost. */
  readonly lost: readonly number[];
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
    for (const [at, tally] of slice.tallies.entries()) addTally(tallies[at] as Tally, tally);
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
  const ratesAt = (at: number): Rates => (hasOriginal && at >= 0 ? ratesOf(tallies[at] as Tally) : NONE);
  const random = ratesAt(attacks.findIndex(({ name }) => name === 'random'));
  const blind = ratesAt(attacks.findIndex(({ name }) => name === 'blind'));
  const products = hasOriginal ? productsOf(attacks, rows) : null;
  const lifts = products === null ? attacks.map(() => []) : liftsOf(attacks, rows, products, seed);
  return attacks.map((attack, at): AttackResult => {
    const tally = tallies[at] as Tally;
    const own = details.get(attack.name) ?? null;
    // An attack that learns from the release has evidence beside distances, and says itself where it has none.
    const status = statusOf(tally, !attack.baseline && own === null, reasons[at] ?? null);
    // What the draw of practice decided is no property of the release: it is a further error. What was trained on the same draws shares it.
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
        status.status === 'decided'
          ? (lifts[at] as AttackLift[]).map((lift) => (isControl(lift) ? lift : widenedLift(lift, training[lift.measure])))
          : [],
      calibration: computable ? calibrationOf(stated[at] as Stated, hasOriginal, own) : null,
    };
  });
}

/** Trained on the same draws of practice. */
const isControl = ({ over }: AttackLift): boolean => CONTROLS.some((name) => name === over);

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

/** Over all its draws. */
function ratesOfMatched(products: ShareProducts, place: number): Rates {
  const rate = (rate: Rate): number | null => shareIn(products, rateAt(place, rate));
  return rate('precision') === null ? NONE : { precision: rate('precision'), recall: rate('recall'), f1: rate('f1') };
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
