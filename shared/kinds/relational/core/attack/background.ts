import { countsDescending } from '../check/diversity.ts';
import { type Classes, type Sensitive, tallyClasses, type ValueTally } from '../model/classes.ts';
import { type Posterior, posteriorOf } from './posterior.ts';

/** The people whom a statement is about. */
export interface AboutPeople {
  /** Cells that the class's cells must equal or lie within; empty: applies to everyone. */
  readonly where: Readonly<Record<string, string>>;
}

/** "These people joined since the earlier release (left before the later one)", or they are in both. */
export interface MoveStatement extends AboutPeople {
  readonly moved: boolean;
}

/** "For these people this value is `weight` times as likely": 0 excludes it. */
export interface BackgroundStatement extends AboutPeople {
  readonly value: string;
  readonly weight: number;
}

/** A statement on one of several sensitive columns. */
export interface ColumnStatement extends BackgroundStatement {
  readonly column: string;
}

/** P ~ count x weight; null: all weights are 0, which contradicts the release. */
export function withStatements(
  { counts, present }: ValueTally,
  values: readonly string[],
  statements: readonly BackgroundStatement[],
): Posterior | null {
  return posteriorOf(
    present.map((code) => {
      const weight = statements.reduce((product, each) => (each.value === values[code] ? product * each.weight : product), 1);
      return [code, counts[code] * weight] as const;
    }),
  );
}

interface Excluding {
  readonly excluded: number;
  /** Greatest confidence in any class after excluding this many values, and the share of records then certain. */
  readonly greatest: number;
  readonly certain: number;
}

/** Worst case over any j excluded values: r1 / (r1 + r(j+2) + ..). */
export function worstExclusions(classes: Classes, sensitive: Sensitive, most = 3): readonly Excluding[] {
  const found = Array.from({ length: most + 1 }, (_, excluded) => ({ excluded, greatest: 0, certain: 0 }));
  let records = 0;
  tallyClasses(classes, sensitive, (tally) => {
    if (tally.known === 0) return;
    records += tally.known;
    const counts = countsDescending(tally);
    const first = counts[0];
    for (const each of found) {
      let rest = 0;
      for (let at = each.excluded + 1; at < counts.length; at += 1) rest += counts[at];
      each.greatest = Math.max(each.greatest, first / (first + rest));
      if (rest === 0) each.certain += tally.known;
    }
  });
  return found.map((each) => ({ ...each, certain: records === 0 ? 0 : each.certain / records }));
}
