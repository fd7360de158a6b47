import { isGeneralised, type Transaction } from '../model/transaction.ts';

/** Items that nobody may be singled out by: each non-empty subset is in at least `k` transactions, or in none. */
export interface ProtectedItems {
  readonly items: readonly string[];
  readonly k: number;
}

interface Protections {
  readonly constraints: number;
  /** Places in the list of constraints. */
  readonly broken: readonly number[];
  /** Those of them that no wrong elimination made: a harm. null without the original. */
  readonly trulyBroken: readonly number[] | null;
  /** The others of which a broken subset is in no original transaction: what attacks made up, and nobody is harmed by. null without the original. */
  readonly unheld: readonly number[] | null;
  /** Constraints of too many items to look at all subsets: said to be neither broken nor whole. */
  readonly notComputable: readonly number[];
}

/** 2^16 subsets at most for one constraint. */
export const MOST_ITEMS = 16;

/**
 * Without constraints of the publisher's own: each member of each generalised item, alone, with the claim's k. It is what
 * generalising promises of each of them, and finds the members that the attack has made rare.
 */
export function impliedConstraints(release: Iterable<Transaction>, k: number): ProtectedItems[] {
  const members = new Set<string>();
  for (const { items } of release) for (const entry of items) if (isGeneralised(entry)) for (const item of entry) members.add(item);
  return Array.from(members, (item) => ({ items: [item], k }));
}

/**
 * Which constraints the attack broke: some subset was in at least k transactions of the release, or in none, and is in some but
 * fewer than k of the attacked one. Truly: besides, some original transaction holds the subset, and each that does still supports it.
 * The three are aligned by place. The release and the original are
 * gone through once for all attacks. Costs the transactions that hold an item of a constraint, and 2^n steps for one of n items.
 */
export function protections(
  constraints: readonly ProtectedItems[],
  release: readonly Transaction[],
  original: readonly Transaction[] | null,
): (attacked: readonly Transaction[]) => Protections {
  const wanted = new Set(constraints.flatMap(({ items }) => items));
  const [before, truth] = [holdersOf(release, wanted), original === null ? null : holdersOf(original, wanted)];
  return (attacked) => broken(constraints, before, holdersOf(attacked, wanted), truth);
}

function broken(constraints: readonly ProtectedItems[], before: Holders, after: Holders, truth: Holders | null): Protections {
  const found: number[] = [];
  const trulyBroken: number[] = [];
  const unheld: number[] = [];
  const notComputable: number[] = [];
  constraints.forEach(({ items, k }, index) => {
    const distinct = [...new Set(items)];
    if (distinct.length > MOST_ITEMS) {
      notComputable.push(index);
      return;
    }
    const afterMasks = masksOf(distinct, after);
    const was = supports(distinct.length, masksOf(distinct, before).values());
    const is = supports(distinct.length, afterMasks.values());
    const isBroken = (subset: number): boolean => {
      const [w, i] = [was[subset] as number, is[subset] as number];
      return (w === 0 || w >= k) && i > 0 && i < k;
    };
    const subsets = Array.from({ length: was.length - 1 }, (_, at) => at + 1).filter(isBroken);
    if (subsets.length === 0) return;
    found.push(index);
    if (truth === null) return;
    const held = masksOf(distinct, truth);
    const kept = Array.from(held, ([at, mask]) => mask & (afterMasks.get(at) ?? 0));
    const heldBy = supports(distinct.length, held.values());
    const keptBy = supports(distinct.length, kept);
    if (subsets.some((subset) => (heldBy[subset] as number) > 0 && heldBy[subset] === keptBy[subset])) trulyBroken.push(index);
    else if (subsets.some((subset) => heldBy[subset] === 0)) unheld.push(index);
  });
  const known = truth !== null;
  return {
    constraints: constraints.length,
    broken: found,
    trulyBroken: known ? trulyBroken : null,
    unheld: known ? unheld : null,
    notComputable,
  };
}

type Holders = ReadonlyMap<string, readonly number[]>;

/** For each wanted item the transactions that support it, alone or in a generalised item. */
function holdersOf(transactions: readonly Transaction[], wanted: ReadonlySet<string>): Holders {
  const holders = new Map<string, number[]>();
  transactions.forEach(({ items }, at) => {
    for (const item of items.flat()) {
      if (!wanted.has(item)) continue;
      const list = holders.get(item);
      if (list === undefined) holders.set(item, [at]);
      else if (list.at(-1) !== at) list.push(at);
    }
  });
  return holders;
}

/** For each transaction that supports one of the items, which: bit n for the n-th. */
function masksOf(items: readonly string[], holders: Holders): Map<number, number> {
  const masks = new Map<number, number>();
  items.forEach((item, bit) => {
    for (const at of holders.get(item) ?? []) masks.set(at, (masks.get(at) ?? 0) | (1 << bit));
  });
  return masks;
}

/** For each subset of n items the number of masks that contain it: a mask counts for itself, then one item less at a time. */
function supports(n: number, masks: Iterable<number>): Int32Array {
  const counts = new Int32Array(1 << n);
  for (const mask of masks) counts[mask] = (counts[mask] as number) + 1;
  for (let bit = 1; bit < counts.length; bit <<= 1) {
    for (let subset = 0; subset < counts.length; subset += 1) {
      if ((subset & bit) === 0) counts[subset] = (counts[subset] as number) + (counts[subset | bit] as number);
    }
  }
  return counts;
}
