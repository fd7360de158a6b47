import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { LocatedTransaction } from '../../../core/model/transaction.ts';
import type { GroupedRelease, SensitiveTruth } from './grouped-release.ts';

/** Of each group, the sensitive items that each of its transactions holds, in published order. */
export type Holders = readonly (readonly (readonly string[])[])[];

interface ReadOriginal {
  readonly parted: readonly SensitiveTruth[];
  /** Null if the file names no groups: equal transactions are then indistinguishable. */
  readonly holders: Holders | null;
}

/** The original against its release: by the group that each transaction names ("cluster"), and there by its quasi-items. */
export async function readHolders(
  file: string,
  transactions: AsyncIterable<LocatedTransaction>,
  { groups }: GroupedRelease,
): Promise<ReadOriginal> {
  const hidden = new Set(groups.flatMap(({ sensitive }) => [...sensitive.keys()]));
  const places = groups.map(({ transactions: published }) => Map.groupBy(published.keys(), (at) => keyOf(published[at])));
  const holders: string[][][] = groups.map(({ transactions: published }) => published.map(() => []));
  const parted: SensitiveTruth[] = [];
  let named: boolean | null = null;
  for await (const { line, cluster, items } of transactions) {
    named ??= cluster !== undefined;
    if (named !== (cluster !== undefined))
      throw new BadInput('either every transaction names its group ("cluster"), or none', { file, line });
    const own = items.filter((item) => typeof item === 'string');
    const truth = { quasi: own.filter((item) => !hidden.has(item)), sensitive: own.filter((item) => hidden.has(item)) };
    parted.push(truth);
    if (cluster === undefined) continue;
    const free = places[cluster];
    if (free === undefined)
      throw new BadInput(`there is no group ${cluster}; the release has groups 0 to ${groups.length - 1}`, { file, line });
    const place = free.get(keyOf(truth.quasi))?.shift();
    if (place === undefined)
      throw new BadInput(`group ${cluster} holds no (further) transaction with the items of this one that are not sensitive`, {
        file,
        line,
      });
    holders[cluster][place] = truth.sensitive;
  }
  if (named === true && parted.length !== holders.flat().length)
    throw new BadInput(`the release has ${holders.flat().length} transactions, this original ${parted.length}`, { file });
  return { parted, holders: named === true ? holders : null };
}

const keyOf = (items: readonly string[]): string => JSON.stringify(items.toSorted(compareCodePoints));
