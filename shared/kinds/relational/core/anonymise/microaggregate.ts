import { BadInput } from '../../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../../core/model/code-points.ts';
import { type Column, type ColumnType, numberOf } from '../model/table.ts';

/** What a group publishes instead of its numbers; ordinals publish their median, words their mode. */
export type Aggregate = 'mean' | 'median';

/** A quasi-identifier to aggregate. */
export interface AggregateColumn {
  readonly column: Column;
  readonly type: ColumnType;
  /** Of an ordinal column: its values from the least. */
  readonly order: readonly string[] | null;
  /** How much its distances count. */
  readonly weight: number;
}

interface Groups {
  readonly groups: readonly Int32Array[];
  /** Published cells of each group. */
  readonly cells: readonly (readonly string[])[];
  /** Sum of squared distances to the centres, as a share of that to one centre of all: the information that is lost. */
  readonly lost: number;
}

/** Larger tables are first halved at the medians of their widest columns: MDAV takes time in the square of the records. */
const BLOCK = 20_000;

/**
 * Microaggregation by MDAV (Domingo-Ferrer and Mateo-Sanz 2002; its generic form of 2005 for words): groups of k to 2k - 1 near records, each
 * published as its centre. Columns count in units of their standard deviation; two different words are one unit apart. A group for which `holds` is
 * false joins the nearest other group.
 */
export function microaggregate(
  columns: readonly AggregateColumn[],
  rows: number,
  k: number,
  aggregate: Aggregate,
  holds: (group: Int32Array) => boolean = () => true,
): Groups {
  const space = new Space(columns, rows);
  const blocks: Int32Array[] = [];
  const open = [space.sorted()];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const halves = part.length > Math.max(BLOCK, 4 * k) ? space.halves(part, 2 * k) : null;
    if (halves === null) blocks.push(part);
    else open.push(...halves);
  }
  const groups = joined(
    space,
    blocks.flatMap((block) => mdav(space, block, k)),
    holds,
  );
  const whole = space.spread(space.sorted());
  const within = groups.reduce((sum, group) => sum + space.spread(group), 0);
  return {
    groups,
    cells: groups.map((group) => columns.map((column) => centreText(column, group, aggregate))),
    lost: whole > 0 ? within / whole : 0,
  };
}

function mdav(space: Space, records: Int32Array, k: number): Int32Array[] {
  const groups: Int32Array[] = [];
  let left = records;
  const take = (from: number): void => {
    const [near, rest] = space.nearest(left, space.at(from), k);
    groups.push(near);
    left = rest;
  };
  while (left.length >= 3 * k) {
    const first = space.farthest(left, space.centre(left));
    const second = space.farthest(left, space.at(first));
    take(first);
    // Several equal records: the second may have gone with the first.
    take(left.includes(second) ? second : space.farthest(left, space.at(first)));
  }
  if (left.length >= 2 * k) take(space.farthest(left, space.centre(left)));
  if (left.length > 0) groups.push(left);
  return groups;
}

/** Groups for which the rules do not hold join the nearest one, smallest first. */
function joined(space: Space, groups: readonly Int32Array[], holds: (group: Int32Array) => boolean): readonly Int32Array[] {
  const kept = groups.filter((group) => holds(group));
  const isKept = new Set(kept);
  const failing = groups.filter((group) => !isKept.has(group)).sort((a, b) => a.length - b.length);
  for (let group = failing.shift(); group !== undefined; group = failing.shift()) {
    const at = space.centre(group);
    let [nearest, least] = [-1, Infinity];
    for (const [place, other] of [...kept, ...failing].entries()) {
      const far = space.between(at, space.centre(other));
      if (far < least) [nearest, least] = [place, far];
    }
    if (nearest < 0) throw new BadInput('the whole table in one group does not satisfy what is required: no grouping can');
    const [other = group] = nearest < kept.length ? kept.splice(nearest, 1) : failing.splice(nearest - kept.length, 1);
    const both = Int32Array.from([...other, ...group]);
    (holds(both) ? kept : failing).push(both);
  }
  return kept;
}

/** A place: numbers in units of spread, words by their code. */
type Place = Float64Array;

/** Records as points. */
class Space {
  readonly #columns: readonly Float64Array[];
  readonly #isWord: readonly boolean[];
  readonly #weights: readonly number[];
  readonly #rows: number;

