import { isGeneralised, type Transaction } from '../../../../core/model/transaction.ts';

/** Items that must not single anybody out: each non-empty subset is in at least `k` transactions or in none. */
export interface ProtectedItems {
  readonly items: readonly string[];
  readonly k: number;
}

interface Protections {
  readonly constraints: number;
  readonly broken: readonly number[];
  /** Broken constraints not caused by a wrong elimination: real harm. Null without the original. */
  readonly trulyBroken: readonly number[] | null;
  /** Other broken constraints with a broken subset in no original transaction: made up by the attack, no harm. Null without the original. */
  readonly unheld: readonly number[] | null;
  /** Constraints with too many items to check all subsets. */
  readonly notComputable: readonly number[];
}

/** Limit: 2^16 subsets for each constraint. */
export const MOST_ITEMS = 16;

/**
 * Default constraints: each member of each generalised item alone, with the claimed k. Generalisation promises it, and it finds members that the
 * attack made rare.
 */
export function impliedConstraints(release: Iterable<Transaction>, k: number): ProtectedItems[] {
  const members = new Set<string>();
  for (const { items } of release) for (const entry of items) if (isGeneralised(entry)) for (const item of entry) members.add(item);
  return Array.from(members, (item) => ({ items: [item], k }));
}

/**
 * Constraints that the attack broke: some subset was in no or at least k transactions of the release, and is in 1 to k - 1 of the attacked one.
 * Truly broken: some original transaction holds the subset, and each that does still supports it. The three inputs are aligned. Release and
 * original are scanned once for all attacks. Time: transactions with an item of a constraint, and 2^n for n items.
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
      const [w, i] = [was[subset], is[subset]];
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
    if (subsets.some((subset) => heldBy[subset] > 0 && heldBy[subset] === keptBy[subset])) trulyBroken.push(index);
    else if (subsets.some((subset) => heldBy[subset] === 0)) unheld.push(index);
  });
  const told = truth === null ? { trulyBroken: null, unheld: null } : { trulyBroken, unheld };
  return { constraints: constraints.length, broken: found, ...told, notComputable };
}

type Holders = ReadonlyMap<string, readonly number[]>;

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

function masksOf(items: readonly string[], holders: Holders): Map<number, number> {
  const masks = new Map<number, number>();
  items.forEach((item, bit) => {
    for (const at of holders.get(item) ?? []) masks.set(at, (masks.get(at) ?? 0) | (1 << bit));
  });
  return masks;
}

/** Number of masks that contain each subset, by the superset-sum recursion. */
function supports(n: number, masks: Iterable<number>): Int32Array {
  const counts = new Int32Array(1 << n);
  for (const mask of masks) counts[mask] += 1;
  for (let bit = 1; bit < counts.length; bit <<= 1) {
    for (let subset = 0; subset < counts.length; subset += 1) {
      if ((subset & bit) === 0) counts[subset] += counts[subset | bit];
    }
  }
  return counts;
}
