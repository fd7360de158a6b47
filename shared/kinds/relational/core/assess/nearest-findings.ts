import { percent } from '../../../../core/verdict/figure-text.ts';
import { byAttack, type Finding } from '../../../../core/verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../../../../core/verdict/guesses.ts';
import { decided, notComputable } from '../../../../core/verdict/trial.ts';
import { type NearestRecords, nearestRecords, type Points } from '../attack/nearest-records.ts';
import type { KnownTable } from '../check/check-table.ts';
import { type Column, numberOf } from '../model/table.ts';
import type { External } from './link-findings.ts';
import { type AttackTold, tell } from './told.ts';

/** A column with fewer values is a list of codes. */
const LEAST_VALUES = 10;
const BASELINE = 'one of all records';
const UNCHANGED = 'the numbers stand as they are: linking and quasi-identifiers use them';

/**
 * Attacks on quasi-identifiers that are published as numbers, changed by noise or swapping. The attacker has the true ones from a register. Empty if
 * register and release share no such column.
 */
export function nearestFindings({ quasi, roles }: KnownTable, persons: External | null): AttackTold[] {
  if (persons === null) return [];
  const columns = quasi.flatMap((published) => {
    const known = persons.table.columns.find(({ name }) => name === published.name);
    const numbers = numbersOf(published, roles.missing);
    const theirs = known === undefined ? null : numbersOf(known, roles.missing);
    return numbers === null || theirs === null ? [] : [{ name: published.name, numbers, theirs }];
  });
  if (columns.length === 0) return [];
  const knows = `the true ${columns.map(({ name }) => name).join(', ')} of a person`;
  const linking = byAttack('linked', 'nearest record', knows);
  const isolation = byAttack('linked', 'isolation', `${knows}, with nobody else near`);
  const silent = isChanged(columns) ? 'not computable' : 'not tried';
  const told = (by: typeof linking, guess: (nearest: NearestRecords) => number | null, reason: string): AttackTold =>
    tell(by, silent, () => {
      if (silent === 'not tried') return notComputable(by.attack, null, UNCHANGED);
      const { recordOf } = persons;
      if (recordOf === null) return notComputable(by.attack, null, 'it needs the original to say who is right');
      const { nearest, people, candidates } = search(columns);
      const chance = 1 / candidates;
      const said = Array.from(people, (person, at): TargetGuess => {
        const { records } = nearest[at];
        const right = records.includes(recordOf[person]) ? 1 / records.length : 0;
        return { cluster: at, confidence: guess(nearest[at]), right, baselineConfidence: chance, baselineRight: chance };
      });
      const acting = said.filter(({ confidence }) => confidence !== null);
      const value = acting.reduce((sum, { right }) => sum + (right ?? 0), 0) / Math.max(1, said.length);
      const trial = decided(by.attack, null, `${reason}: right of ${percent(value)} of ${said.length} people`, {
        people: said.length,
        coverage: acting.length / Math.max(1, said.length),
        figure: 'found right',
        value,
        baseline: { name: BASELINE, value: (chance * acting.length) / Math.max(1, said.length) },
      });
      return { trial, findings: findingsOf(by, said, { baseline: BASELINE, reason }) as Finding[] };
    });
  return [
    told(linking, ({ records }) => 1 / records.length, 'the record whose numbers are nearest is named'),
    told(isolation, ({ isolated }) => (isolated ? 1 : null), 'no second record is within twice the distance of the nearest'),
  ];
}

interface Both {
  readonly numbers: Float64Array;
  readonly theirs: Float64Array;
}

/** The numbers of a column, NaN where one is missing or suppressed; null if it holds anything else. */
function numbersOf({ codes, values }: Column, missing: readonly string[]): Float64Array | null {
  const numbers = values.map((text) => (text === '*' || text === '' || missing.includes(text) ? Number.NaN : numberOf(text)));
  if (numbers.includes(null) || numbers.length < LEAST_VALUES) return null;
  return Float64Array.from(codes, (code) => numbers[code] as number);
}

const isWhole =
  (columns: readonly Float64Array[]) =>
  (row: number): boolean =>
    columns.every((column) => !Number.isNaN(column[row]));

/** Fewer than most of the persons' numbers are in the release just so. */
function isChanged(columns: readonly Both[]): boolean {
  const published = new Set(columns[0].numbers.keys().map((row) => columns.map(({ numbers }) => numbers[row]).join()));
  const persons = [...columns[0].theirs.keys()].filter(isWhole(columns.map(({ theirs }) => theirs)));
  return (
    persons.filter((row) => published.has(columns.map(({ theirs }) => theirs[row]).join())).length <
    0.9 * Math.min(persons.length, published.size)
  );
}

/** In units of each column's spread. */
function search(columns: readonly Both[]) {
  const rows = [...columns[0].numbers.keys()].filter(isWhole(columns.map(({ numbers }) => numbers)));
  const people = [...columns[0].theirs.keys()].filter(isWhole(columns.map(({ theirs }) => theirs)));
  const spreads = columns.map(({ numbers }) => spreadOf(rows.map((row) => numbers[row])));
  const points = (at: readonly number[], of: (column: Both) => Float64Array): Points =>
    columns.map((column, place) => Float64Array.from(at, (row) => of(column)[row] / spreads[place]));
  const nearest = nearestRecords(
    points(rows, ({ numbers }) => numbers),
    points(people, ({ theirs }) => theirs),
  ).map(({ records, isolated }): NearestRecords => ({ records: records.map((at) => rows[at]), isolated }));
  return { nearest, people, candidates: Math.max(1, rows.length) };
}

/** Standard deviation; 1 where all are one. */
function spreadOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  const squares = sorted.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return squares === 0 ? 1 : Math.sqrt(squares / sorted.length);
}
