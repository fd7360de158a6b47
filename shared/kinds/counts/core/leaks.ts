import { type Box, cellsIn, factsOf, type Known, keyOf, knownBoxes, labelOf } from './boxes.ts';
import { type Cells, cellsOf } from './cells.ts';
import { type CountsFile, endsOf, hasOpenNoise } from './counts-file.ts';
import { CountSystem, type SumBounds } from './system.ts';

export const COUNT_ATTACKS = ['published', 'differencing', 'bounds'] as const;
export type CountAttack = (typeof COUNT_ATTACKS)[number];

/** A group about which the counts say something for certain. Groups of one attack and sort share nobody. */
export interface Leak {
  readonly attack: CountAttack;
  /** `alone`: it is one person. `same`: all have one value of a sensitive column. `hidden`: its hidden count is known. */
  readonly sort: 'alone' | 'same' | 'hidden';
  /** Columns that the attacker knows of a person. */
  readonly facts: number;
  readonly people: number;
  /** Of the same value: the column, the value and how many of all have it. */
  readonly column: string | null;
  readonly value: string | null;
  readonly share: number;
  readonly group: string;
  readonly box: Box;
}

/** What the counts say together. */
export interface AttackedCounts {
  readonly cells: Cells;
  readonly known: ReadonlyMap<string, Known>;
  readonly leaks: readonly Leak[];
  /** By row. */
  readonly bounds: readonly SumBounds[];
  /** People: those that at least are there. */
  readonly people: number;
  /** False: no table of people has all of these counts. */
  readonly fits: boolean;
  /** False: there are too many cells and counts for exact bounds. */
  readonly exact: boolean;
  /** Columns that are taken to have no further value. */
  readonly closed: readonly string[];
}

/** Facts beyond this many are known all or not at all. */
export const MOST_FACTS = 3;

export function attackCounts(file: CountsFile, name: string): AttackedCounts {
  const ends = file.rows.map((row) => endsOf(row, file.made));
  const systemOf = (cells: Cells): CountSystem =>
    new CountSystem(
      cells.classes,
      cells.rows.map((own, row) => ({ cells: own, low: ends[row][0], high: ends[row][1] })),
    );
  const largest = file.rows.reduce((most, { count }) => Math.max(most, Math.round(count ?? 0)), 1);
  let cells = cellsOf(file, true, name);
  if (hasOpenNoise(file)) {
    const bounds = file.rows.map(() => ({ low: 0, high: Number.POSITIVE_INFINITY, exact: true }));
    return { cells, known: knownBoxes(file, cells, ends), leaks: [], bounds, people: largest, fits: true, exact: true, closed: [] };
  }
  let system = systemOf(cells);
  // Values that are not listed: with them the counts may fit.
  if (!system.feasible && cells.columns.some(({ closed }) => closed)) {
    cells = cellsOf(file, false, name);
    system = systemOf(cells);
  }
  const known = knownBoxes(file, cells, ends);
  const all = system.bounds(Array.from({ length: cells.classes }, (_, at) => at));
  const people = system.feasible && all.low > 0 ? all.low : largest;
  const leaks = system.feasible ? disjoint(cells, [...ofKnown(file, cells, known, people), ...ofSystem(file, cells, system, people)]) : [];
  return {
    cells,
    known,
    leaks,
    bounds: cells.rows.map((own) => system.bounds(own)),
    people,
    fits: system.feasible,
    exact: system.exact,
    closed: cells.columns.filter(({ closed }) => closed).map(({ name: column }) => column),
  };
}

/** The box of one value of a column, in addition to another box. */
const withValue = (box: Box, column: number, piece: number): Box => box.with(column, [piece]);

/** How many of all have a value: the middle of its ends. */
const shareIn = (ends: { readonly low: number; readonly high: number }, people: number): number =>
  Math.min(1, (ends.low + Math.min(ends.high, people)) / 2 / people);

/** What single counts and their differences say: the second attacker knows all that the first does. */
function* ofKnown(file: CountsFile, cells: Cells, known: ReadonlyMap<string, Known>, people: number): Generator<Leak> {
  const everybody: Box = file.columns.map(() => null);
  for (const { box, attack, low, high } of known.values()) {
    const by = attack === 'published' ? (['published', 'differencing'] as const) : (['differencing'] as const);
    const said = { facts: factsOf(box), group: labelOf(cells, box), box, column: null, value: null, share: 0 };
    if (low === 1 && high === 1) for (const own of by) yield { ...said, attack: own, sort: 'alone', people: 1 };
    if (low < 1) continue;
    for (const [column, name] of file.columns.entries()) {
      if (!file.made.sensitive.includes(name) || box[column] !== null) continue;
      for (const [piece, { label: value, holds }] of cells.columns[column].pieces.entries()) {
        const having = known.get(keyOf(withValue(box, column, piece)));
        if (holds.size === 0 || having === undefined || having.low < high) continue;
        const share = shareIn(known.get(keyOf(withValue(everybody, column, piece))) ?? { low: 0, high: people }, people);
        const both = attack === 'published' && having.attack === 'published' ? by : (['differencing'] as const);
        for (const own of both) yield { ...said, attack: own, sort: 'same', people: low, column: name, value, share };
      }
    }
  }
  const byRow = new Map([...known.values()].map((each) => [each.row, each]));
  yield* hiddenOf(file, cells, 'differencing', (row) => {
    const { low, high } = byRow.get(row) ?? { low: 0, high: 1 };
    return low === high ? low : null;
  });
}

