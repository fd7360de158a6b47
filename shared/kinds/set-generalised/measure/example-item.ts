import type { Matrix, Section } from '../../../contracts/report-data.ts';
import { conjunctionText } from '../../../core/relatedness/conjunction.ts';
import { percent } from '../../../core/verdict/figure-text.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import type { StoredVerdict } from '../contracts.ts';
import type { Betrayal } from '../core/calibrated/betrayal.ts';
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
    const score = scoreOf(unit, unit.verdicts[at]);
    if (score !== null && (best === null || score > best.score)) best = { score, unit };
  }
  return best === null ? null : { score: best.score, unit: best.unit.unit, section: matrixOf(best.unit, attack, best.unit.verdicts[at]) };
}

/** Right minus wrong eliminations, or eliminations without the original; tables that do not fit come last. */
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
      beside: row.c.map((item) => conjunctionText(group.context[item])),
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

interface Said {
  readonly note: string;
  readonly ends: Pick<Matrix, 'light' | 'dark'>;
  of(cell: number): { readonly text: string; readonly shade: number | null };
  about(cell: number): string;
}

const probabilities = (added: Float64Array): Said => {
  const own = (cell: number): number => 1 - added[cell];
  return {
    note: 'In each cell the probability, in percent, that the member is the transaction’s own.',
    ends: { light: 'unlikely', dark: 'likely its own' },
    of: (cell) => ({ text: `${(100 * own(cell)).toFixed(0)}\u00a0%`, shade: own(cell) }),
    about: (cell) => `${(100 * own(cell)).toFixed(1)} % likely its own`,
  };
};

/** An attack that states no probability goes by distances; the nearest is darkest. */
function distances(cells: Float64Array, rows: number, columns: number, width: number): Said {
  const known = Array.from({ length: rows * columns }, (_, at) => cells[Math.floor(at / columns) * width + (at % columns)]).filter(
    Number.isFinite,
  );
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const shown = (distance: number, unknown: string, known: string): string =>
    Number.isNaN(distance) ? unknown : Number.isFinite(distance) ? known : 'never together';
  return {
    note: 'In each cell the distance of the member from what stands beside the item: this attack states no probability.',
    ends: { light: 'far', dark: 'near' },
    of: (cell) => {
      const distance = cells[cell];
      const shade = Number.isNaN(distance) ? null : Number.isFinite(distance) ? (most > least ? (most - distance) / (most - least) : 1) : 0;
      return { text: shown(distance, '–', distance.toFixed(2)), shade };
    },
    about: (cell) => shown(cells[cell], 'no distance: unknown to all sources', `distance ${cells[cell].toFixed(4)}`),
  };
}

/** Of the cells that were not taken out, the original ones. */
function kept(original: Uint8Array, place: ReadonlyMap<number, number>): readonly [number, number] {
  const left = Array.from(original, (truth, cell) => ({ truth, cell })).filter(({ cell }) => !place.has(cell));
  return [left.filter(({ truth }) => truth === 1).length, left.length];
}

const share = ([part, whole]: readonly [number, number]): string => (whole === 0 ? 'nothing' : percent(part / whole));

/** As many as the page lists; the table `groups` has one for each generalised item. */
const SHOWN = 12;

export interface GroupBetrayal {
  readonly unit: number;
  readonly member: string;
  /** From 1. */
  readonly transaction: number;
  readonly by: Betrayal;
}

export function betrayalsIn(units: readonly FinishedUnit[], attack: number): GroupBetrayal[] {
  const all: GroupBetrayal[] = [];
  for (const { unit, group, verdicts } of units) {
    const verdict = verdicts[attack];
    const by = verdict.kind === 'decided' ? verdict.betrayedBy : undefined;
    if (by === undefined) continue;
    all.push({ unit, member: group.members[by.column], transaction: (group.rows[by.row]?.t ?? 0) + 1, by });
  }
  return strongest(all);
}

/** The plainest first, the earlier unit where they are equal: slices may come in any order. */
export const strongest = (all: readonly GroupBetrayal[]): GroupBetrayal[] =>
  all.toSorted((a, b) => b.by.above - a.by.above || a.unit - b.unit).slice(0, SHOWN);

export function betrayalSection(attack: string, betrayals: readonly GroupBetrayal[]): Section[] {
  if (betrayals.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'What betrays what: neighbours',
      conclude: 'Each of these neighbours sets one member of a generalised item apart from the others: withhold it, or hide it too.',
      note: `For ${attack}, the ${betrayals.length} plainest; the table groups has one for each generalised item. Nearness is the ${betrayals[0]?.by.measure}; above is how much nearer than the other members are.`,
      head: ['Member', 'Betrayed by', 'In transaction', 'Nearness', 'Above the others'],
      rows: betrayals.map(({ member, transaction, by }) => [member, by.item, transaction, two(by.nearness), two(by.above)]),
    },
  ];
}

const two = (value: number): string => value.toFixed(2);
