// The measures of the spec by trying every subset and every combination.
import type { Transaction } from '../../../shared/core/model/transaction.ts';

const supports = ({ items }: Transaction, wanted: readonly string[]): boolean =>
  wanted.every((item) => items.some((entry) => (typeof entry === 'string' ? entry === item : entry.includes(item))));

const support = (release: readonly Transaction[], items: readonly string[]): number =>
  release.filter((transaction) => supports(transaction, items)).length;

export function subsetsOf(items: readonly string[], most = items.length): string[][] {
  let found: string[][] = [[]];
  for (const item of new Set(items)) found = [...found, ...found.map((subset) => [...subset, item])];
  return found.filter(({ length }) => length > 0 && length <= most);
}

interface Constraint {
  readonly items: readonly string[];
  readonly k: number;
}

/** Subsets that the release protected and the attacked one does not. */
const brokenSubsets = ({ items, k }: Constraint, release: readonly Transaction[], attacked: readonly Transaction[]): string[][] =>
  subsetsOf(items).filter((subset) => {
    const before = support(release, subset);
    const after = support(attacked, subset);
    return (before >= k || before === 0) && after > 0 && after < k;
  });

/** With the original: truly, by a subset that somebody holds and whose holders all still support it. */
export const isBroken = (
  constraint: Constraint,
  release: readonly Transaction[],
  attacked: readonly Transaction[],
  original: readonly Transaction[] | null,
): boolean =>
  brokenSubsets(constraint, release, attacked).some((subset) => {
    if (original === null) return true;
    const holders = original.flatMap((own, at) => (supports(own, subset) ? [at] : []));
    return holders.length > 0 && holders.every((at) => supports(attacked[at], subset));
  });

/** Not truly broken: the broken subset occurs in no original transaction. */
export const isBrokenOfNobody = (
  constraint: Constraint,
  release: readonly Transaction[],
  attacked: readonly Transaction[],
  original: readonly Transaction[],
): boolean =>
  !isBroken(constraint, release, attacked, original) &&
  brokenSubsets(constraint, release, attacked).some((subset) => support(original, subset) === 0);

export function uniqueShare(release: readonly Transaction[], m: number, k: number, original: readonly Transaction[] | null): number {
  const unique = release.filter((transaction, at) => {
    const generalised = new Set(transaction.items.filter((entry) => typeof entry !== 'string').flat());
    return subsetsOf([...new Set(transaction.items.flat())], m).some(
      (items) =>
        items.some((item) => generalised.has(item)) && support(release, items) < k && (original === null || supports(original[at], items)),
    );
  });
  return unique.length / release.length;
}
