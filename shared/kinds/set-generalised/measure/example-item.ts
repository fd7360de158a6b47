import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import type { Matrix } from '../../../contracts/report-data.ts';
import type { StoredVerdict } from '../../../contracts/work.ts';
import { percent } from '../../../core/findings/figure-text.ts';
import { conjunctionText } from '../../../core/relatedness/conjunction.ts';
import type { FinishedUnit } from './finished-units.ts';

/** A table larger than this is shown in part. */
const ROWS = 24;
const COLUMNS = 10;

/** A table that is worth looking at: the one where the leading attack did most, among those that a page can show. */
export interface ExampleItem {
  readonly score: number;
  readonly unit: number;
  readonly section: Matrix;
}

/** The better of two; the earlier unit when they are equal, so the order of slices does not matter. */
export const betterExample = (a: ExampleItem | null, b: ExampleItem | null): ExampleItem | null =>
  a === null || (b !== null && (b.score > a.score || (b.score === a.score && b.unit < a.unit))) ? b : a;

export function exampleOf(units: readonly FinishedUnit[], attack: AttackIdentity, at: number): ExampleItem | null {
  let best: { readonly score: number; readonly unit: FinishedUnit } | null = null;
  for (const unit of units) {
    const score = scoreOf(unit, unit.verdicts[at] as StoredVerdict);
    if (score !== null && (best === null || score > best.score)) best = { score, unit };
  }
  return best === null
    ? null
    : { score: best.score, unit: best.unit.unit, section: matrixOf(best.unit, attack, best.unit.verdicts[at] as StoredVerdict) };
}

/** Right eliminations less wrong ones, or eliminations where nobody knows; tables that do not fit come after those that do. */
function scoreOf({ group, original }: FinishedUnit, verdict: StoredVerdict): number | null {
  if (verdict.kind !== 'decided') return null;
  let gain = 0;
  for (const cell of verdict.cells) gain += original === null || original[cell] === 0 ? 1 : -1;
  const fits = group.rows.length <= ROWS && group.members.length <= COLUMNS;
  return fits ? gain + 1e6 : gain;
}

function matrixOf({ group, scored, original }: FinishedUnit, attack: AttackIdentity, verdict: StoredVerdict): Matrix {
  const width = group.members.length;
  const columns = group.members.slice(0, COLUMNS);
  const shown = group.rows.slice(0, ROWS);
  const decided = verdict.kind === 'decided' ? verdict : null;
  const place = new Map(Array.from(decided?.cells ?? [], (cell, order) => [cell, order + 1]));
  const added = decided?.confidence ?? null;
  const said = added === null ? distances(scored.cells, shown.length, columns.length, width) : probabilities(added);
  const cut = shown.length < group.rows.length || columns.length < width;
  return {
    kind: 'matrix',
    title: 'One generalised item, as the attack saw it',
    conclude: `In ${group.rows.length} transactions the item stands for some of ${width} members. The attack (${attack.name}) took out ${place.size} of ${group.rows.length * width} cells, the surest first${original === null ? '' : `; of what it left, ${share(kept(original, place))} was in the original`}.`,
    note: `A row for each transaction, with the neighbours that the attack looked at; a column for each member. ${said.note}${cut ? ` The first ${shown.length} rows and ${columns.length} columns are shown.` : ''}`,
    columns: [...columns],
    ...said.ends,
    placed: 'taken out',
    framed: original === null ? null : 'held by the original',
    rows: shown.map((row, index) => ({
      label: `transaction ${row.t + 1}`,
      beside: row.c.map((item) => conjunctionText(group.context[item] as string)),
      cells: columns.map((_, column) => {
        const cell = index * width + column;
        const order = place.get(cell) ?? null;
        const truth = original === null ? '' : original[cell] === 1 ? '; the original holds it' : '; it was added';
        return {
          ...said.of(cell),
          place: order,
          framed: original !== null && original[cell] === 1,
          about: `${said.about(cell)}; ${order === null ? 'kept' : `taken out as number ${order}`}${truth}`,
        };
      }),
    })),
  };
}

/** How a cell is drawn and told. */
interface Said {
  readonly note: string;
  readonly ends: Pick<Matrix, 'light' | 'dark'>;
  of(cell: number): { readonly text: string; readonly shade: number | null };
  about(cell: number): string;
}

const probabilities = (added: Float64Array): Said => {
  const own = (cell: number): number => 1 - (added[cell] as number);
  return {
    note: 'In each cell the probability, in percent, that the member is the transaction’s own.',
    ends: { light: 'unlikely', dark: 'likely its own' },
    of: (cell) => ({ text: `${(100 * own(cell)).toFixed(0)}\u00a0%`, shade: own(cell) }),
    about: (cell) => `${(100 * own(cell)).toFixed(1)} % likely its own`,
  };
};

/** An attack that states no probability goes by distances; the nearest is darkest. */
function distances(cells: Float64Array, rows: number, columns: number, width: number): Said {
  const known = Array.from(
    { length: rows * columns },
    (_, at) => cells[Math.floor(at / columns) * width + (at % columns)] as number,
  ).filter(Number.isFinite);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const text = (distance: number): string =>
    Number.isNaN(distance) ? '–' : Number.isFinite(distance) ? distance.toFixed(2) : 'never together';
  return {
    note: 'In each cell the distance of the member from what stands beside the item: this attack states no probability.',
    ends: { light: 'far', dark: 'near' },
    of: (cell) => {
      const distance = cells[cell] as number;
      const shade = Number.isNaN(distance) ? null : Number.isFinite(distance) ? (most > least ? (most - distance) / (most - least) : 1) : 0;
      return { text: text(distance), shade };
    },
    about: (cell) => {
      const distance = cells[cell] as number;
      return Number.isNaN(distance)
        ? 'no distance: unknown to all sources'
        : Number.isFinite(distance)
          ? `distance ${distance.toFixed(4)}`
          : 'never together';
    },
  };
}

/** Of the cells that were not taken out, the original ones. */
function kept(original: Uint8Array, place: ReadonlyMap<number, number>): readonly [number, number] {
  const left = Array.from(original, (truth, cell) => ({ truth, cell })).filter(({ cell }) => !place.has(cell));
  return [left.filter(({ truth }) => truth === 1).length, left.length];
}

const share = ([part, whole]: readonly [number, number]): string => (whole === 0 ? 'nothing' : percent(part / whole));
