import { mean } from '../numeric/numeric.ts';
import { type DistanceTable, type TableVerdict, tableContent } from './table.ts';

export interface AttackOptions {
  /** Scales the threshold that the attack takes from the table itself; 1 unless given. */
  readonly ratio?: number;
  /** The threshold itself, in the place of the table's own. */
  readonly delta?: number;
  /** The run's seed; chance depends on it, on the attack's name and on the key alone. */
  readonly seed?: number | string;
  /** Content key of the group; default: the distances of the table. */
  readonly key?: string;
}

/**
 * `own`: unveil's. `published`: from the sources. `baseline`: knows less than the attacks, which are compared with the best of them. `chance`: a
 * baseline that runs with every audit. `control`: shows what one kind of evidence does; neither an attack nor a baseline.
 */
export type AttackRole = 'own' | 'published' | 'baseline' | 'chance' | 'control';

/** The columns of every table of attacks. A table is in the order of rank, so that results, defaults and help list its attacks in one order. */
export interface AttackRow {
  readonly name: string;
  /** Raised whenever a verdict changes; results carry it. */
  readonly version: number;
  /** In plain words, for the report and the page. */
  readonly label: string;
  readonly role: AttackRole;
  /** Run where the request names no attack. */
  readonly byDefault: boolean;
  /** The attacker's knowledge, for findings; null for attacks without findings (random ones, or those that guess like another). */
  readonly knows: string | null;
}

/** It runs on one distance table after another. */
export interface Attack extends AttackRow {
  /** One line of help. */
  readonly summary: string;
  /** Which of the options change its verdict. */
  readonly takes: readonly ('ratio' | 'delta' | 'seed')[];
  /** Why one cell was removed, from the value that decided it. */
  why(value: string): string;
  run(table: DistanceTable, options?: AttackOptions): TableVerdict;
}

/** The parts that seed chance on one table. */
export const seedOf = (attack: string, table: DistanceTable, { seed = 0, key }: AttackOptions): (string | number)[] => [
  seed,
  attack,
  key ?? tableContent(table),
];

/** The given threshold, else the mean of the values times the ratio; null of no values. */
export function thresholdOf(values: readonly number[] | Float64Array, { delta, ratio = 1 }: AttackOptions): number | null {
  if (delta !== undefined) return delta;
  return values.length === 0 ? null : mean(values) * ratio;
}

/** Rows whose names stay literal types: the types of the library list them. */
export const attackRows =
  <Row extends AttackRow>() =>
  <const Name extends string>(rows: readonly (Row & { readonly name: Name })[]): readonly (Row & { readonly name: Name })[] =>
    rows;
