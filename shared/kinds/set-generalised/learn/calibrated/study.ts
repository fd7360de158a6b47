import type { GroupRecord, GroupRow } from '../../../../contracts/work.ts';
import type { Entry, Transaction } from '../../../../core/model/transaction.ts';
import { hashText } from '../../../../core/random/hash.ts';
import type { SliceUnits } from '../release-attack.ts';

/** Generalised items that a large release is learned from: some hundreds serve for practice, and these have the contexts of thousands. */
export const STUDIED = 2_048;

/** A row that carries all that stands alone around it: those of large releases do (plan/plan-groups). */
type WholeRow = GroupRow & Required<Pick<GroupRow, 'p' | 'a' | 'q'>>;

/** The first groups in their canonical order, which is that of hashes: a sample. Null where the release is small, and all of it is learned from. */
export async function studiedGroups(slices: AsyncIterable<Pick<SliceUnits, 'groups'>>): Promise<GroupRecord[] | null> {
  const studied: GroupRecord[] = [];
  for await (const { groups } of slices) {
    for (const group of groups) {
      if (group.around === undefined) return null;
      if (studied.length === STUDIED) return studied;
      studied.push(group);
    }
  }
  return null;
}

/** Names a study, so that it is made once for all batches that are decided by it. */
export const studyName = (groups: readonly GroupRecord[]): string => hashText(groups.map(({ id }) => id).join()).join('-');

/** Holds the place of a generalised item that is not studied. */
const ELSEWHERE: readonly string[] = [];

/** The transactions that carry groups: what they publish alone, and those groups, each in its place. */
export function transactionsOf(groups: readonly GroupRecord[]): Transaction[] {
  const transactions = new Map<number, { readonly id?: string; readonly items: Entry[] }>();
  for (const { members, around = [], rows } of groups) {
    for (const { t, id, p, a, q } of rows as readonly WholeRow[]) {
      const known = transactions.get(t) ?? { ...(id === undefined ? {} : { id }), items: [] };
      transactions.set(t, known);
      put(known.items, p, members);
      for (const [at, item] of a.entries()) put(known.items, q[at] as number, around[item] as string);
    }
  }
  return [...transactions].sort(([a], [b]) => a - b).map(([, transaction]) => transaction);
}

function put(items: Entry[], place: number, entry: Entry): void {
  while (items.length <= place) items.push(ELSEWHERE);
  items[place] = entry;
}
