import type { Entry, Transaction } from '../../../core/model/transaction.ts';
import { setNumbers } from './coat/policy.ts';

interface InferenceKnowledge {
  /** The claimed k; if unknown, only items of a single transaction count as context. */
  readonly k?: number | undefined;
  /** Sets of items within which items may be generalised together, as COAT's utility constraints. */
  readonly utility?: readonly (readonly string[])[] | undefined;
}

interface Inferred<T extends Transaction> {
  readonly transactions: readonly T[];
  readonly groups: number;
  /** How the groups were found, for the report. */
  readonly rule: string;
}

/**
 * Items (of one utility constraint, if known) that occur in exactly the same transactions, at least k (or two) of them. Each is at the place of its
 * first member. Needs the whole release.
 */
export function inferGeneralised<T extends Transaction>(release: readonly T[], { k, utility }: InferenceKnowledge = {}): Inferred<T> {
  const least = Math.max(k ?? 2, 1);
  const lists = occurrences(release);
  const groups = new Map<string, readonly string[]>();
  for (const candidates of constrained(lists, utility)) {
    const frequent = candidates.filter((item) => (lists.get(item)?.length ?? 0) >= least);
    for (const members of sameTransactions(frequent, lists)) {
      if (members.length > 1) for (const member of members) groups.set(member, members);
    }
  }
  return {
    transactions: release.map((transaction) => ({ ...transaction, items: marked(transaction.items, groups) })),
    groups: new Set(groups.values()).size,
    rule: `items ${utility === undefined ? '' : 'of one utility constraint '}that occur in exactly the same transactions, ${
      k === undefined ? 'two or more (k is not known)' : `at least k = ${k} of them`
    }`,
  };
}

function occurrences(release: readonly Transaction[]): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  for (const [transaction, { items }] of release.entries()) {
    for (const item of items) {
      if (typeof item !== 'string') continue;
      const list = lists.get(item);
      if (list === undefined) lists.set(item, [transaction]);
      else list.push(transaction);
    }
  }
  return lists;
}

/** Sets within which items are compared, in order of first occurrence. An item outside all constraints was not generalised. */
function constrained(lists: ReadonlyMap<string, unknown>, utility: InferenceKnowledge['utility']): Iterable<string[]> {
  if (utility === undefined) return [[...lists.keys()]];
  const setOf = setNumbers(utility);
  const inSets = [...lists.keys()].filter((item) => setOf.has(item));
  return Map.groupBy(inSets, (item) => setOf.get(item)).values();
}

function sameTransactions(items: readonly string[], lists: ReadonlyMap<string, readonly number[]>): string[][] {
  const byHash = new Map<number, string[][]>();
  for (const item of items) {
    const list = lists.get(item) ?? [];
    const hash = hashOf(list);
    const alike = byHash.get(hash);
    const same = alike?.find(([first = '']) => equal(lists.get(first) ?? [], list));
    if (same !== undefined) same.push(item);
    else if (alike !== undefined) alike.push([item]);
    else byHash.set(hash, [[item]]);
  }
  return [...byHash.values()].flat();
}

function hashOf(list: readonly number[]): number {
  let hash = list.length;
  for (const transaction of list) hash = Math.imul(hash ^ transaction, 0x85ebca6b) ^ (hash >>> 15);
  return hash;
}

const equal = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((value, at) => value === b[at]);

function marked(items: readonly Entry[], groups: ReadonlyMap<string, readonly string[]>): Entry[] {
  const begun = new Set<readonly string[]>();
  return items.flatMap((entry): Entry[] => {
    const members = typeof entry === 'string' ? groups.get(entry) : undefined;
    if (members === undefined) return [entry];
    if (begun.has(members)) return [];
    begun.add(members);
    return [members];
  });
}
