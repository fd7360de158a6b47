import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import type { ClassRule, SensitiveColumn } from '../check/rules.ts';
import type { ValueTally } from '../model/classes.ts';
import { leavesOf, rowsInHierarchy, type ValueHierarchy } from '../model/hierarchy.ts';
import { type Column, type ColumnType, numberOf } from '../model/table.ts';
import type { Requirement } from './recodable.ts';

/** A quasi-identifier as Mondrian cuts it. */
export interface CuttableColumn {
  readonly column: Column;
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  readonly order: readonly string[] | null;
  /** Its width counts so many times: columns of weight stay finer. */
  readonly weight?: number;
}

interface MondrianResult {
  readonly classes: readonly Int32Array[];
  /** Published cells of each class. */
  readonly cells: readonly (readonly string[])[];
}

/** How one column is measured, cut and published. Positions are rows of the hierarchy, or ranks in the column's order. */
export interface Axis {
  readonly places: Int32Array;
  readonly size: number;
  /** Width between the least and greatest position present. */
  width(counts: Int32Array): number;
  /** Side of each position, numbered from 0; null: no cut. */
  cut(counts: Int32Array, total: number, holds: (side: Int32Array, sides: number) => boolean): { side: Int32Array; sides: number } | null;
  publish(counts: Int32Array): string;
}

/**
 * Strict Mondrian (LeFevre et al., 2006): cut the column of greatest relative width that has a cut with every side satisfying the requirement.
 * Without hierarchy: the cut closest to the median. With one: into the children of the lowest common label.
 */
export function mondrian(
  columns: readonly CuttableColumn[],
  sensitive: readonly SensitiveColumn[],
  rows: number,
  requirement: Requirement,
): MondrianResult {
  const axes = columns.map(axisOf);
  const judge = new Judge(sensitive, requirement);
  const everyone = Int32Array.from({ length: rows }, (_, row) => row);
  if (!judge.holds(everyone)) throw new BadInput('the whole table in one class does not satisfy what is required: no cut can');
  const scratch = axes.map(({ size }) => new Int32Array(size));
  const whole = axes.map((axis, at) => axis.width(placeCounts(axis, everyone, scratch[at] as Int32Array)) / (columns[at]?.weight ?? 1));
  const classes: Int32Array[] = [];
  const cells: string[][] = [];
  // Depth first, lower side first. An explicit stack: a table may be cut as often as it has records.
  const open: Int32Array[] = [everyone];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const counts = axes.map((axis, at) => placeCounts(axis, part, scratch[at] as Int32Array));
    const sides = part.length < 2 * requirement.k ? null : cutWidest(axes, counts, whole, part, judge);
    if (sides === null) {
      classes.push(part);
      cells.push(axes.map((axis, at) => axis.publish(counts[at])));
    } else open.push(...sides.reverse());
  }
  return { classes, cells };
}

export function placeCounts({ places }: Axis, part: Int32Array, counts: Int32Array): Int32Array {
  counts.fill(0);
  for (let at = 0; at < part.length; at += 1) {
    const place = places[part[at]];
    counts[place] += 1;
  }
  return counts;
}

function cutWidest(
  axes: readonly Axis[],
  counts: readonly Int32Array[],
  whole: readonly number[],
  part: Int32Array,
  judge: Judge,
): Int32Array[] | null {
  const shares = axes.map((axis, at) => (whole[at] === 0 ? 0 : axis.width(counts[at]) / whole[at]));
  const order = [...axes.keys()].filter((at) => shares[at] > 0).sort((a, b) => shares[b] - shares[a] || a - b);
  for (const at of order) {
    const { places, cut } = axes[at];
    const holds = (side: Int32Array, sides: number): boolean =>
      judge.largeEnough(counts[at], side, sides) && judge.sidesHold(part, { places, side, sides });
    const found = cut(counts[at], part.length, holds);
    if (found !== null) return split(part, places, found.side, found.sides);
  }
  return null;
}

