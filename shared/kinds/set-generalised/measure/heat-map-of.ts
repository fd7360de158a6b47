import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import type { HeatMap } from '../../../contracts/report-data.ts';
import type { StoredVerdict } from '../../../contracts/work.ts';
import { conjunctionText } from '../../../core/relatedness/conjunction.ts';
import type { FinishedUnit } from './finished-units.ts';

/** A table larger than this is shown in part. */
const ROWS = 24;
const COLUMNS = 10;

/** A table that is worth looking at: the one where the leading attack did most, among those that a page can show. */
export interface Example {
  readonly score: number;
  readonly unit: number;
  readonly map: HeatMap;
}

/** The better of two; the earlier unit when they are equal, so the order of slices does not matter. */
export const betterExample = (a: Example | null, b: Example | null): Example | null =>
  a === null || (b !== null && (b.score > a.score || (b.score === a.score && b.unit < a.unit))) ? b : a;

export function exampleOf(units: readonly FinishedUnit[], attack: AttackIdentity, at: number): Example | null {
  let best: { readonly score: number; readonly unit: FinishedUnit } | null = null;
  for (const unit of units) {
    const score = scoreOf(unit, unit.verdicts[at] as StoredVerdict);
    if (score !== null && (best === null || score > best.score)) best = { score, unit };
  }
  return best === null
    ? null
    : { score: best.score, unit: best.unit.unit, map: heatMapOf(best.unit, attack, best.unit.verdicts[at] as StoredVerdict) };
}

/** Right eliminations less wrong ones, or eliminations where nobody knows; tables that do not fit come after those that do. */
function scoreOf({ group, original }: FinishedUnit, verdict: StoredVerdict): number | null {
  if (verdict.kind !== 'decided') return null;
  let gain = 0;
  for (const cell of verdict.cells) gain += original === null || original[cell] === 0 ? 1 : -1;
  const fits = group.rows.length <= ROWS && group.members.length <= COLUMNS;
  return fits ? gain + 1e6 : gain;
}

function heatMapOf({ group, scored, original }: FinishedUnit, attack: AttackIdentity, verdict: StoredVerdict): HeatMap {
  const width = group.members.length;
  const columns = group.members.slice(0, COLUMNS);
  const shown = group.rows.slice(0, ROWS);
  const decided = verdict.kind === 'decided' ? verdict : null;
  const place = new Map(Array.from(decided?.cells ?? [], (cell, order) => [cell, order]));
  const cut = shown.length < group.rows.length || columns.length < width;
  return {
    title: 'One distance table',
    attack: attack.name,
    columns: [...columns],
    rows: shown.map((row, index) => ({
      label: `transaction ${row.t + 1}`,
      context: row.c.map((item) => conjunctionText(group.context[item] as string)),
      cells: columns.map((_, column) => {
        const cell = index * width + column;
        const distance = scored.cells[cell] as number;
        const order = place.get(cell);
        return {
          distance: numberOf(distance),
          state: stateOf(distance),
          place: order ?? null,
          why: order === undefined ? null : numberOf(decided?.why[order] ?? Number.NaN),
          confidence: decided?.confidence?.[cell] ?? null,
          original: original === null ? null : original[cell] === 1,
        };
      }),
    })),
    note: `A generalised item of ${width} members in ${group.rows.length} transactions: a row for each transaction with the context items used, a column for each member; cells are distances. Struck through: what ${attack.name} eliminated.${cut ? ` The first ${shown.length} rows and ${columns.length} columns are shown.` : ''}`,
  };
}

const numberOf = (distance: number): number | null => (Number.isFinite(distance) ? distance : null);
const stateOf = (distance: number): 'undefined' | 'never' | 'scored' =>
  Number.isNaN(distance) ? 'undefined' : distance === Number.POSITIVE_INFINITY ? 'never' : 'scored';
