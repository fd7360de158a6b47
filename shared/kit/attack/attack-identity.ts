import type { DistanceTable, TableVerdict } from '../../core/attack/table.ts';
import { hashHex } from '../../core/random/random.ts';

export type Parameters = Readonly<Record<string, string | number | boolean | null>>;

/** Which attack, as every row of its results says. */
export interface AttackVersion {
  readonly name: string;
  readonly version: number;
  readonly parametersHash: string;
}

export interface AttackIdentity extends AttackVersion {
  readonly parameters: Parameters;
  /** Baseline such as `random` and `blind`: part of every audit. */
  readonly baseline: boolean;
}

/** An attack with its parameters, ready to run on one table after another. It never sees the original. */
export interface TableAttack extends AttackIdentity {
  /** `key` names the group by its content: chance depends on it, the attack and the run's seed alone. */
  run(table: DistanceTable, key: string): TableVerdict;
}

/** 128 bits of the parameters in the order of their names. */
export function parametersHash(parameters: Parameters): string {
  const canonical = JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return hashHex(canonical);
}