  constructor(columns: readonly AggregateColumn[], rows: number) {
    this.#rows = rows;
    this.#isWord = columns.map(({ type }) => type === 'word');
    this.#weights = columns.map(({ weight }) => weight);
    this.#columns = columns.map((each) => {
      const ranks = placesOf(each);
      const points = Float64Array.from(each.column.codes, (code) => ranks[code]);
      if (each.type === 'word') return points;
      const spread = spreadOf(points, this.#everybody());
      return spread > 0 ? points.map((value) => value / spread) : points;
    });
  }

  /** By their places, so that the order of the file does not matter: records with equal places are exchangeable. */
  sorted(): Int32Array {
    return this.#everybody().sort((a, b) => {
      for (const column of this.#columns) if (column[a] !== column[b]) return column[a] - column[b];
      return a - b;
    });
  }

  #everybody(): Int32Array {
    return Int32Array.from({ length: this.#rows }, (_, row) => row);
  }

  at(record: number): Place {
    return Float64Array.from(this.#columns, (column) => column[record]);
  }

  /** Means of numbers, modes of words. */
  centre(records: Int32Array): Place {
    return Float64Array.from(this.#columns, (column, at) => {
      if (this.#isWord[at]) return modeOf(column, records);
      let sum = 0;
      for (const record of records) sum += column[record];
      return sum / records.length;
    });
  }

  between(one: Place, other: Place): number {
    let sum = 0;
    for (let at = 0; at < one.length; at += 1) {
      const far = this.#isWord[at] ? Number(one[at] !== other[at]) : one[at] - other[at];
      sum += this.#weights[at] * far * far;
    }
    return sum;
  }

  spread(records: Int32Array): number {
    return this.#distances(records, this.centre(records)).reduce((sum, each) => sum + each, 0);
  }

  /** The first of the farthest. */
  farthest(records: Int32Array, from: Place): number {
    const far = this.#distances(records, from);
    let best = 0;
    for (let at = 1; at < far.length; at += 1) if (far[at] > far[best]) best = at;
    return records[best];
  }

  /** The k nearest, of equally near ones the first, and the rest; both in the order in which they came. */
  nearest(records: Int32Array, from: Place, k: number): [near: Int32Array, rest: Int32Array] {
    const far = this.#distances(records, from);
    const limit = least(far, k);
    let ties = k;
    for (const each of far) if (each < limit) ties -= 1;
    const near = new Int32Array(k);
    const rest = new Int32Array(records.length - k);
    let [taken, left] = [0, 0];
    for (let at = 0; at < far.length; at += 1) {
      const isNear = far[at] < limit || (far[at] === limit && ties-- > 0);
      if (isNear) near[taken++] = records[at];
      else rest[left++] = records[at];
    }
    return [near, rest];
  }

  /** Cut at the median of the widest column of numbers; null if none leaves `least` records on both sides. */
  halves(records: Int32Array, least: number): [Int32Array, Int32Array] | null {
    const widths = this.#columns.map((column, at) => (this.#isWord[at] ? 0 : this.#weights[at] * spreadOf(column, records)));
    for (const at of [...widths.keys()].filter((each) => widths[each] > 0).sort((a, b) => widths[b] - widths[a] || a - b)) {
      const column = this.#columns[at];
      const middle = Float64Array.from(records, (record) => column[record]).sort()[records.length >> 1];
      const [low, high] = [records.filter((record) => column[record] < middle), records.filter((record) => column[record] >= middle)];
      if (low.length >= least && high.length >= least) return [low, high];
    }
    return null;
  }

  #distances(records: Int32Array, from: Place): Float64Array {
    const far = new Float64Array(records.length);
    for (const [at, column] of this.#columns.entries()) {
      const [own, weight, isWord] = [from[at], this.#weights[at], this.#isWord[at]];
      for (let place = 0; place < records.length; place += 1) {
        const difference = isWord ? Number(column[records[place]] !== own) : column[records[place]] - own;
        far[place] += weight * difference * difference;
      }
    }
    return far;
  }
}

/** The k-th least number; k is small. */
function least(numbers: Float64Array, k: number): number {
  const held = new Float64Array(k).fill(Infinity);
  for (const number of numbers) {
    if (number >= held[k - 1]) continue;
    let at = k - 1;
    for (; at > 0 && held[at - 1] > number; at -= 1) held[at] = held[at - 1];
    held[at] = number;
  }
  return held[k - 1];
}

/** Numbers, ranks of ordinals, or codes of words by their spelling. */
function placesOf({ column, type, order }: AggregateColumn): Float64Array {
  const { name, values, codes } = column;
  if (type === 'number')
    return Float64Array.from(values, (value, code) => {
      const number = numberOf(value);
      if (number !== null) return number;
      throw new BadInput(
        `record ${codes.indexOf(code) + 1} has no single number in "${name}": microaggregation takes means; leave the record out, or take another method`,
      );
    });
  const ordered = order ?? values.toSorted(compareCodePoints);
  const ranks = new Map(ordered.map((value, rank) => [value, rank]));
  return Float64Array.from(values, (value, code) => {
    const rank = ranks.get(value);
    if (rank !== undefined) return rank;
    throw new BadInput(`record ${codes.indexOf(code) + 1}: its "${name}" is not in the order of the column`);
  });
}

/** Standard deviation. */
function spreadOf(points: Float64Array, records: Int32Array): number {
  let [sum, squares] = [0, 0];
  for (const record of records) sum += points[record];
  const mean = sum / Math.max(1, records.length);
  for (const record of records) squares += (points[record] - mean) * (points[record] - mean);
  return Math.sqrt(squares / Math.max(1, records.length));
}

/** The commonest place; of equally common ones the least, which is the first by spelling. */
function modeOf(column: Float64Array, records: Int32Array): number {
  const counts = new Map<number, number>();
  for (const record of records) counts.set(column[record], (counts.get(column[record]) ?? 0) + 1);
  let [best, most] = [Infinity, 0];
  for (const [place, count] of counts) if (count > most || (count === most && place < best)) [best, most] = [place, count];
  return best;
}

function centreText(each: AggregateColumn, group: Int32Array, aggregate: Aggregate): string {
  const { column, type } = each;
  const texts = Array.from(group, (record) => column.values[column.codes[record]]);
  if (type === 'number') {
    const numbers = texts.map(Number).sort((a, b) => a - b);
    const [low, high] = [numbers[(numbers.length - 1) >> 1], numbers[numbers.length >> 1]];
    const centre = aggregate === 'mean' ? numbers.reduce((sum, own) => sum + own, 0) / numbers.length : (low + high) / 2;
    // More digits than the group's own tell nothing but the sum.
    const digits = Math.max(...texts.map((text) => (/^[^e]*\.(\d+)$/.exec(text)?.[1] ?? '').length));
    return String(Number(centre.toFixed(Math.min(20, digits + 2))));
  }
  const places = placesOf(each);
  const own = Float64Array.from(group, (record) => places[column.codes[record]]);
  const centre = type === 'word' ? modeOf(own, Int32Array.from(own.keys())) : own.sort()[(own.length - 1) >> 1];
  return column.values[places.indexOf(centre)];
}
