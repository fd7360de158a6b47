// Posteriors of people and the resulting findings, against one person at a time.
import { close } from '../../helpers/relational.ts';

export type Shares = ReadonlyMap<string, number>;

export function sharesIn(values: readonly string[], weightOf: (value: string) => number = () => 1): Shares | null {
  const total = values.reduce((sum, value) => sum + weightOf(value), 0);
  if (total === 0) return null;
  return new Map([...new Set(values)].map((value) => [value, (weightOf(value) * values.filter((each) => each === value).length) / total]));
}

/** Every person with what is believed of her. */
export interface Believed {
  readonly truth: string;
  readonly shares: Shares | null;
}

export function figuresOf(people: readonly Believed[], atLarge: Shares) {
  const most = ({ shares }: Believed): number => Math.max(...(shares?.values() ?? [0]));
  const chance = (each: Believed): number => {
    const best = [...(each.shares ?? [])].filter(([, share]) => share > most(each) - 1e-9).map(([value]) => value);
    return best.includes(each.truth) ? 1 / best.length : 0;
  };
  const p = ({ shares, truth }: Believed): number => shares?.get(truth) ?? 0;
  const mean = (of: (each: Believed) => number): number =>
    people.length === 0 ? 0 : people.reduce((sum, each) => sum + of(each), 0) / people.length;
  const covered = people.filter(({ shares }) => shares !== null);
  const ratio = (each: Believed): number => p(each) / (atLarge.get(each.truth) as number);
  return {
    people: people.length,
    coverage: mean(({ shares }) => (shares === null ? 0 : 1)),
    value: mean(chance),
    meanProbabilityOfTruth: mean(p),
    log2Gain:
      covered.length === 0 || covered.some((each) => p(each) === 0)
        ? null
        : covered.reduce((sum, each) => sum + Math.log2(ratio(each)), 0) / covered.length,
    twiceAsLikely: mean((each) => (ratio(each) > 2 - 1e-9 ? 1 : 0)),
    tenTimesAsLikely: mean((each) => (ratio(each) > 10 - 1e-9 ? 1 : 0)),
    disclosedAt: [0.5, 0.8, 0.9, 0.95, 1].map((certainty) => {
      const sure = covered.filter((each) => most(each) > certainty - 1e-9);
      return {
        certainty,
        share: people.length === 0 ? 0 : sure.length / people.length,
        right: sure.length === 0 ? null : sure.reduce((sum, each) => sum + chance(each), 0) / sure.length,
      };
    }),
  };
}

/** Numbers to nine places, wherever they stand. */
export function rounded(of: unknown): unknown {
  if (typeof of === 'number') return close(of) + 0;
  if (Array.isArray(of)) return of.map(rounded);
  if (of === null || typeof of !== 'object') return of;
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, rounded(value)]));
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
