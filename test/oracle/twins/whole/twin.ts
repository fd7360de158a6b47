// Whole audits against slow twins: what each says of a small release that is drawn at random, from the first byte of the file to the last row.
import type { Random } from '../../../../shared/core/random/random.ts';
import type { WholeAudit } from './whole-audit.ts';

/** A figure that is expected; null: not computable. */
export type Figure = number | string | boolean | null;

export type Row = Readonly<Record<string, unknown>>;

/** Of a row only what the twin knows, or how it follows from the rest of the row. */
export type Wanted = Readonly<Record<string, Figure | ((row: Row) => Figure)>>;

/** Rows by what they are about. */
export type Rows = ReadonlyMap<string, Wanted>;

/** Where the files of an audit are not what its twin says; nothing where they agree. */
export type Check = (files: Readonly<Record<string, string>>) => readonly string[];

/** A kind of release: how one is drawn, and what its audit has to say. */
export interface WholeTwin {
  readonly kind: string;
  /** Subject of its rows. */
  readonly tables: readonly string[];
  draw(random: Random): { readonly audit: WholeAudit; readonly checks: readonly Check[] };
}

/** Trials by attack and subject. An audit may have more trials than its twin. */
export const trials = (rows: Rows): Check =>
  checkOf('trials', ({ attack, about }) => (about === null ? `${attack}` : `${attack} | ${about}`), rows);

/** Rows of the exposures table by person, one for each. */
export const people = (rows: Rows): Check => checkOf('exposures', ({ person }) => `${person}`, rows, true);

/** Rows by person and target. */
export const exposures = (rows: Rows, whole: boolean): Check =>
  checkOf('exposures', ({ person, target }) => `${person} | ${target}`, rows, whole);

const CLOSE = 1e-9;

const same = (found: unknown, wanted: Figure): boolean =>
  typeof wanted === 'number' && typeof found === 'number'
    ? Math.abs(found - wanted) <= CLOSE * Math.max(1, Math.abs(wanted))
    : found === wanted;

/** A table's rows; of `details` each figure is a column. */
export const rowsOf = (files: Readonly<Record<string, string>>, table: string): Row[] =>
  (files[`${table}.jsonl`] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as Row;
      return typeof row['details'] === 'string' ? { ...row, ...JSON.parse(row['details']) } : row;
    });

export function checkOf(table: string, keyOf: (row: Row) => string, rows: Rows, whole = false): Check {
  return (files) => {
    const found = Map.groupBy(rowsOf(files, table), keyOf);
    const more = [...found].flatMap(([key, { length }]) =>
      rows.has(key) && length > 1 ? [`${table} ${key}: twice`] : whole && !rows.has(key) ? [`${table} ${key}: nobody expects it`] : [],
    );
    return [...more, ...[...rows].flatMap(([key, wanted]) => wrongIn(`${table} ${key}`, found.get(key)?.[0], wanted))];
  };
}

export function wrongIn(name: string, row: Row | undefined, wanted: Wanted): string[] {
  if (row === undefined) return [`${name}: missing`];
  return Object.entries(wanted).flatMap(([column, of]) => {
    const figure = typeof of === 'function' ? of(row) : of;
    return same(row[column], figure) ? [] : [`${name}: ${column} is ${row[column]}, the twin says ${figure}`];
  });
}
