import { DRAWS } from '../../../core/attack/matched.ts';
import { type Clusters, clustersOf, type Shares } from '../../../core/measure/clusters.ts';
import type { ReleaseRows, RowEliminations } from './release-rows.ts';

/** Some rows of the release: those at `rows`, with their clusters. */
export interface SomeRows {
  readonly clusters: Clusters;
  /** Null is all of them. */
  readonly rows: Int32Array | null;
}

export const allRows = ({ group, transaction }: ReleaseRows): SomeRows => ({ clusters: clustersOf(group, transaction), rows: null });

export function rowsWhere({ group, transaction }: ReleaseRows, keeps: (group: number) => boolean): SomeRows {
  const rows = Int32Array.from(group.keys().filter((row) => keeps(group[row] as number)));
  const of = (column: Int32Array): Int32Array => rows.map((row) => column[row] as number);
  return { clusters: clustersOf(of(group), of(transaction)), rows };
}

/** The three rates of one attack, as shares row by row. */
export interface RateShares {
  readonly precision: Shares;
  readonly recall: Shares;
  readonly f1: Shares;
}

/** `draws`: how many runs the eliminations add up. */
function ratesOver(
  { added }: ReleaseRows,
  { eliminated, correct }: RowEliminations,
  draws: number,
  { clusters, rows }: SomeRows,
): RateShares {
  const place = (row: number): number => (rows === null ? row : (rows[row] as number));
  const made = (row: number): number => (eliminated[place(row)] as number) / draws;
  const right = (row: number): number => (correct[place(row)] as number) / draws;
  const all = (row: number): number => added[place(row)] as number;
  return {
    precision: { clusters, part: right, whole: made },
    recall: { clusters, part: right, whole: all },
    f1: { clusters, part: (row) => 2 * right(row), whole: (row) => made(row) + all(row) },
  };
}

export const attackRates = (release: ReleaseRows, attack: number, some: SomeRows): RateShares =>
  ratesOver(release, release.attacks[attack] as RowEliminations, 1, some);

export const matchedRates = (release: ReleaseRows, attack: number, some: SomeRows): RateShares =>
  ratesOver(release, release.matched[attack] as RowEliminations, DRAWS, some);
