import { BadInput } from '../../../core/model/bad-input.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { IntentLog } from './intents.ts';

/**
 * Users who want alike things, k or more together: the one with most intents and the k - 1 most alike by Jaccard, then anew; fewer than 2k stay
 * together. Ties: the first by code points. A seed is compared only with those that share an intent with it and are left.
 */
export function clusterUsers(log: IntentLog, k: number): readonly (readonly string[])[] {
  if (log.size < k) throw new BadInput(`${log.size} users cannot be hidden among ${k}; ask for a smaller k`);
  const pool = new Pool(log);
  const clusters: string[][] = [];
  while (pool.left >= 2 * k) {
    const seed = pool.seed();
    clusters.push(pool.take([seed, ...pool.mostAlike(seed, k - 1)]));
  }
  return [...clusters, pool.rest()];
}

/** Users by their place in code-point order. */
class Pool {
  readonly #names: readonly string[];
  readonly #intents: readonly (readonly number[])[];
  /** Of each intent those who want it; who was taken is dropped when the list is next walked. */
  readonly #holders: number[][] = [];
  readonly #bySize: readonly number[];
  readonly #taken: Uint8Array;
  readonly #shared: Int32Array;
  #nextSeed = 0;
  #firstLeft = 0;
  left: number;

  constructor(log: IntentLog) {
    const numbers = new Map<string, number>();
    this.#names = [...log.keys()].sort(compareCodePoints);
    this.#intents = this.#names.map((name, user) =>
      Array.from((log.get(name) as ReadonlyMap<string, unknown>).keys(), (intent) => {
        const number = numbers.get(intent) ?? this.#holders.push([]) - 1;
        numbers.set(intent, number);
        this.#holders[number]?.push(user);
        return number;
      }),
    );
    const size = (user: number): number => this.#intents[user]?.length ?? 0;
    this.#bySize = this.#names.map((_, user) => user).sort((a, b) => size(b) - size(a) || a - b);
    this.#taken = new Uint8Array(this.#names.length);
    this.#shared = new Int32Array(this.#names.length);
    this.left = this.#names.length;
  }

  seed(): number {
    while (this.#taken[this.#bySize[this.#nextSeed]] === 1) this.#nextSeed += 1;
    return this.#bySize[this.#nextSeed];
  }

  mostAlike(seed: number, wanted: number): number[] {
    const touched = this.#sharing(seed);
    const own = this.#intents[seed]?.length ?? 0;
    const best: { readonly user: number; readonly likeness: number }[] = [];
    for (const user of touched) {
      const both = this.#shared[user];
      this.#shared[user] = 0;
      const likeness = both / (own + (this.#intents[user]?.length ?? 0) - both);
      const behind = (other: (typeof best)[number]): boolean =>
        other.likeness < likeness || (other.likeness === likeness && other.user > user);
      if (best.length === wanted && !(wanted > 0 && behind(best[wanted - 1]))) continue;
      const place = best.findIndex(behind);
      best.splice(place < 0 ? best.length : place, 0, { user, likeness });
      best.length = Math.min(best.length, wanted);
    }
    const found = best.map(({ user }) => user);
    // Without shared intents all are equally unlike: the first by name.
    const near = new Set([seed, ...found]);
    while (this.#taken[this.#firstLeft] === 1) this.#firstLeft += 1;
    for (let user = this.#firstLeft; found.length < wanted; user += 1) if (this.#taken[user] === 0 && !near.has(user)) found.push(user);
    return found;
  }

  take(users: readonly number[]): string[] {
    for (const user of users) this.#taken[user] = 1;
    this.left -= users.length;
    return users.map((user) => this.#names[user]);
  }

  rest(): string[] {
    return this.#names.filter((_, user) => this.#taken[user] === 0);
  }

  /** Remaining users that share an intent; counts are in `#shared`. */
  #sharing(seed: number): number[] {
    const touched: number[] = [];
    for (const intent of this.#intents[seed] ?? []) {
      const holders = this.#holders[intent];
      let kept = 0;
      for (const user of holders) {
        if (this.#taken[user] === 1) continue;
        holders[kept] = user;
        kept += 1;
        if (user === seed) continue;
        if (this.#shared[user] === 0) touched.push(user);
        this.#shared[user] += 1;
      }
      holders.length = kept;
    }
    return touched;
  }
}
