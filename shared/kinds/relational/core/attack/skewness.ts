import { type Classes, type Sensitive, tallyClasses } from '../model/classes.ts';

interface Skew {
  readonly group: number;
  readonly value: number;
  /** Ratio and difference of the share in the class and in the whole file. */
  readonly ratio: number;
  readonly difference: number;
}

interface SkewnessResult {
  readonly greatestRatio: Skew | null;
  readonly greatestDifference: Skew | null;
  /** Share of records in classes that at least double (triple) the share of a harmful value. */
  readonly twice: number;
  readonly tenfold: number;
  /** Classes without a harmful value: their members are known not to have it. */
  readonly absent: number;
  readonly recordsWithAbsent: number;
}

/** How far class shares deviate from the whole file for harmful values (default: all values). */
export function skewness(classes: Classes, sensitive: Sensitive, harmful?: readonly number[]): SkewnessResult {
  const looked = harmful ?? [...sensitive.values.keys()].filter((code) => sensitive.totals[code] > 0);
  let [greatestRatio, greatestDifference]: [Skew | null, Skew | null] = [null, null];
  let [records, twice, tenfold, absent, recordsWithAbsent] = [0, 0, 0, 0, 0];
  const isLooked = new Uint8Array(sensitive.values.length);
  for (const value of looked) if (value >= 0) isLooked[value] = 1;
  const values = isLooked.reduce((sum, each) => sum + each, 0);
  tallyClasses(classes, sensitive, ({ counts, present, known }, group) => {
    if (known === 0) return;
    records += known;
    // Only values present in the class; ties go to the first value of the column.
    const own = present.filter((value) => isLooked[value] === 1).sort((a, b) => a - b);
    const missing = values - own.length;
    let most = 0;
    for (const value of own) {
      const p = counts[value] / known;
      const q = sensitive.shares[value];
      const skew = { group, value, ratio: p / q, difference: p - q };
      most = Math.max(most, skew.ratio);
      if (greatestRatio === null || skew.ratio > greatestRatio.ratio) greatestRatio = skew;
      if (greatestDifference === null || skew.difference > greatestDifference.difference) greatestDifference = skew;
    }
    if (most >= 2) twice += known;
    if (most >= 10) tenfold += known;
    absent += missing;
    if (missing > 0) recordsWithAbsent += known;
  });
  const of = (total: number): number => (records === 0 ? 0 : total / records);
  return { greatestRatio, greatestDifference, twice: of(twice), tenfold: of(tenfold), absent, recordsWithAbsent: of(recordsWithAbsent) };
}
