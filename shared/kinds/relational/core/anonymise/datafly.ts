import { countRecords, failingRecords, rollUp } from './frequencies.ts';
import type { Recodable, Requirement } from './recodable.ts';

interface DataflyStep {
  readonly outliers: number;
  /** Distinct cells of each column before the step. */
  readonly distinct: readonly number[];
  readonly generalised: string;
}

interface DataflyResult {
  readonly levels: readonly number[];
  readonly steps: readonly DataflyStep[];
  /** Records in classes that still fail; more than `limit` only if every column is at its top. */
  readonly suppressed: number;
}

/**
 * Datafly (Sweeney, 1997): while more than `limit` records are in failing classes, raise the column with the most distinct cells by one level
 * (ties: the first column). Suppress the rest.
 */
export function datafly(data: Recodable, requirement: Requirement, limit: number): DataflyResult {
  const columns = [...data.columns.keys()];
  const base = countRecords(data, requirement);
  let frequencies = base;
  const levels = columns.map(() => 0);
  const steps: DataflyStep[] = [];
  for (;;) {
    const outliers = failingRecords(data, frequencies, requirement, data.rows);
    const distinct = frequencies.cells.map((cells) => new Set(cells).size);
    const below = columns.filter((at) => levels[at] < (data.columns[at]?.hierarchy.top ?? 0));
    const [first] = below;
    if (outliers <= limit || first === undefined) return { levels, steps, suppressed: outliers };
    const most = below.reduce((best, at) => (distinct[at] > distinct[best] ? at : best), first);
    levels[most] += 1;
    steps.push({ outliers, distinct, generalised: data.columns[most]?.name ?? '' });
    frequencies = rollUp(data, frequencies, columns, [...levels]);
  }
}
