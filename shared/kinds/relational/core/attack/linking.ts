import { type Cell, type CellReader, cellCovers, compatible } from '../model/cell.ts';
import { type Grouping, groupByCells } from '../model/grouping.ts';
import type { Column } from '../model/table.ts';

/** Two linked tables: which groups of equal rows may be about the same person. */
export interface Linked {
  readonly left: Grouping;
  readonly right: Grouping;
  readonly leftSizes: Int32Array;
  readonly rightSizes: Int32Array;
  /** For each left group its compatible right groups, ascending. */
  readonly partners: readonly Int32Array[];
}

/** A common column and its cell reader. `equal`: published unchanged, so only equal texts match. */
export interface LinkColumn {
  readonly left: Column;
  readonly right: Column;
  readonly reader: CellReader | null;
}

/**
 * Matches distinct rows, not records. If no value has two compatible cells in a column, partners are found by one lookup; else the lists of each
 * column are intersected, rarest first.
 */
export function linkTables(
  columns: readonly LinkColumn[],
  leftRows: number,
  rightRows: number,
  skipRight: (row: number) => boolean = () => false,
): Linked {
  const key = (side: 'left' | 'right') => columns.map((each) => each[side]);
  const left = groupByCells(leftRows, key('left'));
  const right = groupByCells(rightRows, key('right'));
  const cells = columns.map(matchCells);
  const rightSizes = sizesOf(right, skipRight);
  const lists = columns.map((column) => listsOf(column.right, right, rightSizes));
  // Most groups have one partner: they share its list, since a list of its own for each of a million would not fit.
  const lone: Int32Array[] = [];
  const partners = Array.from({ length: left.count }, (_, group) => {
    const row = left.first[group];
    const matching = columns.map((column, at) => cells[at].of(column.left.codes[row]));
    const found = intersect(columns, right, lists, matching);
    if (found.length !== 1) return found;
    lone[found[0]] ??= found;
    return lone[found[0]];
  });
  return { left, right, leftSizes: sizesOf(left), rightSizes, partners };
}

function sizesOf({ of, count }: Grouping, skip: (row: number) => boolean = () => false): Int32Array {
  const sizes = new Int32Array(count);
  for (let row = 0; row < of.length; row += 1) if (!skip(row)) sizes[of[row]] += 1;
  return sizes;
}

interface Matching {
  /** Right codes compatible with a left code; null: all. */
  of(code: number): { readonly codes: readonly number[]; readonly holds: Uint8Array } | null;
}

function matchCells({ left, right, reader }: LinkColumn): Matching {
  const known: ({ readonly codes: readonly number[]; readonly holds: Uint8Array } | null | undefined)[] = [];
  const cellPlace = new Map(right.values.map((value, code) => [value, code]));
  const parsed = reader === null ? null : right.values.map((value) => reader.read(value));
  // Plain cells match only their own text and are found by it.
  const wide = parsed === null ? [] : [...parsed.keys()].filter((code) => !isPlain(parsed[code]));
  return {
    of(code) {
      let found = known[code];
      if (found !== undefined) return found;
      const text = left.values[code];
      const own = reader?.read(text) ?? null;
      if (own?.all === true) found = null;
      else {
        const codes = new Set<number>();
        const same = cellPlace.get(text);
        if (same !== undefined) codes.add(same);
        if (parsed !== null && own !== null) {
          const plain = isPlain(own);
          for (const each of plain ? wide : parsed.keys())
            if (plain ? cellCovers(parsed[each], text) : compatible(own, parsed[each])) codes.add(each);
          // `1` and `1.0` are the same number.
          if (plain && own.ranges.length > 0) for (const [each, cell] of parsed.entries()) if (cellCovers(cell, text)) codes.add(each);
        }
        const holds = new Uint8Array(right.values.length);
        for (const each of codes) holds[each] = 1;
        found = { codes: [...codes].sort((a, b) => a - b), holds };
      }
      known[code] = found;
      return found;
    },
  };
}

const isPlain = ({ all, values, ranges, masks }: Cell): boolean =>
  !all && values.size === 1 && masks.length === 0 && ranges.every(({ low, high }) => low === high);

function listsOf({ codes, values }: Column, right: Grouping, sizes: Int32Array): number[][] {
  const lists: number[][] = values.map(() => []);
  for (let group = 0; group < right.count; group += 1) if (sizes[group] > 0) lists[codes[right.first[group]]]?.push(group);
  return lists;
}

function intersect(
  columns: readonly LinkColumn[],
  right: Grouping,
  lists: readonly (readonly number[][])[],
  matching: readonly ({ readonly codes: readonly number[]; readonly holds: Uint8Array } | null)[],
): Int32Array {
  let [rarest, least] = [-1, Infinity];
  for (const [at, own] of matching.entries()) {
    if (own === null) continue;
    const size = own.codes.reduce((sum, code) => sum + (lists[at]?.[code]?.length ?? 0), 0);
    if (size < least) [rarest, least] = [at, size];
  }
  const start = rarest < 0 ? allOf(lists[0] ?? []) : (matching[rarest]?.codes ?? []).flatMap((code) => lists[rarest]?.[code] ?? []);
  const kept = start.filter((group) => {
    const row = right.first[group];
    return matching.every((own, at) => own === null || own.holds[columns[at]?.right.codes[row] as number] === 1);
  });
  return Int32Array.from(kept).sort();
}

