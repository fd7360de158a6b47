import { CellReader, cellCovers, rangesOf } from '../model/cell.ts';
import type { Classes } from '../model/classes.ts';
import { labelIndex, leavesOf, type ValueHierarchy } from '../model/hierarchy.ts';
import { numberOf } from '../model/number.ts';
import type { Column, ColumnType } from '../model/table.ts';

/** What a published column is measured against: its hierarchy, else the values that it had. */
interface Domain {
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  readonly missing: readonly string[];
  /** The original's values where it is at hand, else those of the release. */
  readonly values: readonly string[];
}

/** What a release cost. Null: not computable. */
export interface Losses {
  /** Sum of the columns' levels; only where each column is published on one level. */
  readonly height: number | null;
  /** Mean of level / top: the lecture's distortion. */
  readonly distortion: number | null;
  readonly prec: number | null;
  readonly ncp: number | null;
  readonly lm: number | null;
  readonly discernibility: number;
  /** Published records / (classes k). */
  readonly meanClassSizeOverK: number | null;
  readonly suppressed: number;
}

/** Of one distinct cell: level and shares of its domain that it stands for. */
interface CellLoss {
  readonly level: number | null;
  readonly ncp: number | null;
  readonly lm: number | null;
}

const GENERAL = (top: number | null): CellLoss => ({ level: top, ncp: 1, lm: 1 });

export function lossesOf(quasi: readonly Column[], domains: readonly Domain[], classes: Classes, k: number): Losses {
  const { records, suppressed, count, sizes } = classes;
  const published = records - suppressed;
  let discernibility = suppressed * records;
  for (const size of sizes) discernibility += size * size;
  const columns = quasi.map((column, at) => columnLosses(column, domains[at] as Domain, classes));
  const tops = columns.filter(({ top }) => top !== 0);
  const levels = columns.map(({ level }) => level);
  const uniform = levels.every((level) => level !== null);
  return {
    height: uniform ? levels.reduce((total: number, level) => total + (level as number), 0) : null,
    distortion: uniform ? meanOf(tops.map(({ level, top }) => (level as number) / (top as number))) : null,
    prec: oneLess(meanOf(tops.map(({ height }) => height))),
    ncp: meanOf(columns.map(({ ncp }) => ncp)),
    lm: meanOf(columns.map(({ lm }) => lm)),
    discernibility,
    meanClassSizeOverK: count === 0 ? null : published / (count * k),
    suppressed,
  };
}

const oneLess = (value: number | null): number | null => (value === null ? null : 1 - value);

/** Null if any is; 0 of none: nothing can be lost. */
function meanOf(values: readonly (number | null)[]): number | null {
  if (values.includes(null)) return null;
  return values.length === 0 ? 0 : values.reduce((total: number, value) => total + (value as number), 0) / values.length;
}

/** Means over the cells of one column; suppressed records count as fully general. */
function columnLosses(column: Column, domain: Domain, { of, records }: Classes) {
  const top = domain.hierarchy?.top ?? null;
  const lossOf = cellLosses(domain);
  const cells = column.values.map(lossOf);
  const counts = new Int32Array(cells.length);
  for (let row = 0; row < records; row += 1) {
    if ((of[row] as number) >= 0) counts[column.codes[row] as number] = (counts[column.codes[row] as number] as number) + 1;
  }
  let stars = records;
  let [height, ncp, lm]: [number | null, number | null, number | null] = [0, 0, 0];
  let level: number | null = 0;
  for (const [code, times] of counts.entries()) {
    if (times === 0) continue;
    stars -= times;
    const cell = cells[code] as CellLoss;
    level = level === null || cell.level === null ? null : Math.max(level, cell.level);
    height = add(height, times, cell.level === null || top === null ? null : cell.level / Math.max(1, top));
    ncp = add(ncp, times, cell.ncp);
    lm = add(lm, times, cell.lm);
  }
  const share = (total: number | null): number | null => (total === null ? null : (total + stars) / records);
  const same = sameLevel(column, counts, domain.hierarchy, level);
  // On one level every cell has that height, also where a lower level has its label too; else the lowest level of each label counts.
  const own = same === null || top === null ? height : ((records - stars) * same) / Math.max(1, top);
  return { top, level: same, height: share(own), ncp: share(ncp), lm: share(lm) };
}

const add = (total: number | null, times: number, each: number | null): number | null =>
  total === null || each === null ? null : total + times * each;

/** The level, if all published cells are labels of it. */
function sameLevel(column: Column, counts: Int32Array, hierarchy: ValueHierarchy | null, level: number | null): number | null {
  if (hierarchy === null || level === null) return null;
  const labels = new Set(hierarchy.labels[level]);
  return column.values.every((value, code) => counts[code] === 0 || labels.has(value)) ? level : null;
}

function cellLosses(domain: Domain): (text: string) => CellLoss {
  const { hierarchy, type } = domain;
  const reader = new CellReader(domain);
  if (hierarchy !== null) {
    const labels = labelIndex(hierarchy);
    const leaves = hierarchy.labels.map((_, level) => leavesOf(hierarchy, level));
    const all = hierarchy.values.length;
    return (text) => {
      const found = labels.get(text);
      if (found === undefined && text === '*') return GENERAL(hierarchy.top);
      const covered =
        found === undefined
          ? hierarchy.values.filter((value) => cellCovers(reader.read(text), value)).length
          : ((leaves[found.level] as Int32Array)[found.label] as number);
      return {
        level: found?.level ?? null,
        ncp: covered <= 1 ? 0 : covered / all,
        lm: all <= 1 ? 0 : Math.max(0, covered - 1) / (all - 1),
      };
    };
  }
  const known = domain.values.filter((value) => value !== '*' && !domain.missing.includes(value));
  if (type === 'number') {
    const ends = known
      .flatMap(rangesOf)
      .flatMap(({ low, high }) => [low, high])
      .filter(Number.isFinite);
    const low = ends.reduce((least, end) => Math.min(least, end), Infinity);
    const high = ends.reduce((greatest, end) => Math.max(greatest, end), -Infinity);
    return (text) => {
      if (text === '*') return GENERAL(null);
      if (numberOf(text) !== null || domain.missing.includes(text)) return { level: null, ncp: 0, lm: 0 };
      const [range] = rangesOf(text);
      if (range === undefined || !(high > low)) return { level: null, ncp: null, lm: null };
      const share = (Math.min(range.high, high) - Math.max(range.low, low)) / (high - low);
      return { level: null, ncp: share, lm: share };
    };
  }
  const single = new Set(known.flatMap((value) => [...reader.read(value).values]).filter((value) => !/^\{.*\}$/.test(value)));
  return (text) => {
    if (text === '*') return GENERAL(null);
    const covered = text.startsWith('{') ? [...single].filter((value) => cellCovers(reader.read(text), value)).length : 1;
    const share = single.size <= 1 ? 0 : (covered - 1) / (single.size - 1);
    return { level: null, ncp: covered <= 1 ? 0 : covered / single.size, lm: share };
  };
}
