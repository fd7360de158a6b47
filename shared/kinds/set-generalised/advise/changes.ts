import type { Tried } from '../../../app/advise/advise.ts';
import type { Change } from '../../../contracts/advice.ts';
import type { Draft } from '../../../core/anonymise/mend/draft.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import type { AttackedCell, Seen } from './attack.ts';

/** What of a release was changed, and what it had named. */
export function changesOf(
  given: Tried<Draft, Seen>,
  chosen: Tried<Draft, Seen>,
  transactions: readonly Transaction[],
  certainty: number,
): readonly Change[] {
  const { names } = given.draft.index;
  const nameOf = (item: number): string => names[item] as string;
  const named = (given.seen[0]?.[0]?.cells ?? []).filter(({ probability }) => probability >= certainty);
  const groupOf = new Map(given.draft.groups.flatMap((items) => items.map((item) => [item, items] as const)));
  const before = new Set(given.draft.groups.map((items) => items.join()));
  const changes: Change[] = [];
  for (const items of chosen.draft.groups) {
    if (before.has(items.join())) continue;
    const from = [...new Set(items.map((item) => groupOf.get(item) ?? [item]))];
    const was = from.map((members) => ({ members: members.map(nameOf), ...betrayalOf(members, named, nameOf) }));
    const people = was.reduce((total, each) => total + each.named, 0);
    const why =
      people === 0
        ? 'its members stand where those of a generalised item that betrayed more could be hidden'
        : `${people} times a member of what it is made of was named with at least ${100 * certainty} % certainty`;
    changes.push({ change: 'generalised item', now: items.map(nameOf), was, why });
  }
  const { index } = chosen.draft;
  for (const [t, { id }] of transactions.entries()) {
    const items: string[] = [];
    for (let at = index.starts[t] as number; at < (index.starts[t + 1] as number); at += 1)
      if (chosen.draft.withheld.has(at) && !given.draft.withheld.has(at)) items.push(nameOf(index.items[at] as number));
    if (items.length > 0)
      changes.push({
        change: 'withheld',
        transaction: t + 1,
        id: id ?? null,
        items,
        why: 'it said most of what was named in this transaction',
      });
  }
  return changes;
}

function betrayalOf(members: readonly number[], named: readonly AttackedCell[], nameOf: (item: number) => string) {
  const own = named.filter(({ item }) => members.includes(item)).toSorted((a, b) => b.probability - a.probability);
  const by = own.find(({ betrayedBy }) => betrayedBy !== null)?.betrayedBy ?? null;
  return { named: new Set(own.map(({ transaction }) => transaction)).size, betrayedBy: by === null ? null : nameOf(by) };
}
