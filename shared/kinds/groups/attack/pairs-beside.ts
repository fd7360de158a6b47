import type { GroupedRelease } from '../../../core/cahd/grouped-release.ts';

/** Each sensitive item with the items that stand beside it in a group. */
export function* pairsBeside({ groups }: GroupedRelease): Generator<readonly [sensitive: string, quasi: string]> {
  for (const { transactions, sensitive } of groups)
    for (const item of sensitive.keys()) for (const items of transactions) for (const quasi of items) yield [item, quasi];
}
