import { seeded, shuffle } from '../random/random.ts';

/** The most frequent hidden values of an equivalence class. */
interface Commonest {
  /** Number of the class, from 0: its people are found or missed together. */
  readonly cluster: number;
  readonly size: number;
  /** The most frequent values; several in a tie. */
  readonly values: readonly string[];
  /** Share of the class that has one of them. */
  readonly share: number;
  /** The same share if values were dealt out at random: in a small class some value is frequent by chance. */
  readonly less: number;
}

const DRAWS = 40;

export function commonestValues(classes: ReadonlyMap<string, readonly string[]>, seed: string): ReadonlyMap<string, Commonest> {
  const random = seeded(seed, 'commonest');
  const all = [...classes.values()].flat();
  const less = Array.from(classes, () => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    shuffle(all, random);
    let from = 0;
    let at = 0;
    for (const { length } of classes.values()) {
      less[at] += commonestIn(all.slice(from, from + length)).count / Math.max(1, length) / DRAWS;
      from += length;
      at += 1;
    }
  }
  return new Map(
    Array.from(classes, ([key, own], cluster): [string, Commonest] => {
      const { values, count } = commonestIn(own);
      return [key, { cluster, size: own.length, values, share: own.length === 0 ? 0 : count / own.length, less: less[cluster] }];
    }),
  );
}

export function commonestIn(values: readonly string[]): { readonly values: readonly string[]; readonly count: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const count = Math.max(0, ...counts.values());
  return { values: [...counts].filter(([, each]) => each === count).map(([value]) => value), count };
}

/** Probability that a guess among the most frequent values is right for a person with this value. */
export const rightOf = ({ values }: Pick<Commonest, 'values'>, value: string): number => (values.includes(value) ? 1 / values.length : 0);
