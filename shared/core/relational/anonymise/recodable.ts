import { BadInput } from '../../model/bad-input.ts';
import { type ClassRule, rulesOf, type SensitiveColumn } from '../check/rules.ts';
import { leavesOf, upwards, type ValueHierarchy } from '../model/hierarchy.ts';
import type { TableClaim } from '../model/roles.ts';
import type { Column } from '../model/table.ts';

/** A quasi-identifier whose values all stand in its hierarchy. */
export interface RecodableColumn {
  readonly name: string;
  readonly hierarchy: ValueHierarchy;
  /** Each record's value, as a row of the hierarchy. */
  readonly leaf: Int32Array;
  /** For each level below the top: from its labels to those above. */
  readonly up: readonly Int32Array[];
  /** For each level and label: the values that it stands for. */
  readonly leaves: readonly Int32Array[];
}

/** What the anonymisers that recode whole columns work on. */
export interface Recodable {
  readonly rows: number;
  readonly columns: readonly RecodableColumn[];
  readonly sensitive: readonly SensitiveColumn[];
}

/** What every class of a release must satisfy. */
export interface Requirement {
  readonly k: number;
  readonly rules: readonly ClassRule[];
}

export function requirementOf(claim: TableClaim, sensitive: readonly SensitiveColumn[]): Requirement {
  return { k: claim.k ?? 1, rules: rulesOf(claim, sensitive) };
}

/** Whether generalising keeps it, given that failing classes may be suppressed (`limit` of them). */
export const isMonotone = ({ rules }: Requirement, limit: number): boolean =>
  limit === 0 || rules.every(({ monotoneSuppressed }) => monotoneSuppressed);

export function recodableOf(
  quasi: readonly Column[],
  hierarchies: readonly ValueHierarchy[],
  sensitive: readonly SensitiveColumn[],
  rows: number,
): Recodable {
  const columns = quasi.map(({ name, codes, values }, at) => {
    const hierarchy = hierarchies[at] as ValueHierarchy;
    const rowOf = Int32Array.from(values, (value) => hierarchy.indexOf.get(value) ?? -1);
    const outside = rowOf.indexOf(-1);
    if (outside >= 0) {
      const record = codes.indexOf(outside) + 1;
      throw new BadInput(`column "${name}": the value of record ${record} is not in its hierarchy; add a line for it`);
    }
    return {
      name,
      hierarchy,
      leaf: codes.map((code) => rowOf[code] as number),
      up: Array.from({ length: hierarchy.top }, (_, level) => upwards(hierarchy, level)),
      leaves: Array.from({ length: hierarchy.top + 1 }, (_, level) => leavesOf(hierarchy, level)),
    };
  });
  return { rows, columns, sensitive };
}
