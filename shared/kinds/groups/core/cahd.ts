import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { indexItems } from '../../../core/model/item-index.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import { seeded, shuffle } from '../../../core/random/random.ts';
import { bandOrder } from './band-order.ts';
import type { GroupedRelease, SensitiveTruth } from './grouped-release.ts';
import { partSensitive, type QuasiRecords, quasiOf } from './quasi-records.ts';

interface CahdOptions {
  /** No sensitive item is likelier than 1/p in a group. */
  readonly p: number;
  /** Number of candidates: alpha p before the pivot and as many after. */
  readonly alpha: number;
}

interface CahdResult {
  /** Transactions of each group, the pivot first; the last group holds the rest. */
  readonly groups: readonly (readonly number[])[];
  readonly trace: readonly { readonly pivot: number; readonly rolledBack?: string; readonly tooFew?: true }[];
}

/**
 * Correlation-aware anonymisation of high-dimensional data (Ghinita, Tao, Kalnis, 2008): each transaction with a sensitive item is grouped with
 * p - 1 that look most like it and share none of its sensitive items, in one pass over the band order.
 */
export function cahd(records: QuasiRecords, { p, alpha }: CahdOptions, order: Uint32Array = bandOrder(records)): CahdResult {
  const left = records.sensitiveNames.map(() => 0);
  for (const held of records.sensitive) for (const item of held) left[item] += 1;
  let remaining = records.transactions;
  const tooMany = (): string | undefined => records.sensitiveNames.find((_, item) => left[item] * p > remaining);
  const refused = tooMany();
  if (refused !== undefined)
    throw new BadInput(
      `"${refused}" is in more than one of ${p} transactions (${left[records.sensitiveNames.indexOf(refused)]} of ${remaining}), so no groups can hide it; ask for a smaller p, or leave it out of the sensitive items`,
    );
  const queue = new Queue(order);
  const candidates = new Candidates(records, queue, alpha * p);
  const groups: number[][] = [];
  const trace: CahdResult['trace'][number][] = [];
  for (const pivot of order) {
    const own = records.sensitive[pivot];
    if (own.length === 0 || !queue.has(pivot)) continue;
    const partners = candidates.best(pivot, p - 1);
    if (partners === undefined) {
      trace.push({ pivot, tooFew: true });
      continue;
    }
    const group = [pivot, ...partners];
    const change = (by: number): void => {
      for (const t of group) for (const item of records.sensitive[t]) left[item] += by;
      remaining += by * p;
    };
    change(-1);
    const rolledBack = tooMany();
    if (rolledBack !== undefined) {
      change(1);
      trace.push({ pivot, rolledBack });
      continue;
    }
    for (const t of group) queue.remove(t);
    groups.push(group);
    trace.push({ pivot });
  }
  const rest = order.filter((t) => queue.has(t));
  return { groups: rest.length === 0 ? groups : [...groups, [...rest]], trace };
}

class Queue {
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #left: Uint8Array;

  constructor(order: Uint32Array) {
    this.#next = new Int32Array(order.length).fill(-1);
    this.#previous = new Int32Array(order.length).fill(-1);
    this.#left = new Uint8Array(order.length).fill(1);
    for (let at = 1; at < order.length; at += 1) {
      this.#next[order[at - 1]] = order[at];
      this.#previous[order[at]] = order[at - 1];
    }
  }

  has(t: number): boolean {
    return this.#left[t] === 1;
  }

