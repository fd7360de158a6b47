import { MembersSeen, SupportCounter } from '../../../core/model/check-support.ts';
import { rareItemsets } from '../../../core/model/rare-itemsets.ts';
import { groupKey, isGeneralised, type Transaction } from '../../../core/model/transaction.ts';
import type { Claim } from '../../../core/verdict/claim.ts';
import { grouped } from '../../../core/verdict/figure-text.ts';
import { plural } from '../../../kit/publish/text.ts';

interface Claimed {
  readonly k: number;
  /** Maximum size of combinations of published items; omitted: only protected itemsets. */
  readonly m?: number | undefined;
  /** The publisher's own protected itemsets; left out without `m`: each member of a generalised item. */
  readonly constraints?: readonly (readonly string[])[] | undefined;
}

interface RareItems {
  /** Which protected itemset it breaks, from 0; left out where none is named. */
  readonly set?: number;
  readonly items: readonly string[];
  readonly support: number;
}

export interface CheckedClaim extends Claim {
  /** The things counted, in words: `320 published items`. */
  readonly what: string;
  readonly rare: readonly RareItems[];
}

type Transactions = () => AsyncIterable<Transaction>;

/** Every guarantee that is claimed, counted on all of the release: what `check`, `audit` and `certify` go by. */
export async function checkSupportClaims({ k, m, constraints }: Claimed, transactions: Transactions): Promise<CheckedClaim[]> {
  return [
    ...(m === undefined ? [] : [await combinations(k, m, transactions)]),
    ...(m !== undefined && constraints === undefined ? [] : [await protectedItemsets(k, constraints ?? null, transactions)]),
  ];
}

/** k^m-anonymity of the published items; a generalised item counts as one. Memory: one number for each item of each transaction. */
async function combinations(k: number, m: number, transactions: Transactions): Promise<CheckedClaim> {
  const names: string[] = [];
  const places = new Map<string, number>();
  const rows: number[][] = [];
  for await (const { items } of transactions()) {
    const row: number[] = [];
    for (const entry of items) {
      const key = isGeneralised(entry) ? groupKey(entry) : entry;
      let place = places.get(key);
      if (place === undefined) {
        place = names.push(isGeneralised(entry) ? `(${entry.join(', ')})` : entry) - 1;
        places.set(key, place);
      }
      row.push(place);
    }
    rows.push(row);
  }
  const found = rareItemsets(rows, names.length, k, m);
  const [first] = found;
  const at = first === undefined ? -1 : rows.findIndex((row) => first.items.every((item) => row.includes(item)));
  return {
    ...stateOf(names.length, found, at),
    text: `k = ${k}, m = ${m}`,
    scope: 'of all published items',
    what: plural(names.length, 'published item'),
    rare: found.map(({ items, support }) => ({ items: items.map((item) => names[item]), support })),
  };
}

async function protectedItemsets(k: number, constraints: Claimed['constraints'] | null, transactions: Transactions): Promise<CheckedClaim> {
  const sets = constraints ?? (await membersIn(transactions));
  const counter = new SupportCounter({ k, sets });
  for await (const transaction of transactions()) counter.add(transaction);
  const { checked, notCounted, violations } = counter.finding();
  const [first] = violations;
  const at = first === undefined ? -1 : await firstHolder(first.items, transactions);
  const state = stateOf(checked, violations, at);
  return {
    ...state,
    ...(notCounted > 0 && state.state !== 'broken'
      ? { state: 'not checked', example: `${plural(notCounted, 'set')} of more than 16 items cannot be counted` }
      : {}),
    text: `k = ${k}`,
    scope: constraints === null ? 'of the hidden items' : 'of the protected itemsets',
    what: plural(checked, 'protected itemset'),
    rare: violations,
  };
}

async function membersIn(transactions: Transactions): Promise<string[][]> {
  const seen = new MembersSeen();
  for await (const transaction of transactions()) seen.add(transaction);
  return seen.sets();
}

async function firstHolder(items: readonly string[], transactions: Transactions): Promise<number> {
  let at = 0;
  for await (const { items: published } of transactions()) {
    const held = new Set(published.flat());
    if (items.every((item) => held.has(item))) return at;
    at += 1;
  }
  return -1;
}

/** `at`: the first transaction that holds the first violation. */
function stateOf(
  checked: number,
  violations: readonly RareItemsOf[],
  at: number,
): Pick<Claim, 'state' | 'checked' | 'violations' | 'example'> {
  const [first] = violations;
  if (first === undefined) return { state: checked === 0 ? 'nothing to check' : 'held', checked, violations: 0, example: null };
  const { length } = first.items;
  return {
    state: 'broken',
    checked,
    violations: violations.length,
    example: `${plural(length, 'item')} of transaction ${grouped(at + 1)}, which ${first.support === 1 ? 'no other transaction has' : `${grouped(first.support)} transactions have`}${length === 1 ? '' : ' together'}`,
  };
}

type RareItemsOf = { readonly items: readonly unknown[]; readonly support: number };
