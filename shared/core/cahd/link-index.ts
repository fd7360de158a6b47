import { compareCodePoints } from '../model/code-points.ts';
import { seeded, shuffle } from '../random/random.ts';
import type { GroupedRelease } from './grouped-release.ts';

/** What somebody concludes of one person of whom some quasi-items are known. */
interface Linked {
  /** Transactions that hold all of them. */
  readonly matches: number;
  /** Of each sensitive item the mean of count / size over the matches. */
  readonly probability: ReadonlyMap<string, number>;
}

/** What is concluded from known items, at the cost of the transactions that hold the rarest of them. */
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
        for (const item of items) {
          const own = this.#holders.get(item);
          if (own === undefined) this.#holders.set(item, [at]);
          else own.push(at);
        }
      }
    }
  }

  get size(): number {
    return this.#transactions.length;
  }

  itemsOf(transaction: number): readonly string[] {
    return this.#transactions[transaction] as readonly string[];
  }

  groupOf(transaction: number): number {
    return this.#groupOf[transaction] as number;
  }

  link(known: readonly string[]): Linked {
    const lists = known.map((item) => this.#holders.get(item) ?? []).sort((a, b) => a.length - b.length);
    const matching = (lists[0] ?? []).filter((at) => known.every((item) => this.itemsOf(at).includes(item)));
    const perGroup = new Map<number, number>();
    for (const at of matching) perGroup.set(this.groupOf(at), (perGroup.get(this.groupOf(at)) ?? 0) + 1);
    const probability = new Map<string, number>();
    for (const [group, here] of perGroup) {
      const { transactions, sensitive } = this.#release.groups[group] as GroupedRelease['groups'][number];
      for (const [item, count] of sensitive)
        probability.set(item, (probability.get(item) ?? 0) + (here * count) / transactions.length / matching.length);
    }
    return { matches: matching.length, probability };
  }

  /** So many of a person's items, drawn from their content under a seed; null where there are fewer. */
  known(transaction: number, count: number, seed: string): readonly string[] | null {
    const items = this.itemsOf(transaction).toSorted(compareCodePoints);
    return items.length < count ? null : shuffle(items, seeded(seed, 'link', count, ...items)).slice(0, count);
  }
}
