import { type RowShare, sharesOf } from '../../../../core/statistics/clusters.ts';
import { type Interval, type Lift, liftInterval, shareInterval } from '../../../../core/statistics/intervals.ts';
import type { DisclosedAt } from '../../../../core/verdict/trial.ts';
import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';
import { hit, homogeneityWithout, type Posterior, probabilityOf } from './posterior.ts';
import { shuffledClasses } from './shuffled.ts';

/** Confidences at which a value counts as disclosed. */
const CERTAINTIES = [0.5, 0.8, 0.9, 0.95, 1] as const;
const TIE = 1e-12;

/** Records of one class and value with the same posterior. */
export interface JudgedValue {
  readonly group: number;
  /** Null: not covered by the attack. */
  readonly posterior: Posterior | null;
  /** The published value, or that of the original. */
  readonly truth: number;
  readonly records: number;
}

export interface ValueFigures {
  readonly records: number;
  readonly coverage: number;
  /** Expected share of right best guesses; uncovered records count as missed. */
  readonly right: number;
  readonly meanTruth: number;
  readonly disclosedAt: readonly DisclosedAt[];
  /** Mean of log2 P(v) / q(v) over the covered; null if a true value had probability 0. */
  readonly gain: number | null;
  readonly twice: number;
  readonly tenfold: number;
  /** Expected hits and records of each class, for intervals. */
  readonly rows: readonly RowShare[];
}

const LN2 = Math.LN2;

export function measureValues(judged: Iterable<JudgedValue>, { shares }: Sensitive): ValueFigures {
  let [records, covered, right, truth, gain, twice, tenfold] = [0, 0, 0, 0, 0, 0, 0];
  const disclosed = CERTAINTIES.map(() => ({ records: 0, right: 0 }));
  const hits: Hits[] = [];
  for (const { group, posterior, truth: code, records: times } of judged) {
    records += times;
    const chance = posterior === null ? 0 : hit(posterior, code);
    hits.push({ group, chance, records: times });
    if (posterior === null) continue;
    covered += times;
    const p = probabilityOf(posterior, code);
    right += times * chance;
    truth += times * p;
    const ratio = p / shares[code];
    gain += p === 0 ? -Infinity : (times * Math.log(ratio)) / LN2;
    if (ratio >= 2 - TIE) twice += times;
    if (ratio >= 10 - TIE) tenfold += times;
    for (const [at, certainty] of CERTAINTIES.entries()) {
      if (posterior.shares[0] < certainty - TIE) continue;
      const own = disclosed[at];
      own.records += times;
      own.right += times * chance;
    }
  }
  const of = (total: number): number => (records === 0 ? 0 : total / records);
  return {
    records,
    coverage: of(covered),
    right: of(right),
    meanTruth: of(truth),
    disclosedAt: CERTAINTIES.map((certainty, at) => {
      const own = disclosed[at];
      return { certainty, share: of(own.records), right: own.records === 0 ? null : own.right / own.records };
    }),
    gain: covered === 0 || !Number.isFinite(gain) ? null : gain / covered,
    twice: of(twice),
    tenfold: of(tenfold),
    rows: rowsOf(hits, records),
  };
}

interface Hits {
  readonly group: number;
  readonly chance: number;
  readonly records: number;
}

/** From this many classes the interval uses one row for each class; with fewer it uses records. */
const MANY_CLASSES = 100;
const MOST_ROWS = 20_000;

function rowsOf(hits: readonly Hits[], records: number): RowShare[] {
  const classes = new Map<number, { part: number; whole: number }>();
  for (const { group, chance, records: times } of hits) {
    const row = classes.get(group) ?? { part: 0, whole: 0 };
    classes.set(group, row);
    row.part += times * chance;
    row.whole += times;
  }
  if (classes.size >= MANY_CLASSES) return [...classes].map(([group, row]) => ({ group, transaction: group, ...row }));
  const step = Math.max(1, Math.ceil(records / MOST_ROWS));
  const rows: RowShare[] = [];
  for (const { group, chance, records: times } of hits) {
    for (let left = times; left > 0; left -= step) {
      const whole = Math.min(step, left);
      rows.push({ group, transaction: rows.length, part: whole * chance, whole });
    }
  }
  return rows;
}

/** Records by class and value, with the class's posterior. */
export function judgedValues(
  classes: Classes,
  sensitive: Sensitive,
  posteriors: readonly (Posterior | null)[] | ((group: number, truth: number) => Posterior | null),
): JudgedValue[] {
  const judged: JudgedValue[] = [];
  const of = typeof posteriors === 'function' ? posteriors : (group: number) => posteriors[group] ?? null;
  tallyClasses(classes, sensitive, ({ counts, present }, group) => {
    for (const truth of present) judged.push({ group, truth, records: counts[truth], posterior: of(group, truth) });
  });
  return judged;
}

/** Baselines of attackers with less knowledge. */
export interface Baselines {
  /** Knows only the distribution of the whole file. */
  readonly marginal: ValueFigures;
  /** Leave-one-out: knows the class without the record itself. */
  readonly judgedMarginal: readonly JudgedValue[];
  readonly withoutOwn: ValueFigures;
  /** Expected share right if values were permuted at random. */
  readonly shuffled: number;
}

export function baselinesOf(classes: Classes, sensitive: Sensitive, seed: string): Baselines {
  const { shares } = sensitive;
  const marginal = posteriorOfShares(shares);
  const withoutOwn: JudgedValue[] = [];
  tallyClasses(classes, sensitive, (tally, group) => {
    for (const truth of tally.present)
      withoutOwn.push({ group, truth, records: tally.counts[truth], posterior: homogeneityWithout(tally, truth) ?? marginal });
  });
  const judgedMarginal = judgedValues(classes, sensitive, () => marginal);
  return {
    marginal: measureValues(judgedMarginal, sensitive),
    judgedMarginal,
    withoutOwn: measureValues(withoutOwn, sensitive),
    shuffled: shuffledRight(classes, sensitive, seed),
  };
}

function posteriorOfShares(shares: Float64Array): Posterior {
  const codes = [...shares.keys()].filter((code) => shares[code] > 0);
  codes.sort((a, b) => shares[b] - shares[a] || a - b);
  return { codes, shares: codes.map((code) => shares[code]) };
}

/** Share right of the most frequent value of each class after permuting the known values. */
function shuffledRight(classes: Classes, sensitive: Sensitive, seed: string): number {
  let [hits, dealt] = [0, 0];
  shuffledClasses(classes, sensitive, seed, ({ counts, present, known }) => {
    dealt += known;
    hits += present.reduce((most, code) => Math.max(most, counts[code]), 0);
  });
  return dealt === 0 ? 0 : hits / dealt;
}

/** 95 % interval of a share over classes; null: too few classes. */
export const intervalOf = ({ rows }: ValueFigures): Interval | null => shareInterval(sharesOf(rows));

export const valueLift = (of: ValueFigures, over: ValueFigures): Lift | null => liftInterval(sharesOf(of.rows), sharesOf(over.rows));
