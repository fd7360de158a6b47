import type { Cell } from '../../contracts/table.ts';
import { type Interval, type RowShare, shareInterval } from '../../core/measure/intervals.ts';
import { betterExample, type Example } from './heat-map-of.ts';
import { emptyMatched, type MatchedTally } from './matched.ts';
import { firstReason, type SliceFigures } from './measure-slice.ts';
import type { AttackIdentity } from './planned-attack.ts';
import type { AttackDetails } from './release-attack.ts';
import type { ReleaseMeasures } from './release-measures.ts';
import { addTally, emptyTally, f1Of, share, type Tally } from './tally.ts';

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
}

export interface Intervals {
  readonly precision: Interval | null;
  readonly recall: Interval | null;
  readonly f1: Interval | null;
}

export interface ReleaseFigures {
  readonly rows: readonly (readonly number[])[];
  readonly tallies: readonly Tally[];
  readonly matched: readonly MatchedTally[];
  /** By falling frequency, then by item. */
  readonly unmatched: readonly (readonly [item: string, times: number])[];
  readonly example: Example | null;
  readonly reasons: readonly (string | null)[];
}

/** Adds slices up; their order does not matter. */
export function addFigures(attacks: number, slices: Iterable<SliceFigures>): ReleaseFigures {
  const tallies = Array.from({ length: attacks }, emptyTally);
  const matched = Array.from({ length: attacks }, emptyMatched);
  const rows = Array.from({ length: attacks }, (): number[] => []);
  const unmatched = new Map<string, number>();
  let example: Example | null = null;
  let reasons: (string | null)[] = Array.from({ length: attacks }, () => null);
  for (const slice of slices) {
    for (const [at, own] of slice.rows.entries()) for (const value of own) rows[at]?.push(value);
    for (const [at, tally] of slice.tallies.entries()) addTally(tallies[at] as Tally, tally);
    for (const [at, { eliminated, correct }] of slice.matched.entries()) {
      const total = matched[at] as MatchedTally;
      for (let draw = 0; draw < eliminated.length; draw += 1) {
        total.eliminated[draw] = (total.eliminated[draw] as number) + (eliminated[draw] as number);
        total.correct[draw] = (total.correct[draw] as number) + (correct[draw] as number);
      }
    }
    example = betterExample(example, slice.example);
    reasons = reasons.map((reason, at) => firstReason([reason, slice.reasons[at] ?? null]));
    for (const [item, times] of slice.unmatched) unmatched.set(item, (unmatched.get(item) ?? 0) + times);
  }
  const byFrequency = [...unmatched].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return { tallies, matched, rows, unmatched: byFrequency, example, reasons };
}

export function attackResults(
  attacks: readonly AttackIdentity[],
  { tallies, matched, reasons, rows }: ReleaseFigures,
  hasOriginal: boolean,
  measures: readonly ReleaseMeasures[],
  details: ReadonlyMap<string, AttackDetails | null> = new Map(),
): AttackResult[] {
  const ratesAt = (at: number): Rates => (hasOriginal && at >= 0 ? ratesOf(tallies[at] as Tally) : NONE);
  const random = ratesAt(attacks.findIndex(({ name }) => name === 'random'));
  const blind = ratesAt(attacks.findIndex(({ name }) => name === 'blind'));
  return attacks.map((attack, at): AttackResult => {
    const tally = tallies[at] as Tally;
    const status = statusOf(tally, attack.baseline, reasons[at] ?? null);
    return {
      attack,
      ...status,
      tally,
      hasOriginal,
      ...(status.status === 'not computable' ? NONE : ratesAt(at)),
      coverage: share(tally.scored, tally.cells),
      basePrecision: hasOriginal ? share(tally.added, tally.cells) : null,
      random,
      blind,
      matched: hasOriginal && status.status !== 'not computable' ? matchedRates(matched[at] as MatchedTally, tally.added) : NONE,
      measures: status.status === 'not computable' ? { ...UNMEASURED, reason: measures[at]?.reason ?? null } : (measures[at] ?? UNMEASURED),
      details: details.get(attack.name) ?? null,
      intervals: hasOriginal && status.status === 'decided' ? intervalsOf(rows[at] ?? []) : NO_INTERVALS,
    };
  });
}

