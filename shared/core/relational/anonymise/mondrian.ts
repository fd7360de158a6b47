import { BadInput } from '../../model/bad-input.ts';
import { compareCodePoints } from '../../model/code-points.ts';
import type { ClassRule, SensitiveColumn } from '../check/rules.ts';
import type { ValueTally } from '../model/classes.ts';
import { leavesOf, type ValueHierarchy } from '../model/hierarchy.ts';
import { numberOf } from '../model/number.ts';
import type { Column, ColumnType } from '../model/table.ts';
import type { Requirement } from './recodable.ts';

/** A quasi-identifier as Mondrian cuts it. */
export interface CuttableColumn {
  readonly column: Column;
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  readonly order: readonly string[] | null;
}

interface MondrianResult {
  /** Records of each class, in the order of the cuts. */
  readonly classes: readonly Int32Array[];
  /** For each class what it publishes. */
  readonly cells: readonly (readonly string[])[];
}

/** How one column is measured, cut and published. Works on `places`: rows of the hierarchy, or ranks in the column's order. */
export interface Axis {
  readonly places: Int32Array;
  readonly size: number;
  /** Width of the places from least to greatest that occur. */
  width(counts: Int32Array): number;
  /** The side of each place, sides numbered from 0; null: no cut. `sizes` are records by place. */
  cut(counts: Int32Array, total: number, holds: (side: Int32Array, sides: number) => boolean): { side: Int32Array; sides: number } | null;
  publish(counts: Int32Array): string;
}

/**
 * Mondrian (LeFevre et al., 2006), strict: the column of greatest width, as a share of its width in the table, that has a cut leaving
 * every side satisfying. Without hierarchy the cut between two values nearest to halves; with one, into the children of the lowest common label.
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
  const whole = axes.map((axis, at) => axis.width(placeCounts(axis, everyone, scratch[at] as Int32Array)));
  const classes: Int32Array[] = [];
  const cells: string[][] = [];
  // Depth first, the side of lower places first; a stack, for a table may be cut as often as it has records.
  const open: Int32Array[] = [everyone];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const counts = axes.map((axis, at) => placeCounts(axis, part, scratch[at] as Int32Array));
    const sides = part.length < 2 * requirement.k ? null : cutWidest(axes, counts, whole, part, judge);
    if (sides === null) {
      classes.push(part);
      cells.push(axes.map((axis, at) => axis.publish(counts[at] as Int32Array)));
    } else open.push(...sides.reverse());
  }
  return { classes, cells };
}

export function placeCounts({ places }: Axis, part: Int32Array, counts: Int32Array): Int32Array {
  counts.fill(0);
  for (let at = 0; at < part.length; at += 1) {
    const place = places[part[at] as number] as number;
    counts[place] = (counts[place] as number) + 1;
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
  const shares = axes.map((axis, at) => (whole[at] === 0 ? 0 : axis.width(counts[at] as Int32Array) / (whole[at] as number)));
  const order = [...axes.keys()]
    .filter((at) => (shares[at] as number) > 0)
    .sort((a, b) => (shares[b] as number) - (shares[a] as number) || a - b);
  for (const at of order) {
    const { places, cut } = axes[at] as Axis;
    const holds = (side: Int32Array, sides: number): boolean =>
      judge.largeEnough(counts[at] as Int32Array, side, sides) && judge.sidesHold(part, { places, side, sides });
    const found = cut(counts[at] as Int32Array, part.length, holds);
    if (found !== null) return split(part, places, found.side, found.sides);
  }
  return null;
}

function split(part: Int32Array, places: Int32Array, side: Int32Array, sides: number): Int32Array[] {
  const sizes = new Int32Array(sides);
  for (let at = 0; at < part.length; at += 1) {
    const own = side[places[part[at] as number] as number] as number;
    sizes[own] = (sizes[own] as number) + 1;
  }
  const parts = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let at = 0; at < part.length; at += 1) {
    const row = part[at] as number;
    const own = side[places[row] as number] as number;
    (parts[own] as Int32Array)[sizes[own] as number] = row;
    sizes[own] = (sizes[own] as number) + 1;
  }
  return parts;
}

/** Whether records may form a class. */
class Judge {
  readonly #requirement: Requirement;
  readonly #sensitive: readonly SensitiveColumn[];
  /** Of each sensitive column that a rule is about, with its rules: a tally for each side, kept from cut to cut. */
  readonly #asked: readonly { readonly column: number; readonly rules: readonly ClassRule[]; readonly tallies: ValueTally[] }[];

  constructor(sensitive: readonly SensitiveColumn[], requirement: Requirement) {
    this.#sensitive = sensitive;
    this.#requirement = requirement;
    this.#asked = [...Map.groupBy(requirement.rules, ({ column }) => column)].map(([column, rules]) => ({ column, rules, tallies: [] }));
  }

