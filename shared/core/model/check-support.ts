import { isGeneralised, type Transaction } from './transaction.ts';

/** Protected itemsets: the support of each, and of each non-empty subset, must be 0 or at least k. */
interface ProtectedSets {
  readonly k: number;
  readonly sets: readonly (readonly string[])[];
}

/** The least subset of a protected itemset that occurs, but too rarely. */
interface SupportViolation {
  /** Which itemset, from 0. */
  readonly set: number;
  readonly items: readonly string[];
  readonly support: number;
}

interface SupportFinding {
  readonly checked: number;
  /** Too large to count all their subsets: neither held nor broken. */
  readonly notCounted: number;
  readonly violations: readonly SupportViolation[];
}

/** 2^16 subsets at most for one itemset. */
const MOST_ITEMS = 16;

/** Counts a stream of transactions; an item counts alone or in a generalised item. Memory depends on the itemsets, not on the release. */
export class SupportCounter {
  readonly #protected: ProtectedSets;
  readonly #sets: readonly (readonly string[])[];
  /** For each item the itemsets that hold it, and its bit there. */
  readonly #places = new Map<string, { readonly set: number; readonly bit: number }[]>();
  /** By itemset: how many transactions hold exactly these of its items. */
  readonly #masks: Map<number, number>[];

  constructor(wanted: ProtectedSets) {
    this.#protected = wanted;
    this.#sets = wanted.sets.map((items) => [...new Set(items)]);
    this.#masks = this.#sets.map(() => new Map());
    for (const [set, items] of this.#sets.entries()) {
      if (items.length > MOST_ITEMS) continue;
      for (const [at, item] of items.entries()) {
        const places = this.#places.get(item) ?? [];
        places.push({ set, bit: 1 << at });
        this.#places.set(item, places);
      }
    }
  }

  add({ items }: Transaction): void {
    const held = new Map<number, number>();
    const see = (item: string): void => {
      for (const { set, bit } of this.#places.get(item) ?? []) held.set(set, (held.get(set) ?? 0) | bit);
    };
    for (const entry of items) {
      if (isGeneralised(entry)) entry.forEach(see);
      else see(entry);
    }
    for (const [set, mask] of held) {
      const masks = this.#masks[set];
      masks.set(mask, (masks.get(mask) ?? 0) + 1);
    }
  }

  finding(): SupportFinding {
    const { k } = this.#protected;
    const counted = this.#sets.filter(({ length }) => length <= MOST_ITEMS).length;
    const violations = this.#sets.flatMap((items, set): SupportViolation[] => {
      const least = items.length > MOST_ITEMS ? null : leastRare(items, this.#masks[set], k);
      return least === null ? [] : [{ set, ...least }];
    });
    return { checked: counted, notCounted: this.#sets.length - counted, violations };
  }
}

/** The smallest subset with a support of 1 to k - 1; of several the rarest, then the first. */
function leastRare(items: readonly string[], masks: ReadonlyMap<number, number>, k: number): Omit<SupportViolation, 'set'> | null {
  const counts = new Int32Array(1 << items.length);
  for (const [mask, count] of masks) counts[mask] += count;
  for (let bit = 1; bit < counts.length; bit <<= 1)
    for (let subset = 0; subset < counts.length; subset += 1) if ((subset & bit) === 0) counts[subset] += counts[subset | bit];
  let least: { readonly subset: number; readonly size: number; readonly support: number } | null = null;
  for (let subset = 1; subset < counts.length; subset += 1) {
    const support = counts[subset];
    if (support === 0 || support >= k) continue;
    const size = items.filter((_, at) => (subset & (1 << at)) !== 0).length;
    if (least === null || size < least.size || (size === least.size && support < least.support)) least = { subset, size, support };
  }
  if (least === null) return null;
  const { subset, support } = least;
  return { items: items.filter((_, at) => (subset & (1 << at)) !== 0), support };
}

/** Without the publisher's constraints: generalising protects each member of a generalised item alone. */
export class MembersSeen {
  readonly #members = new Set<string>();

  add({ items }: Transaction): void {
    for (const entry of items) if (isGeneralised(entry)) for (const item of entry) this.#members.add(item);
  }

  sets(): string[][] {
    return Array.from(this.#members, (item) => [item]);
  }
}
