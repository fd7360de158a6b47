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
  /** Records in classes that fail still; more than `limit` if every column is at its top. */
  readonly suppressed: number;
}

/**
 * Datafly (Sweeney, 1997): while more than `limit` records are in classes that fail, one level up in the column of most distinct cells that
 * is below its top, the first of several. The rest is suppressed.
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
    const below = columns.filter((at) => (levels[at] as number) < (data.columns[at]?.hierarchy.top ?? 0));
    const [first] = below;
    if (outliers <= limit || first === undefined) return { levels, steps, suppressed: outliers };
    const most = below.reduce((best, at) => ((distinct[at] as number) > (distinct[best] as number) ? at : best), first);
    levels[most] = (levels[most] as number) + 1;
    steps.push({ outliers, distinct, generalised: data.columns[most]?.name ?? '' });
    frequencies = rollUp(data, frequencies, columns, [...levels]);
  }
}
