import { type DistanceTable, tableContent } from './table.ts';
import type { TableVerdict } from './verdict.ts';

export interface AttackOptions {
  /** Scales the threshold that the attack takes from the table itself; 1 unless given. */
  readonly ratio?: number;
  /** The threshold itself, in the place of the table's own. */
  readonly delta?: number;
  /** The run's seed; chance depends on it, on the attack's name and on the key alone. */
  readonly seed?: number | string;
  /** What names the group by its content. A bare table is named by its distances. */
  readonly key?: string;
}

export interface Attack {
  readonly name: string;
  /** Rises whenever a verdict changes; results carry it. */
  readonly version: number;
  readonly summary: string;
  /** Which of the options change its verdict. */
  readonly takes: readonly ('ratio' | 'delta' | 'seed')[];
  run(table: DistanceTable, options?: AttackOptions): TableVerdict;
}

/** The parts that seed chance on one table. */
export const seedOf = (attack: string, table: DistanceTable, { seed = 0, key }: AttackOptions): (string | number)[] => [
  seed,
  attack,
  key ?? tableContent(table),
];
