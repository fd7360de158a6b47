import type { DisclosedAt } from '../../findings/finding.ts';
import { type RowShare, sharesOf } from '../../measure/clusters.ts';
import { type Interval, type Lift, liftInterval, shareInterval } from '../../measure/intervals.ts';
import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';
import { hit, type Posterior, probabilityOf } from './posterior.ts';
import { shuffledClasses } from './shuffled.ts';

/** Confidences at which a value counts as disclosed. */
const CERTAINTIES = [0.5, 0.8, 0.9, 0.95, 1] as const;
const TIE = 1e-12;

/** How many records of one class and value got the same posterior. */
export interface JudgedValue {
  readonly group: number;
  /** Null: the attack gives none, and nothing is counted but coverage. */
  readonly posterior: Posterior | null;
  /** The published value, or that of the original. */
  readonly truth: number;
  readonly records: number;
}

export interface ValueFigures {
  readonly records: number;
  /** Share of the records of which the attack says anything. */
  readonly coverage: number;
  /** Expected share of records that the best guess hits; not covered ones count as missed. */
  readonly right: number;
  readonly meanTruth: number;
  readonly disclosedAt: readonly DisclosedAt[];
  /** Mean of log2 P(v) / q(v) over the covered; null where a truth was held impossible. */
  readonly gain: number | null;
  readonly twice: number;
  readonly tenfold: number;
  /** Expected hits and records of each class: what intervals resample. */
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
    const ratio = p / (shares[code] as number);
    gain += p === 0 ? -Infinity : (times * Math.log(ratio)) / LN2;
    if (ratio >= 2 - TIE) twice += times;
    if (ratio >= 10 - TIE) tenfold += times;
    for (const [at, certainty] of CERTAINTIES.entries()) {
      if ((posterior.shares[0] as number) < certainty - TIE) continue;
      const own = disclosed[at] as { records: number; right: number };
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
      const own = disclosed[at] as { records: number; right: number };
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

/** With so many classes their variance is all that counts, and a class is one row; with fewer, records tell how far a class's share is its own. */
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

/** The records of each class and value with what the class says of them. */
export function judgedValues(
  classes: Classes,
  sensitive: Sensitive,
  posteriors: readonly (Posterior | null)[] | ((group: number, truth: number) => Posterior | null),
): JudgedValue[] {
  const judged: JudgedValue[] = [];
  const of = typeof posteriors === 'function' ? posteriors : (group: number) => posteriors[group] ?? null;
  tallyClasses(classes, sensitive, ({ counts, present }, group) => {
    for (const truth of present) judged.push({ group, truth, records: counts[truth] as number, posterior: of(group, truth) });
  });
  return judged;
}

/** What those know who see less. */
export interface Baselines {
  /** Only the distribution of the whole file. */
  readonly marginal: ValueFigures;
  /** The class without the record itself: what others tell of it. */
  readonly judgedMarginal: readonly JudgedValue[];
  readonly withoutOwn: ValueFigures;
  /** Expected right if values were dealt to the records at random. */
  readonly shuffled: number;
}

export function baselinesOf(classes: Classes, sensitive: Sensitive, seed: string): Baselines {
  const { shares } = sensitive;
  const marginal = posteriorOfShares(shares);
  const withoutOwn: JudgedValue[] = [];
  tallyClasses(classes, sensitive, ({ counts, present, known }, group) => {
    for (const truth of present) {
      const rest = present
        .map((code) => [code, (counts[code] as number) - (code === truth ? 1 : 0)] as const)
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      const posterior =
        known === 1 ? marginal : { codes: rest.map(([code]) => code), shares: rest.map(([, count]) => count / (known - 1)) };
      withoutOwn.push({ group, truth, records: counts[truth] as number, posterior });
    }
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
  const codes = [...shares.keys()].filter((code) => (shares[code] as number) > 0);
  codes.sort((a, b) => (shares[b] as number) - (shares[a] as number) || a - b);
  return { codes, shares: codes.map((code) => shares[code] as number) };
}

/** Known values permuted over the records that have one: the share that the commonest value of each class then hits. */
function shuffledRight(classes: Classes, sensitive: Sensitive, seed: string): number {
  let [hits, dealt] = [0, 0];
  shuffledClasses(classes, sensitive, seed, ({ counts, present, known }) => {
    dealt += known;
    hits += present.reduce((most, code) => Math.max(most, counts[code] as number), 0);
  });
  return dealt === 0 ? 0 : hits / dealt;
}

/** 95 % interval of a share over classes; null: too few of them to say. */
export const intervalOf = ({ rows }: ValueFigures): Interval | null => shareInterval(sharesOf(rows));

export const valueLift = (of: ValueFigures, over: ValueFigures): Lift | null => liftInterval(sharesOf(of.rows), sharesOf(over.rows));