  largeEnough(counts: Int32Array, side: Int32Array, sides: number): boolean {
    const sizes = new Int32Array(sides);
    for (let place = 0; place < counts.length; place += 1)
      if ((counts[place] as number) > 0)
        sizes[side[place] as number] = (sizes[side[place] as number] as number) + (counts[place] as number);
    return sizes.every((size) => size >= Math.max(1, this.#requirement.k));
  }

  holds(part: Int32Array): boolean {
    return part.length >= this.#requirement.k && this.sidesHold(part, null);
  }

  /** Whether every side of a cut does, told without making the sides; null: the part as it is. */
  sidesHold(part: Int32Array, cut: { readonly places: Int32Array; readonly side: Int32Array; readonly sides: number } | null): boolean {
    return this.#asked.every(({ column, rules, tallies }) => {
      const { codes, missing, values } = (this.#sensitive[column] as SensitiveColumn).sensitive;
      const sides = cut?.sides ?? 1;
      while (tallies.length < sides) tallies.push({ known: 0, counts: new Int32Array(values.length), present: [] });
      for (let side = 0; side < sides; side += 1) clear(tallies[side] as ValueTally);
      for (let at = 0; at < part.length; at += 1) {
        const row = part[at] as number;
        const code = codes[row] as number;
        if (missing[code] === 1) continue;
        const tally = tallies[cut === null ? 0 : (cut.side[cut.places[row] as number] as number)] as ValueTally;
        if (tally.counts[code] === 0) tally.present.push(code);
        tally.counts[code] = (tally.counts[code] as number) + 1;
        tally.known += 1;
      }
      for (let side = 0; side < sides; side += 1) {
        const tally = tallies[side] as ValueTally;
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

/** Numbers by size, ordinals by their order, words by code point; what is no number (a missing value) stands before all numbers. */
function orderedAxis({ column, type, order }: CuttableColumn): Axis {
  const { values, codes, name } = column;
  const numbers = values.map((value) => (type === 'number' ? numberOf(value) : null));
  const rankOf = new Map(order?.map((value, at) => [value, at]));
  const key = (code: number): number => {
    if (type === 'number') return numbers[code] ?? -Infinity;
    if (type === 'word') return 0;
    const rank = rankOf.get(values[code] as string);
    if (rank !== undefined) return rank;
    throw new BadInput(`column "${name}": the value of record ${codes.indexOf(code) + 1} is not in its order`);
  };
  const sorted = [...values.keys()].sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one === other ? compareCodePoints(values[a] as string, values[b] as string) : one - other;
  });
  const placeOf = new Int32Array(values.length);
  for (const [place, code] of sorted.entries()) placeOf[code] = place;
  const measure = Float64Array.from(sorted, (code, place) => (type === 'number' ? (numbers[code] ?? Number.NaN) : place));
  return {
    places: codes.map((code) => placeOf[code] as number),
    size: values.length,
    width(counts) {
      let low = firstPlace(counts);
      const high = lastPlace(counts);
      // A missing value has no place among numbers; a class that holds one can still be cut from it.
      while (low < high && Number.isNaN(measure[low])) low = nextPlace(counts, low);
      const width = (measure[high] as number) - (measure[low] as number);
      return Number.isNaN(width) ? 0 : width;
    },
    cut: cutByOrder,
    publish(counts) {
      const [low, high] = [firstPlace(counts), lastPlace(counts)];
      const [first, last] = [values[sorted[low] as number] as string, values[sorted[high] as number] as string];
      if (low === high) return first;
      if (type === 'number') return Number.isNaN(measure[low]) ? '*' : `[${first}-${last}]`;
      const members = sorted.filter((_, place) => (counts[place] as number) > 0).map((code) => values[code] as string);
      // A set is written with commas; a value that holds one cannot stand in it.
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

/** Of the cuts between two places that hold, the one nearest to halves, then the lower. Sides: up to the cut, beyond it. */
function cutByOrder(counts: Int32Array, total: number, holds: (side: Int32Array, sides: number) => boolean) {
  const cuts: { readonly place: number; readonly off: number }[] = [];
  let below = 0;
  for (let place = 0; place < counts.length; place += 1) {
    if (counts[place] === 0) continue;
    below += counts[place] as number;
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

/** With a hierarchy: the lowest label over all values of a class, and its children. */
function treeAxis({ column }: CuttableColumn, hierarchy: ValueHierarchy): Axis {
  const { codes, values, name } = column;
  const rowOf = Int32Array.from(values, (value) => hierarchy.indexOf.get(value) ?? -1);
  const outside = rowOf.indexOf(-1);
  if (outside >= 0)
    throw new BadInput(`column "${name}": the value of record ${codes.indexOf(outside) + 1} is not in its hierarchy; add a line for it`);
  const all = hierarchy.values.length;
  const leaves = hierarchy.codes.map((_, level) => leavesOf(hierarchy, level));
  /** The lowest level on which all values share a label; one above the top where none is. Plain loops: each class of each cut asks. */
  const commonLevel = (counts: Int32Array, first: number): number => {
    let level = 0;
    for (let place = first + 1; place < counts.length && level <= hierarchy.top; place += 1) {
      if (counts[place] === 0) continue;
      while (level <= hierarchy.top && hierarchy.codes[level]?.[place] !== hierarchy.codes[level]?.[first]) level += 1;
    }
    return level;
  };
  return {
    places: codes.map((code) => rowOf[code] as number),
    size: all,
    width(counts) {
      const first = firstPlace(counts);
      const level = commonLevel(counts, first);
      const covered = level > hierarchy.top ? all : ((leaves[level] as Int32Array)[hierarchy.codes[level]?.[first] as number] as number);
      return covered <= 1 ? 0 : covered / all;
    },
    cut(counts, _total, holds) {
      const level = commonLevel(counts, firstPlace(counts));
      if (level === 0) return null;
      const labels = hierarchy.codes[level - 1] as Int32Array;
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
      return level > hierarchy.top
        ? '*'
        : ((hierarchy.labels[level] as readonly string[])[hierarchy.codes[level]?.[first] as number] as string);
    },
  };
}
