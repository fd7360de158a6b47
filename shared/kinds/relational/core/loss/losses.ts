import type { KnownTable } from '../check/check-table.ts';
import { CellReader, cellCovers, rangesOf } from '../model/cell.ts';
import { type Classes, classesBy } from '../model/classes.ts';
import { labelIndex, leavesOf, type ValueHierarchy } from '../model/hierarchy.ts';
import { typeOf } from '../model/roles.ts';
import { type Column, type ColumnType, numberOf } from '../model/table.ts';

/** The domain of a published column: its hierarchy, else its values. */
interface Domain {
  readonly type: ColumnType;
  readonly hierarchy: ValueHierarchy | null;
  readonly missing: readonly string[];
  /** The original's values if available, else the release's. */
  readonly values: readonly string[];
}

/** Information loss. Null: not computable. */
export interface Losses {
  /** Sum of levels; only if each column is published on one level. */
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

/** Level and covered share of the domain of one distinct cell. */
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
  const columns = quasi.map((column, at) => columnLosses(column, domains[at], classes));
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

/** Null if any value is null; 0 without columns. */
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
    if (of[row] >= 0) counts[column.codes[row]] += 1;
  }
  let stars = records;
  let [height, ncp, lm]: [number | null, number | null, number | null] = [0, 0, 0];
  let level: number | null = 0;
  for (const [code, times] of counts.entries()) {
    if (times === 0) continue;
    stars -= times;
    const cell = cells[code];
    level = level === null || cell.level === null ? null : Math.max(level, cell.level);
    height = add(height, times, cell.level === null || top === null ? null : cell.level / Math.max(1, top));
    ncp = add(ncp, times, cell.ncp);
    lm = add(lm, times, cell.lm);
  }
  const share = (total: number | null): number | null => (total === null ? null : (total + stars) / records);
  const same = sameLevel(column, counts, domain.hierarchy, level);
  // If the column is on one level, every cell has that height even if a lower level has the same label; else the lowest level of each label counts.
  const own = same === null || top === null ? height : ((records - stars) * same) / Math.max(1, top);
  return { top, level: same, height: share(own), ncp: share(ncp), lm: share(lm) };
}

const add = (total: number | null, times: number, each: number | null): number | null =>
  total === null || each === null ? null : total + times * each;

/** The level that has all published cells as labels, or null. */
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
          : leaves[found.level][found.label];
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

/** Information loss compared with the original table. Suppressed records count as fully general. */
export function lossesOfRecoding(original: KnownTable, release: KnownTable): Omit<Losses, 'suppressed'> & { readonly classes: number } {
  const values = new Map(original.table.columns.map((column) => [column.name, column.values]));
  const domains = release.quasi.map(({ name, values: published }) => ({
    type: typeOf(release.roles, name),
    hierarchy: original.hierarchies.get(name) ?? null,
    missing: original.roles.missing,
    values: values.get(name) ?? published,
  }));
  const { of, count } = release.classes;
  const records = original.table.rows;
  const all = new Int32Array(records).fill(-1);
  all.set(of);
  const padded = release.quasi.map((column) => {
    const codes = new Int32Array(records);
    codes.set(column.codes);
    return { ...column, codes };
  });
  const { suppressed: _suppressed, ...losses } = lossesOf(padded, domains, classesBy(all, count), original.roles.claim.k ?? 1);
  return { classes: count, ...losses };
}
