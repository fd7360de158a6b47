import { numberSetting, type PointSettings, textSetting } from '../../../app/experiment/settings.ts';
import { coat } from '../../../core/anonymise/coat/coat.ts';
import type { PrivacyConstraint, UtilityConstraint } from '../../../core/anonymise/coat/policy.ts';
import { nestedItemsets, randomItems } from '../../../core/anonymise/coat/privacy-sources.ts';
import { similarItems } from '../../../core/anonymise/coat/utility-sources.ts';
import { generalise } from '../../../core/anonymise/generalisation.ts';
import { indexItems, postings } from '../../../core/anonymise/item-index.ts';
import { BadInput } from '../../../core/model/bad-input.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../../core/random/random.ts';
import type { NounGraph } from '../../../core/wordnet/noun-graph.ts';

interface MadeRelease {
  readonly release: readonly Transaction[];
  /** The originals without what was suppressed: those items are in no table. */
  readonly original: readonly Transaction[];
}

/** A COAT release by an experiment's settings `k`, `privacy` and `utility`. Items keep their places, as in the sources. */
export function makeCoatRelease(
  transactions: readonly Transaction[],
  settings: PointSettings,
  seed: string,
  nouns: () => NounGraph,
): MadeRelease {
  const privacy = privacyOf(textSetting(settings, 'privacy'), transactions, seed);
  const utility = utilityOf(textSetting(settings, 'utility'), transactions, privacy, seed, nouns);
  const standsFor = coat(transactions, { k: numberSetting(settings, 'k'), privacy, utility, maxSuppressed: 1 });
  const kept = transactions.map((each) => ({ ...each, items: each.items.filter((item) => standsFor.get(item as string) !== null) }));
  return { release: generalise(kept, standsFor), original: kept };
}

/** `random:SHARE` or `nested:CHAINS:SIZE`. */
function privacyOf(spec: string, transactions: readonly Transaction[], seed: string): readonly PrivacyConstraint[] {
  const [kind, first, second] = spec.split(':');
  if (kind === 'random') return randomItems(transactions, Number(first), seed);
  if (kind === 'nested') return nestedItemsets(transactions, Number(first), seed, [Number(second)]);
  throw new BadInput(`the setting "privacy" is random:SHARE or nested:CHAINS:SIZE`);
}

/** `all`, `wordnet`, or `partners:SHARE`: for each protected item four others, that share of them from its own transactions. */
function utilityOf(
  spec: string,
  transactions: readonly Transaction[],
  privacy: readonly PrivacyConstraint[],
  seed: string,
  nouns: () => NounGraph,
): readonly UtilityConstraint[] {
  const [kind, share] = spec.split(':');
  const index = indexItems(transactions);
  if (kind === 'all') return [index.names];
  if (kind === 'wordnet') return similarItems(index.names, privacy, nouns());
  if (kind !== 'partners') throw new BadInput('the setting "utility" is all, wordnet or partners:SHARE');
  const random = seeded(seed, 'partners');
  const taken = new Set(privacy.flatMap(({ items }) => items));
  const strangers = shuffle(
    index.names.filter((item) => !taken.has(item)),
    random,
  );
  const lists = postings(index);
  return privacy.flatMap(({ items }) =>
    items.map((item) => {
      const holders = lists[index.numberOf.get(item) as number] ?? [];
      const neighbours = [...holders].flatMap((t) => (transactions[t]?.items ?? []) as readonly string[]);
      return [item, ...partners(Number(share), neighbours, strangers, taken, random)];
    }),
  );
}

const PARTNERS = 4;

function partners(share: number, neighbours: string[], strangers: string[], taken: Set<string>, random: Random): string[] {
  const from = shuffle([...neighbours], random);
  return Array.from({ length: PARTNERS }, () => {
    const pool = random.unit() < share ? from : strangers;
    for (let item = pool.pop() ?? strangers.pop(); item !== undefined; item = pool.pop() ?? strangers.pop()) {
      if (taken.has(item)) continue;
      taken.add(item);
      return item;
    }
    return null;
  }).filter((item) => item !== null);
}
