import { compareCodePoints } from '../../../core/model/code-points.ts';
import { addTo } from '../../../core/model/lists.ts';
import { seeded, shuffle } from '../../../core/random/random.ts';
import type { GroupedRelease } from './grouped-release.ts';

interface Linked {
  readonly matches: number;
  /** Of each sensitive item the mean of count / size over the matches. */
  readonly probability: ReadonlyMap<string, number>;
}

/** Computes posteriors from known items. Time: transactions with the rarest known item. */
export class LinkIndex {
  readonly #release: GroupedRelease;
  readonly #transactions: (readonly string[])[] = [];
  readonly #groupOf: number[] = [];
  readonly #holders = new Map<string, number[]>();

  constructor(release: GroupedRelease) {
    this.#release = release;
    for (const [group, { transactions }] of release.groups.entries()) {
      for (const items of transactions) {
        const at = this.#transactions.push(items) - 1;
        this.#groupOf.push(group);
        for (const item of items) addTo(this.#holders, item, at);
      }
    }
  }

  get size(): number {
    return this.#transactions.length;
  }

  itemsOf(transaction: number): readonly string[] {
    return this.#transactions[transaction];
  }

  groupOf(transaction: number): number {
    return this.#groupOf[transaction];
  }

  link(known: readonly string[]): Linked {
    const lists = known.map((item) => this.#holders.get(item) ?? []).sort((a, b) => a.length - b.length);
    const matching = (lists[0] ?? []).filter((at) => known.every((item) => this.itemsOf(at).includes(item)));
    const perGroup = new Map<number, number>();
    for (const at of matching) perGroup.set(this.groupOf(at), (perGroup.get(this.groupOf(at)) ?? 0) + 1);
    const probability = new Map<string, number>();
    for (const [group, here] of perGroup) {
      const { transactions, sensitive } = this.#release.groups[group];
      for (const [item, count] of sensitive)
        probability.set(item, (probability.get(item) ?? 0) + (here * count) / transactions.length / matching.length);
    }
    return { matches: matching.length, probability };
  }

  /** Draws known items of a person, seeded by content; null if there are too few. */
  known(transaction: number, count: number, seed: string): readonly string[] | null {
    const items = this.itemsOf(transaction).toSorted(compareCodePoints);
    return items.length < count ? null : shuffle(items, seeded(seed, 'link', count, ...items)).slice(0, count);
  }
}