  neighbour(t: number, step: -1 | 1): number {
    return (step === 1 ? this.#next : this.#previous)[t];
  }

  remove(t: number): void {
    const [before, after] = [this.#previous[t], this.#next[t]];
    if (before !== -1) this.#next[before] = after;
    if (after !== -1) this.#previous[after] = before;
    this.#left[t] = 0;
  }
}

interface Candidate {
  readonly t: number;
  readonly shared: number;
  readonly distance: number;
  readonly before: boolean;
}

class Candidates {
  readonly #records: QuasiRecords;
  readonly #queue: Queue;
  readonly #each: number;
  readonly #own: Uint8Array;
  readonly #taken: Uint8Array;

  constructor(records: QuasiRecords, queue: Queue, each: number) {
    this.#records = records;
    this.#queue = queue;
    this.#each = each;
    this.#own = new Uint8Array(records.quasiNames.length);
    this.#taken = new Uint8Array(records.sensitiveNames.length);
  }

  /** Chooses partners: most shared quasi-items, then nearest, then earlier; no two with the same sensitive item. */
  best(pivot: number, wanted: number): readonly number[] | undefined {
    const { sensitive } = this.#records;
    const mark = (t: number, value: 0 | 1): void => {
      for (const item of sensitive[t]) this.#taken[item] = value;
    };
    for (const item of quasiOf(this.#records, pivot)) this.#own[item] = 1;
    mark(pivot, 1);
    const found = [...this.#walk(pivot, -1), ...this.#walk(pivot, 1)].sort(
      (a, b) => b.shared - a.shared || a.distance - b.distance || Number(b.before) - Number(a.before),
    );
    const partners: number[] = [];
    for (const { t } of found) {
      if (partners.length === wanted) break;
      if (this.#conflicts(t)) continue;
      partners.push(t);
      mark(t, 1);
    }
    for (const item of quasiOf(this.#records, pivot)) this.#own[item] = 0;
    for (const t of [pivot, ...partners]) mark(t, 0);
    return partners.length === wanted ? partners : undefined;
  }

  *#walk(pivot: number, step: -1 | 1): Generator<Candidate> {
    let [found, distance] = [0, 0];
    for (let t = this.#queue.neighbour(pivot, step); t !== -1 && found < this.#each; t = this.#queue.neighbour(t, step)) {
      distance += 1;
      if (this.#conflicts(t)) continue;
      found += 1;
      let shared = 0;
      for (const item of quasiOf(this.#records, t)) shared += this.#own[item];
      yield { t, shared, distance, before: step === -1 };
    }
  }

  #conflicts(t: number): boolean {
    return this.#records.sensitive[t].some((item) => this.#taken[item] === 1);
  }
}

interface MakeGroupsOptions extends CahdOptions {
  readonly seed: string;
  /** `keep`: the pivot comes first, and betrays itself; for experiments. */
  readonly order: 'shuffle' | 'keep';
}

interface MadeGroups {
  readonly release: GroupedRelease;
  /** The original transactions in file order, split into quasi and sensitive items, with their groups. */
  readonly original: readonly SensitiveTruth[];
  readonly groupOf: Int32Array;
}

export function makeGroups(
  transactions: readonly Transaction[],
  sensitive: readonly string[],
  { seed, order, ...options }: MakeGroupsOptions,
): MadeGroups {
  const records = partSensitive(indexItems(transactions), sensitive);
  const { groups } = cahd(records, options);
  const original = transactions.map((_, t): SensitiveTruth => {
    const quasi = Array.from(quasiOf(records, t), (item) => records.quasiNames[item]);
    return {
      quasi: quasi.sort(compareCodePoints),
      sensitive: records.sensitive[t].map((item) => records.sensitiveNames[item]),
    };
  });
  const groupOf = new Int32Array(transactions.length);
  const made = groups.map((members, group) => {
    const counts = new Map<string, number>();
    for (const t of members) {
      groupOf[t] = group;
      for (const item of original[t]?.sensitive ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    const published = members.map((t) => original[t]?.quasi ?? []);
    if (order === 'shuffle') shuffle(published, seeded(seed, 'group', group));
    return { transactions: published, sensitive: new Map([...counts].toSorted(([a], [b]) => compareCodePoints(a, b))) };
  });
  return { release: { groups: made }, original, groupOf };
}
