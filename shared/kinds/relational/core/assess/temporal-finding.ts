import { byAttack } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable, type Trial } from '../../../../core/verdict/trial.ts';
import { greatestShare } from '../attack/class-guess.ts';
import { areInFull } from '../attack/linking.ts';
import { posteriorOf } from '../attack/posterior.ts';
import { matchRows } from '../attack/row-matching.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { Sensitive } from '../model/classes.ts';
import { type External, linkExternal, type OtherRelease, rowsOfBoth } from './link-findings.ts';
import { type AttackTold, alike, surelyOrMeasured } from './told.ts';

/** Somebody who joined (or left): which rows may be hers, and how many such people there are. */
interface Moved {
  /** Rows that are found or missed together. */
  readonly cluster: number;
  readonly weight: number;
  /** Free rows that may be hers, and all rows that may be. */
  readonly free: number;
  readonly all: number;
  /** Values among them, by sensitive column. */
  readonly freeValues: readonly ReadonlyMap<number, number>[];
  readonly allValues: readonly ReadonlyMap<number, number>[];
}

/**
 * Temporal attack: a person who joined between two releases has a row that some maximum matching leaves free; a person who left had a free row of
 * the earlier release. With a register only the rows that cover her line may be hers.
 */
export function temporal(known: KnownTable, { table, relation }: OtherRelease, external: External | null): AttackTold | Trial {
  const { columns, linked } = rowsOfBoth(known, table, true);
  if (columns.length === 0) return notComputable('temporal', null, 'the two releases share no column');
  const found = matchRows(linked);
  const there = found.leftFree.reduce((sum, each, group) => sum + each * linked.leftSizes[group], 0);
  const isFree = (row: number): boolean => found.rightFree[linked.right.of[row]] === 1;
  const { moved, weightOf, byLine } = movedIn(known, external, isFree);
  const here = linked.right.of.reduce((sum, group) => sum + found.rightFree[group], 0);
  const said = (each: (own: Moved) => Pick<TargetGuess, 'confidence' | 'baselineConfidence'>): TargetGuess[] =>
    alike(moved.map((own) => ({ ...each(own), cluster: own.cluster, weight: own.weight, right: null, baselineRight: null }))).map(
      (guess) => ({ ...guess, weight: weightOf(guess.cluster, guess.weight ?? 1) }),
    );
  const linking = said(({ free, all }) => ({ confidence: 1 / free, baselineConfidence: 1 / all }));
  const certain = linking.reduce((sum, { confidence, weight = 1 }) => (confidence === 1 ? sum + weight : sum), 0);
  const what = relation === 'earlier' ? 'joined' : 'left';
  const [first] = known.sensitive;
  const all = posteriorOf(valuesOfFree(known, isFree));
  const mean = (of: (each: TargetGuess) => number | null): number | null =>
    here === 0 ? null : linking.reduce((sum, each) => sum + (each.weight ?? 1) * (of(each) ?? 0), 0) / here;
  const trial = decided(
    'temporal',
    null,
    `${here} rows of this release may be of people who have ${what}, ${Math.floor(certain + 0.5)} of them ${byLine ? 'the only one that fits a line of the register' : 'alone in their class'}; ${there} rows of the other release can have no partner here`,
    {
      people: here,
      coverage: 1,
      figure: `found among those that ${what}`,
      value: mean(({ confidence }) => confidence),
      baseline: { name: 'this release alone', value: mean(({ baselineConfidence }) => baselineConfidence) },
      details: {
        matched: found.matched,
        free: here,
        freeInOther: there,
        certain,
        surestValue: all?.shares[0] ?? null,
        marginal: first === undefined ? null : greatestShare(first.sensitive),
      },
    },
  );
  const knows = `who has ${what}, ${byLine ? 'the register’s lines' : 'the quasi-identifiers'} of these, and the ${relation} release`;
  return {
    trial,
    findings: [
      ...surelyOrMeasured(byAttack('linked', 'temporal', knows), linking, 'this release alone', trial.reason, { least: 0.5, doubt: 0 }),
      ...known.sensitive.flatMap(({ sensitive }, at) => {
        const values = said(({ freeValues, allValues }) => ({
          confidence: posteriorOf(freeValues[at])?.shares[0] ?? null,
          baselineConfidence: posteriorOf(allValues[at])?.shares[0] ?? 0,
        }));
        const by = byAttack('learned', 'temporal', knows, { about: sensitive.name });
        // Certain only if all free rows that may be hers have one value; linking bounds the rest.
        return surelyOrMeasured(by, values, 'the same rows in this release alone', trial.reason, { doubt: 0 }).filter(
          ({ confidence }) => confidence === 1,
        );
      }),
    ],
  };
}