const NO_INTERVALS: Intervals = { precision: null, recall: null, f1: null };

function intervalsOf(rows: readonly number[]): Intervals {
  const shares = (part: (at: number) => number, whole: (at: number) => number): RowShare[] =>
    Array.from({ length: rows.length / 5 }, (_, row) => {
      const at = 5 * row;
      return { group: rows[at] as number, transaction: rows[at + 1] as number, part: part(at), whole: whole(at) };
    });
  const [eliminated, correct, added] = [2, 3, 4].map((offset) => (at: number) => rows[at + offset] as number) as [Count, Count, Count];
  return {
    precision: shareInterval(shares(correct, eliminated)),
    recall: shareInterval(shares(correct, added)),
    f1: shareInterval(
      shares(
        (at) => 2 * correct(at),
        (at) => eliminated(at) + added(at),
      ),
    ),
  };
}

type Count = (at: number) => number;

const UNMEASURED: ReleaseMeasures = { protections: null, uniqueness: null, reason: null };
const NONE: Rates = { precision: null, recall: null, f1: null };

function ratesOf({ eliminated, correct, added }: Pick<Tally, 'eliminated' | 'correct' | 'added'>): Rates {
  return { precision: share(correct, eliminated), recall: share(correct, added), f1: f1Of({ eliminated, correct, added }) };
}

/** The mean of each rate over the draws. */
function matchedRates({ eliminated, correct }: MatchedTally, added: number): Rates {
  const draws = eliminated.map((count, draw) => ratesOf({ eliminated: count, correct: correct[draw] as number, added }));
  const meanOf = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length < values.length ? null : known.reduce((total, value) => total + value, 0) / values.length;
  };
  return {
    precision: meanOf(draws.map((draw) => draw.precision)),
    recall: meanOf(draws.map((draw) => draw.recall)),
    f1: meanOf(draws.map((draw) => draw.f1)),
  };
}

function statusOf(
  { groups, erroredGroups, decidedGroups, scored }: Tally,
  baseline: boolean,
  reason: string | null,
): Pick<AttackResult, 'status' | 'reason'> {
  if (erroredGroups > 0) return { status: 'errored', reason: `it failed on ${erroredGroups} of ${groups} generalised items` };
  if (groups === 0) return { status: 'not computable', reason: 'the release has no generalised item' };
  if (decidedGroups === 0) return { status: 'not computable', reason: reason ?? 'no generalised item could be decided' };
  if (scored === 0 && !baseline)
    return { status: 'not computable', reason: 'no cell has a distance: no context, or items that no source knows' };
  return { status: 'decided', reason: null };
}

/** Cells in the order of the table `attacks`. */
export function attackRow(result: AttackResult): Cell[] {
  const { attack, tally, hasOriginal, random, blind, matched, measures } = result;
  return [
    attack.name,
    attack.version,
    attack.parametersHash,
    JSON.stringify(attack.parameters),
    attack.baseline,
    result.status,
    result.reason,
    tally.erroredGroups,
    tally.cells,
    tally.scored,
    result.coverage,
    tally.eliminated,
    hasOriginal ? tally.correct : null,
    hasOriginal ? tally.added : null,
    ...withEnds(result.precision, result.intervals.precision),
    ...withEnds(result.recall, result.intervals.recall),
    ...withEnds(result.f1, result.intervals.f1),
    result.basePrecision,
    ...[random, blind, matched].flatMap(({ precision, recall, f1 }) => [precision, recall, f1]),
    ...[measures.protections?.all ?? null, measures.protections?.broken ?? null, measures.protections?.trulyBroken ?? null],
    ...[measures.uniqueness?.before ?? null, measures.uniqueness?.after ?? null, measures.uniqueness?.truly ?? null],
    result.details === null ? null : JSON.stringify(result.details),
  ];
}

const withEnds = (value: number | null, interval: Interval | null): Cell[] => [value, interval?.low ?? null, interval?.high ?? null];