function split(part: Int32Array, places: Int32Array, side: Int32Array, sides: number): Int32Array[] {
  const sizes = new Int32Array(sides);
  for (let at = 0; at < part.length; at += 1) {
    const own = side[places[part[at]]];
    sizes[own] += 1;
  }
  const parts = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let at = 0; at < part.length; at += 1) {
    const row = part[at];
    const own = side[places[row]];
    (parts[own] as Int32Array)[sizes[own]] = row;
    sizes[own] += 1;
  }
  return parts;
}

/** Decides whether a set of records may form a class. */
export class Judge {
  readonly #requirement: Requirement;
  readonly #sensitive: readonly SensitiveColumn[];
  /** Rules by sensitive column, with one reused tally for each side. */
  readonly #asked: readonly { readonly column: number; readonly rules: readonly ClassRule[]; readonly tallies: ValueTally[] }[];

  constructor(sensitive: readonly SensitiveColumn[], requirement: Requirement) {
    this.#sensitive = sensitive;
    this.#requirement = requirement;
    this.#asked = [...Map.groupBy(requirement.rules, ({ column }) => column)].map(([column, rules]) => ({ column, rules, tallies: [] }));
  }

  largeEnough(counts: Int32Array, side: Int32Array, sides: number): boolean {
    const sizes = new Int32Array(sides);
    for (let place = 0; place < counts.length; place += 1) if (counts[place] > 0) sizes[side[place]] += counts[place];
    return sizes.every((size) => size >= Math.max(1, this.#requirement.k));
  }

  holds(part: Int32Array): boolean {
    return part.length >= this.#requirement.k && this.sidesHold(part, null);
  }

  /** Whether every side of a cut satisfies the rules, computed without building the sides; `cut` null: the part uncut. */
  sidesHold(part: Int32Array, cut: { readonly places: Int32Array; readonly side: Int32Array; readonly sides: number } | null): boolean {
    return this.#asked.every(({ column, rules, tallies }) => {
      const { codes, missing, values } = this.#sensitive[column].sensitive;
      const sides = cut?.sides ?? 1;
      while (tallies.length < sides) tallies.push({ known: 0, counts: new Int32Array(values.length), present: [] });
      for (let side = 0; side < sides; side += 1) clear(tallies[side]);
      for (let at = 0; at < part.length; at += 1) {
        const row = part[at];
        const code = codes[row];
        if (missing[code] === 1) continue;
        const tally = tallies[cut === null ? 0 : cut.side[cut.places[row]]];
        if (tally.counts[code] === 0) tally.present.push(code);
        tally.counts[code] += 1;
        tally.known += 1;
      }
      for (let side = 0; side < sides; side += 1) {
        const tally = tallies[side];
        if (tally.known > 0 && !rules.every((rule) => rule.holds(tally))) return false;
      }
      return true;
    });
  }
}

function clear(tally: ValueTally): void {
  for (const code of tally.present) tally.counts[code] = 0;
  tally.present.length = 0;
  tally.known = 0;
}

export function axisOf(cuttable: CuttableColumn): Axis {
  return cuttable.hierarchy === null ? orderedAxis(cuttable) : treeAxis(cuttable, cuttable.hierarchy);
}

/** Numbers by size, ordinals by their order, words by code point. A missing value sorts before all numbers. */
function orderedAxis({ column, type, order }: CuttableColumn): Axis {
  const { values, codes, name } = column;
  const numbers = values.map((value) => (type === 'number' ? numberOf(value) : null));
  const rankOf = new Map(order?.map((value, at) => [value, at]));
  const key = (code: number): number => {
    if (type === 'number') return numbers[code] ?? -Infinity;
    if (type === 'word') return 0;
    const rank = rankOf.get(values[code]);
    if (rank !== undefined) return rank;
    throw new BadInput(`column "${name}": the value of record ${codes.indexOf(code) + 1} is not in its order`);
  };
  const sorted = [...values.keys()].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? compareCodePoints(values[a], values[b]) : one - other;
  });
  const cellPlace = new Int32Array(values.length);
  for (const [place, code] of sorted.entries()) cellPlace[code] = place;
  const measure = Float64Array.from(sorted, (code, place) => (type === 'number' ? (numbers[code] ?? Number.NaN) : place));
  return {
    places: codes.map((code) => cellPlace[code]),
    size: values.length,
    width(counts) {
      let low = firstPlace(counts);
      const high = lastPlace(counts);
      // A missing value is not part of the range, but it can be cut off.
      while (low < high && Number.isNaN(measure[low])) low = nextPlace(counts, low);
      const width = measure[high] - measure[low];
      return Number.isNaN(width) ? 0 : width;
    },
    cut: cutByOrder,
    publish(counts) {
      const [low, high] = [firstPlace(counts), lastPlace(counts)];
      const [first, last] = [values[sorted[low]], values[sorted[high]]];
      if (low === high) return first;
      if (type === 'number') return Number.isNaN(measure[low]) ? '*' : `[${first}-${last}]`;
      const members = sorted.filter((_, place) => counts[place] > 0).map((code) => values[code]);
      // Sets are written with commas, so a value with a comma cannot be a member.
      return members.some((member) => /[,{}]/.test(member)) ? '*' : `{${members.join(', ')}}`;
    },
  };
}

