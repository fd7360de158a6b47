// Small tables drawn at random, and who is in which class of them.
import type { Random } from '../../../shared/core/random/random.ts';

export const UNKNOWN = '?';
export const TREE = ['flu;lung;viral;*', 'cold;lung;viral;*', 'hiv;blood;viral;*', 'gout;joints;painful;*'];
export const COLUMNS = ['zip', 'sex', 'disease', 'age'];
export type Row = readonly [zip: string, sex: string, disease: string, age: string];

export const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)];

export function rowsOf(random: Random, most = 14): Row[] {
  const diseases = ['flu', 'cold', 'hiv', 'gout', UNKNOWN].slice(0, 2 + random.below(4));
  return Array.from({ length: random.below(most + 1) }, (): Row => {
    const zip = pick(random, ['1', '2', '*']);
    return [zip, pick(random, ['m', 'f', '*']), pick(random, diseases), pick(random, ['10', '12', '19', '30', '35', 'old', UNKNOWN])];
  });
}

/** A record that says nothing of who it is was suppressed, unless all are so. */
export const isPublished = (rows: readonly Row[]) => {
  const says = ([zip, sex]: Row): boolean => zip !== '*' || sex !== '*';
  return rows.some(says) ? says : () => true;
};

/** The records of each class, in the order of their first. */
export const classesIn = (rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows.filter(isPublished(rows)), ([zip, sex]) => `${zip} ${sex}`).values(),
];