/** Rows whose count is hidden or rounded, and known all the same. */
function* hiddenOf(file: CountsFile, cells: Cells, attack: CountAttack, countOf: (row: number) => number | null): Generator<Leak> {
  for (const [row, each] of file.rows.entries()) {
    const [low, high] = endsOf(each, file.made);
    if (low === high) continue;
    const count = countOf(row);
    if (count === null || count < 1) continue;
    const box = each.conditions.map((text, at) =>
      text === null ? null : cells.columns[at].pieces.flatMap(({ holds }, piece) => (holds.has(text) ? [piece] : [])),
    );
    const share = Number.isFinite(high) ? 1 / (high - low + 1) : 0;
    yield { attack, sort: 'hidden', facts: factsOf(box), people: count, column: null, value: null, share, group: labelOf(cells, box), box };
  }
}

/** What all counts say together, of every combination of values of up to three columns, and of all. */
function* ofSystem(file: CountsFile, cells: Cells, system: CountSystem, people: number): Generator<Leak> {
  const attack = 'bounds';
  const sizes = Map.groupBy(cells.cells.keys(), (at) => cells.cells[at].class);
  for (const columns of subsets(file.columns.length)) {
    const groups = Map.groupBy(cells.cells.keys(), (at) => columns.map((column) => cells.cells[at].pieces[column]).join());
    for (const own of groups.values()) {
      const box: Box = file.columns.map((_, column) => (columns.includes(column) ? [cells.cells[own[0]].pieces[column]] : null));
      const group = labelOf(cells, box);
      const said = { attack, facts: columns.length, group, box } as const;
      const whole = wholeClasses(cells, own, sizes);
      const count = whole.complete ? system.only(whole.classes) : null;
      if (count === 1) yield { ...said, sort: 'alone', people: 1, column: null, value: null, share: 0 };
      for (const [column, name] of file.columns.entries()) {
        if (!file.made.sensitive.includes(name) || columns.includes(column)) continue;
        for (const [piece, { label: value, holds }] of cells.columns[column].pieces.entries()) {
          if (holds.size === 0) continue;
          const others = own.filter((at) => cells.cells[at].pieces[column] !== piece);
          if (system.only([...new Set(others.map((at) => cells.cells[at].class))]) !== 0) continue;
          const least = count ?? system.bounds(whole.classes).low;
          if (least < 1) continue;
          const having = new Set(cells.cells.filter(({ pieces }) => pieces[column] === piece).map((cell) => cell.class));
          yield { ...said, sort: 'same', people: least, column: name, value, share: shareIn(system.bounds([...having]), people) };
        }
      }
    }
  }
  yield* hiddenOf(file, cells, attack, (row) => system.only(cells.rows[row]));
}

/** Classes that lie inside these cells; whether the cells are no more than that. */
function wholeClasses(cells: Cells, own: readonly number[], sizes: ReadonlyMap<number, readonly number[]>) {
  const inside = Map.groupBy(own, (at) => cells.cells[at].class);
  const classes = [...inside.keys()].filter((each) => inside.get(each)?.length === sizes.get(each)?.length);
  return { classes, complete: classes.length === inside.size };
}

function* subsets(columns: number): Generator<number[]> {
  const grow = function* (from: number, own: readonly number[]): Generator<number[]> {
    if (own.length > 0 && (own.length <= MOST_FACTS || own.length === columns)) yield [...own];
    if (own.length >= MOST_FACTS) return;
    for (let column = from; column < columns; column += 1) yield* grow(column + 1, [...own, column]);
  };
  yield* grow(0, []);
  if (columns > MOST_FACTS) yield Array.from({ length: columns }, (_, column) => column);
}

/** Of groups that overlap those with fewer facts, then more people: nobody counts twice. */
function disjoint(cells: Cells, leaks: readonly Leak[]): Leak[] {
  const ordered = leaks.toSorted(
    (a, b) => a.facts - b.facts || b.people - a.people || (a.group < b.group ? -1 : a.group > b.group ? 1 : 0),
  );
  const taken = new Map<string, Set<number>>();
  return ordered.filter((leak) => {
    const key = [leak.attack, leak.sort, leak.column].join();
    const own = taken.get(key) ?? new Set();
    taken.set(key, own);
    const inside = cellsIn(cells, leak.box);
    if (inside.some((at) => own.has(at))) return false;
    for (const at of inside) own.add(at);
    return true;
  });
}