const allOf = (lists: readonly (readonly number[])[]): number[] => lists.flat();

/** Prosecutor, journalist and marketer risk. */
export interface Risks {
  readonly greatest: number;
  readonly mean: number;
  /** Records whose risk exceeds each bound. */
  readonly above: readonly { readonly bound: number; readonly records: number }[];
  readonly unique: number;
}

const BOUNDS = [0.05, 0.1, 0.2, 0.33] as const;

/** Each entry: `records` records (or persons) with one chance in `among`; 0: no chance. */
export function risksOf(entries: Iterable<readonly [records: number, among: number]>): Risks {
  let [greatest, sum, records, unique] = [0, 0, 0, 0];
  const above = BOUNDS.map((bound) => ({ bound, records: 0 }));
  for (const [times, among] of entries) {
    records += times;
    if (among === 0) continue;
    const risk = 1 / among;
    greatest = Math.max(greatest, risk);
    sum += times * risk;
    if (among === 1) unique += times;
    for (const each of above) if (risk > each.bound + 1e-12) each.records += times;
  }
  return { greatest, mean: records === 0 ? 0 : sum / records, above, unique };
}

interface LinkingFigures {
  /** For each person of the register: 1 / candidates. */
  readonly prosecutor: Risks;
  /** For each record of the release: 1 / covered persons. Null without a register. */
  readonly journalist: Risks | null;
  /** Records that cover someone of the register. */
  readonly coverage: number;
  /** Classes with fewer persons in the register than records: the register is no population. */
  readonly notPopulation: number;
}

export function personsCovered({ leftSizes, rightSizes, partners }: Linked): Float64Array {
  const persons = new Float64Array(rightSizes.length);
  for (const [person, groups] of partners.entries()) for (const group of groups) persons[group] += leftSizes[person];
  return persons;
}

/** Whether the register has a person for every record, suppressed ones included: then every full record belongs to a person it covers. */
export const coversAll = ({ left, rightSizes }: Linked, persons: Float64Array, suppressed: number): boolean =>
  left.of.length >= rightSizes.reduce((sum, size) => sum + size, suppressed) && rightSizes.every((size, group) => persons[group] >= size);

/** Persons who cannot be suppressed: the register is complete, and some full records cover exactly as many persons as they are, including her. */
export function areInFull(linked: Linked, suppressed: number): boolean[] {
  const persons = personsCovered(linked);
  const complete = coversAll(linked, persons, suppressed);
  return linked.partners.map((groups) => complete && groups.some((group) => persons[group] === linked.rightSizes[group]));
}

/** Number of candidate records for each group of persons. A suppressed record covers everyone who is not known to be in full. */
function candidatesOf(linked: Linked, suppressed: number): number[] {
  const known = areInFull(linked, suppressed);
  return linked.partners.map(
    (groups, person) => groups.reduce((sum, group) => sum + linked.rightSizes[group], 0) + (known[person] === true ? 0 : suppressed),
  );
}

/** `linked`: persons on the left, records that are published in full on the right. */
export function linkingFigures(linked: Linked, suppressed = 0): LinkingFigures {
  const { leftSizes, rightSizes } = linked;
  const persons = personsCovered(linked);
  const candidates = candidatesOf(linked, suppressed);
  let [records, covered, notPopulation] = [0, 0, 0];
  for (const [group, size] of rightSizes.entries()) {
    records += size;
    if (persons[group] > 0) covered += size;
    if (size > 0 && persons[group] < size) notPopulation += 1;
  }
  return {
    prosecutor: risksOf(candidates.map((among, person) => [leftSizes[person], among])),
    journalist: risksOf([...rightSizes.keys()].map((group) => [rightSizes[group], persons[group]])),
    coverage: records === 0 ? 0 : covered / records,
    notPopulation,
  };
}

/** With true identities (`record` of each person, -1: absent): how often a link is right. `isOut`: suppressed records. */
export function rightLinks(
  linked: Linked,
  recordOf: Int32Array,
  isOut: (record: number) => boolean = () => false,
  suppressed = 0,
): { readonly expected: number; readonly unique: number; readonly rightUnique: number } {
  const { left, right, rightSizes, partners } = linked;
  const candidatesIn = candidatesOf(linked, suppressed);
  let [expected, unique, rightUnique] = [0, 0, 0];
  for (let person = 0; person < recordOf.length; person += 1) {
    const groups = partners[left.of[person]];
    const candidates = candidatesIn[left.of[person]];
    const inFull = groups.reduce((sum, group) => sum + rightSizes[group], 0);
    const record = recordOf[person];
    const among = record >= 0 && (isOut(record) ? candidates > inFull : groups.includes(right.of[record]));
    if (among) expected += 1 / candidates;
    if (candidates === 1) {
      unique += 1;
      if (among) rightUnique += 1;
    }
  }
  return { expected: recordOf.length === 0 ? 0 : expected / recordOf.length, unique, rightUnique };
}
