import type { Draft } from '../../../core/anonymise/mend/draft.ts';
import type { Random } from '../../../core/random/random.ts';
import type { Foresight } from './foresight.ts';

/** Releases in which items meet two by two. */
const LOOKS = 40;
/** Of the items most like one as many meet it as do at random. */
const LIKE = 24;

/** What attackers would name of two items that stood for one another, a transaction of either: of those that met, and a guess for others. */
export class Meetings {
  readonly #met = new Map<number, Map<number, number>>();

  add(a: number, b: number, risk: number): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const own = this.#met.get(one) ?? new Map<number, number>();
      own.set(other, risk);
      this.#met.set(one, own);
    }
  }

  has(a: number, b: number): boolean {
    return this.#met.get(a)?.has(b) === true;
  }

  risk(a: number, b: number): number {
    return this.#met.get(a)?.get(b) ?? (this.#usual(a) + this.#usual(b)) / 2;
  }

  /** In the mean over all two of these items. */
  ofGroup(members: readonly number[]): number {
    let [total, pairs] = [0, 0];
    for (const [at, a] of members.entries()) for (const b of members.slice(at + 1)) [total, pairs] = [total + this.risk(a, b), pairs + 1];
    return pairs === 0 ? 1 : total / pairs;
  }

  /** Those that met this item, the best first. */
  best(item: number): readonly number[] {
    return [...(this.#met.get(item) ?? [])].toSorted(([a, first], [b, second]) => first - second || a - b).map(([other]) => other);
  }

  #usual(item: number): number {
    const own = this.#met.get(item);
    if (own === undefined || own.size === 0) return 1;
    let total = 0;
    for (const risk of own.values()) total += risk;
    return total / own.size;
  }
}

interface TournamentOptions {
  readonly foresight: Foresight;
  /** Items that seek partners, and those that are published alone and could be partners. */
  readonly members: readonly number[];
  readonly alone: readonly number[];
  readonly mayMeet: (a: number, b: number) => boolean;
  readonly random: Random;
  readonly advance: (done: number) => void;
}

/** Lets items meet two by two in releases that nobody publishes, all at once in each: half of them those most alike, half at random. */
export async function tournament(
  draft: Draft,
  { foresight, members, alone, mayMeet, random, advance }: TournamentOptions,
): Promise<Meetings> {
  const meetings = new Meetings();
  const others = [...members, ...alone];
  const likeness = foresight.likeness(members, others);
  const alike = members.map((item, row) => {
    const own = likeness.subarray(row * others.length, (row + 1) * others.length);
    return Array.from(others.keys())
      .toSorted((a, b) => (own[b] as number) - (own[a] as number) || a - b)
      .map((at) => others[at] as number)
      .filter((other) => other !== item && mayMeet(item, other))
      .slice(0, LIKE);
  });
  const rest = draft.groups.filter((group) => !group.some((item) => members.includes(item)));
  for (let look = 0; look < LOOKS; look += 1) {
    advance(look);
    const free = new Set(others);
    const pairs: (readonly [number, number])[] = [];
    const order = members.map((_, at) => at);
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = random.below(at + 1);
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const at of order) {
      const item = members[at] as number;
      if (!free.has(item)) continue;
      const candidates = look % 2 === 0 ? (alike[at] as readonly number[]) : members;
      const from = random.below(Math.max(1, candidates.length));
      for (let turn = 0; turn < candidates.length; turn += 1) {
        const other = candidates[(from + turn) % candidates.length] as number;
        if (other === item || !free.has(other) || meetings.has(item, other) || !mayMeet(item, other)) continue;
        pairs.push([item, other]);
        free.delete(item);
        free.delete(other);
        break;
      }
    }
    if (pairs.length === 0) continue;
    const found = await foresight.risks({ ...draft, groups: [...pairs, ...rest] }, [...pairs.keys()]);
    for (const [at, [a, b]] of pairs.entries()) meetings.add(a, b, found[at] as number);
  }
  return meetings;
}
