import { type ClassRule, rulesOf, type SensitiveColumn } from '../check/rules.ts';
import { leavesOf, rowsInHierarchy, upwards, type ValueHierarchy } from '../model/hierarchy.ts';
import type { TableClaim } from '../model/roles.ts';
import type { Column } from '../model/table.ts';

/** A quasi-identifier all of whose values are in its hierarchy. */
export interface RecodableColumn {
  readonly name: string;
  /** Of its loss among the columns. */
  readonly weight: number;
  readonly hierarchy: ValueHierarchy;
  /** Each record's value, as a row of the hierarchy. */
  readonly leaf: Int32Array;
  /** For each level below the top: from its labels to those above. */
  readonly up: readonly Int32Array[];
  /** For each level and label: the values that it stands for. */
  readonly leaves: readonly Int32Array[];
}

/** Input of the anonymisers that recode whole columns. */
export interface Recodable {
  readonly rows: number;
  readonly columns: readonly RecodableColumn[];
  readonly sensitive: readonly SensitiveColumn[];
}

export interface Requirement {
  readonly k: number;
  readonly rules: readonly ClassRule[];
}

export function requirementOf(claim: TableClaim, sensitive: readonly SensitiveColumn[]): Requirement {
  return { k: claim.k ?? 1, rules: rulesOf(claim, sensitive) };
}

/** Whether the requirement stays satisfied under generalisation when up to `limit` records may be suppressed. */
export const isMonotone = ({ rules }: Requirement, limit: number): boolean =>
  limit === 0 || rules.every(({ monotoneSuppressed }) => monotoneSuppressed);

export function recodableOf(
  quasi: readonly Column[],
  hierarchies: readonly ValueHierarchy[],
  sensitive: readonly SensitiveColumn[],
  rows: number,
  weights: readonly number[] = quasi.map(() => 1),
): Recodable {
  const columns = quasi.map((column, at) => {
    const hierarchy = hierarchies[at];
    const rowOf = rowsInHierarchy(column, hierarchy);
    return {
      name: column.name,
      weight: weights[at],
      hierarchy,
      leaf: column.codes.map((code) => rowOf[code]),
      up: Array.from({ length: hierarchy.top }, (_, level) => upwards(hierarchy, level)),
      leaves: Array.from({ length: hierarchy.top + 1 }, (_, level) => leavesOf(hierarchy, level)),
    };
  });
  return { rows, columns, sensitive };
}
