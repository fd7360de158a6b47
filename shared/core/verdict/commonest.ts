import { seeded, shuffle } from '../random/random.ts';

/** What a class of people who look alike tells of a hidden value: its commonest one. */
interface Commonest {
  /** Number of the class, from 0: its people are found or missed together. */
  readonly cluster: number;
  readonly size: number;
  /** The commonest values; several are equally common. */
  readonly values: readonly string[];
  /** Share of the class that has one of them. */
  readonly share: number;
  /** The share that the commonest of as many values has where values are dealt out at random: in few people some value is common by chance. */
  readonly less: number;
}

const DRAWS = 40;

/** By class. */
export function commonestValues(classes: ReadonlyMap<string, readonly string[]>, seed: string): ReadonlyMap<string, Commonest> {
  const random = seeded(seed, 'commonest');
  const all = [...classes.values()].flat();
  const less = Array.from(classes, () => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    shuffle(all, random);
    let from = 0;
    let at = 0;
    for (const { length } of classes.values()) {
      less[at] = (less[at] as number) + commonestIn(all.slice(from, from + length)).count / Math.max(1, length) / DRAWS;
      from += length;
      at += 1;
    }
  }
  return new Map(
    Array.from(classes, ([key, own], cluster): [string, Commonest] => {
      const { values, count } = commonestIn(own);
      return [key, { cluster, size: own.length, values, share: own.length === 0 ? 0 : count / own.length, less: less[cluster] as number }];
    }),
  );
}

export function commonestIn(values: readonly string[]): { readonly values: readonly string[]; readonly count: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const count = Math.max(0, ...counts.values());
  return { values: [...counts].filter(([, each]) => each === count).map(([value]) => value), count };
}

/** How often a guess at one of the commonest is right of somebody with this value. */
export const rightOf = ({ values }: Pick<Commonest, 'values'>, value: string): number => (values.includes(value) ? 1 / values.length : 0);
