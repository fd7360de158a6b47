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

export function isBroken(
  { items, k }: { readonly items: readonly string[]; readonly k: number },
  release: readonly Transaction[],
  attacked: readonly Transaction[],
  original: readonly Transaction[] | null,
): boolean {
  return subsetsOf(items).some((subset) => {
    const before = support(release, subset);
    const after = support(attacked, subset);
    const broken = (before >= k || before === 0) && after > 0 && after < k;
    const truly = original === null || original.every((own, at) => !supports(own, subset) || supports(attacked[at] as Transaction, subset));
    return broken && truly;
  });
}

export function uniqueShare(release: readonly Transaction[], m: number, k: number, original: readonly Transaction[] | null): number {
  const unique = release.filter((transaction, at) => {
    const generalised = new Set(transaction.items.filter((entry) => typeof entry !== 'string').flat());
    return subsetsOf([...new Set(transaction.items.flat())], m).some(
      (items) =>
        items.some((item) => generalised.has(item)) &&
        support(release, items) < k &&
        (original === null || supports(original[at] as Transaction, items)),
    );
  });
  return unique.length / release.length;
}