function valuesOfFree({ sensitive: [first], table }: KnownTable, isFree: (row: number) => boolean): Map<number, number> {
  const sum = new Map<number, number>();
  for (let row = 0; row < table.rows; row += 1) if (first !== undefined && isFree(row)) addValue(sum, first.sensitive, row);
  return sum;
}

function addValue(sum: Map<number, number>, { codes, missing }: Sensitive, row: number): void {
  const code = codes[row];
  if (missing[code] !== 1) sum.set(code, (sum.get(code) ?? 0) + 1);
}

class Rows {
  free = 0;
  all = 0;
  readonly freeValues: readonly Map<number, number>[];
  readonly allValues: readonly Map<number, number>[];

  constructor(columns: number) {
    this.freeValues = Array.from({ length: columns }, () => new Map());
    this.allValues = Array.from({ length: columns }, () => new Map());
  }

  /** The rows of several cells together. */
  static of(cells: readonly Rows[], columns: number): Rows {
    if (cells.length === 1) return cells[0];
    const sum = new Rows(columns);
    for (const { free, all, freeValues, allValues } of cells) {
      sum.free += free;
      sum.all += all;
      for (let at = 0; at < columns; at += 1) {
        for (const [code, count] of freeValues[at]) sum.freeValues[at].set(code, (sum.freeValues[at].get(code) ?? 0) + count);
        for (const [code, count] of allValues[at]) sum.allValues[at].set(code, (sum.allValues[at].get(code) ?? 0) + count);
      }
    }
    return sum;
  }
}

interface AllMoved {
  readonly moved: readonly Moved[];
  /** Rows for the summed weight of people in a cluster. */
  weightOf(cluster: number, weight: number): number;
  readonly byLine: boolean;
}

/** By the register's lines; a free row that covers nobody there is of somebody who is known by her class. */
function movedIn(known: KnownTable, external: External | null, isFree: (row: number) => boolean): AllMoved {
  const { classes } = known;
  const linked = external === null ? null : (linkExternal(known, external.table)?.linked ?? null);
  if (linked === null) {
    const cells = rowsBy(known, isFree, (row) => classes.of[row], classes.count);
    const moved = cells.flatMap((own, cluster) => (own.free === 0 ? [] : [{ ...own, cluster, weight: own.free }]));
    return { moved, weightOf: (_, weight) => weight, byLine: false };
  }
  const starred = linked.right.count;
  const cells = rowsBy(known, isFree, (row) => (classes.of[row] < 0 ? -1 : linked.right.of[row]), starred);
  const inFull = areInFull(linked, classes.suppressed);
  const persons = new Float64Array(starred + 1);
  const moved: Moved[] = [];
  for (const [line, groups] of linked.partners.entries()) {
    const own = classes.suppressed === 0 || inFull[line] ? [...groups] : [...groups, starred];
    const weight = linked.leftSizes[line];
    for (const cell of own) persons[cell] += weight;
    const free = own.filter((cell) => cells[cell].free > 0);
    if (free.length === 0) continue;
    const rows = Rows.of(
      own.map((cell) => cells[cell]),
      known.sensitive.length,
    );
    for (const cluster of free) moved.push({ ...rows, cluster, weight });
  }
  for (const [cluster, own] of cells.entries()) {
    if (own.free === 0 || persons[cluster] > 0) continue;
    persons[cluster] = 1;
    moved.push({ ...own, cluster, weight: 1 });
  }
  return { moved, weightOf: (cluster, weight) => (weight * cells[cluster].free) / persons[cluster], byLine: true };
}

/** `cellOf` -1: suppressed, the last entry. */
function rowsBy(
  { table, sensitive }: KnownTable,
  isFree: (row: number) => boolean,
  cellOf: (row: number) => number,
  cells: number,
): Rows[] {
  const found = Array.from({ length: cells + 1 }, () => new Rows(sensitive.length));
  for (let row = 0; row < table.rows; row += 1) {
    const cell = cellOf(row);
    const own = found[cell < 0 ? cells : cell];
    const free = isFree(row);
    own.all += 1;
    if (free) own.free += 1;
    for (const [at, column] of sensitive.entries()) {
      addValue(own.allValues[at], column.sensitive, row);
      if (free) addValue(own.freeValues[at], column.sensitive, row);
    }
  }
  return found;
}