const firstPlace = (counts: Int32Array): number => nextPlace(counts, -1);

function lastPlace(counts: Int32Array): number {
  let place = counts.length - 1;
  while (counts[place] === 0) place -= 1;
  return place;
}

function nextPlace(counts: Int32Array, place: number): number {
  let next = place + 1;
  while (counts[next] === 0) next += 1;
  return next;
}

/** The valid cut closest to the median (ties: the lower one). */
function cutByOrder(counts: Int32Array, total: number, holds: (side: Int32Array, sides: number) => boolean) {
  const cuts: { readonly place: number; readonly off: number }[] = [];
  let below = 0;
  for (let place = 0; place < counts.length; place += 1) {
    if (counts[place] === 0) continue;
    below += counts[place];
    if (below < total) cuts.push({ place, off: Math.abs(2 * below - total) });
  }
  cuts.sort((a, b) => a.off - b.off || a.place - b.place);
  const side = new Int32Array(counts.length);
  for (const { place } of cuts) {
    side.fill(0, 0, place + 1).fill(1, place + 1);
    if (holds(side, 2)) return { side, sides: 2 };
  }
  return null;
}

/** Cuts a class into the children of the lowest label that covers it. */
function treeAxis({ column }: CuttableColumn, hierarchy: ValueHierarchy): Axis {
  const rowOf = rowsInHierarchy(column, hierarchy);
  const all = hierarchy.values.length;
  const leaves = hierarchy.codes.map((_, level) => leavesOf(hierarchy, level));
  /** Lowest level on which all values share a label; top + 1 if none. Hot path, hence plain loops. */
  const commonLevel = (counts: Int32Array, first: number): number => {
    let level = 0;
    for (let place = first + 1; place < counts.length && level <= hierarchy.top; place += 1) {
      if (counts[place] === 0) continue;
      while (level <= hierarchy.top && hierarchy.codes[level]?.[place] !== hierarchy.codes[level]?.[first]) level += 1;
    }
    return level;
  };
  return {
    places: column.codes.map((code) => rowOf[code]),
    size: all,
    width(counts) {
      const first = firstPlace(counts);
      const level = commonLevel(counts, first);
      const covered = level > hierarchy.top ? all : leaves[level][hierarchy.codes[level]?.[first] as number];
      return covered <= 1 ? 0 : covered / all;
    },
    cut(counts, _total, holds) {
      const level = commonLevel(counts, firstPlace(counts));
      if (level === 0) return null;
      const labels = hierarchy.codes[level - 1];
      const numbers = new Map<number, number>();
      const side = labels.map((label, place) => {
        if (counts[place] === 0) return 0;
        if (!numbers.has(label)) numbers.set(label, numbers.size);
        return numbers.get(label) as number;
      });
      return holds(side, numbers.size) ? { side, sides: numbers.size } : null;
    },
    publish(counts) {
      const first = firstPlace(counts);
      const level = commonLevel(counts, first);
      return level > hierarchy.top ? '*' : hierarchy.labels[level][hierarchy.codes[level]?.[first] as number];
    },
  };
}
