import { wordnetNouns } from '../../shared/adapters/local/wordnet-nouns.ts';
import type { PrivacyConstraint, UtilityConstraint } from '../../shared/core/anonymise/coat/policy.ts';
import { NESTED_SIZES, nestedItemsets, randomItems } from '../../shared/core/anonymise/coat/privacy-sources.ts';
import { similarItems } from '../../shared/core/anonymise/coat/utility-sources.ts';
import { groupsOfItems } from '../../shared/core/codes/of-items.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import type { Transaction } from '../../shared/core/model/transaction.ts';
import { codesNamed } from '../codes/kept-codes.ts';
import { shareOption, wholeNumber } from './numbers.ts';
import { readLines } from './read-lines.ts';

/** `random:SHARE`, `nested:CHAINS`, `nested:CHAINS:SIZE`, or a file with an itemset a line. */
export async function privacyFrom(spec: string, transactions: readonly Transaction[], seed: string): Promise<readonly PrivacyConstraint[]> {
  const [kind, first = '', second] = spec.split(':');
  if (kind === 'random') return randomItems(transactions, shareOption(first, '--privacy random:SHARE'), seed);
  if (kind === 'nested') {
    const chains = wholeNumber(first, '--privacy nested:CHAINS', 1);
    if (second === undefined) return nestedItemsets(transactions, chains, seed);
    const size = wholeNumber(second, '--privacy nested:CHAINS:SIZE', 1);
    if (!NESTED_SIZES.some((each) => each === size))
      throw new BadInput(`--privacy nested:CHAINS:SIZE has a size of ${NESTED_SIZES.join(', ')}`);
    return nestedItemsets(transactions, chains, seed, [size]);
  }
  return (await setsFrom(spec, new Set(transactions.flatMap(({ items }) => items as readonly string[])), 'protects')).map(
    ({ items, line }) => ({
      items,
      place: { file: spec, line },
    }),
  );
}

/** A set that names an item of no transaction would do nothing, in silence: most often it is mistyped. */
async function setsFrom(
  file: string,
  known: ReadonlySet<string>,
  does: string,
): Promise<readonly { readonly items: readonly string[]; readonly line: number }[]> {
  return (await readLines(file)).map(({ items, line }) => {
    const at = items.findIndex((item) => !known.has(item as string));
    if (at >= 0)
      throw new BadInput(`item ${at + 1} of this set stands in no transaction, so it ${does} nothing: is it mistyped?`, { file, line });
    return { items: items as readonly string[], line };
  });
}

/** `all`, `wordnet`, `wordnet:THRESHOLD`, `codes:NAME`, or a file with a set of items a line. */
export async function utilityFrom(
  spec: string,
  items: readonly string[],
  privacy: readonly PrivacyConstraint[],
): Promise<readonly UtilityConstraint[]> {
  const [kind, threshold = '0.5'] = spec.split(':');
  if (spec === 'all') return [items];
  if (kind === 'wordnet') return similarItems(items, privacy, wordnetNouns(), shareOption(threshold, '--utility wordnet:THRESHOLD'));
  const codes = codesNamed(spec);
  if (codes !== null) return groupsOfItems(items, codes.classes).filter((group) => group.length > 1);
  return (await setsFrom(spec, new Set(items), 'stands for')).map((set) => set.items);
}
