import { type Random, shuffle } from '../../../core/random/random.ts';
import type { Draft } from '../core/mend/draft.ts';
import type { Foresight } from './foresight.ts';

/** Releases in which items meet two by two. */
const LOOKS = 40;
/** Of the items most like one as many meet it as do at random. */
const LIKE = 24;

/** Predicted exposure of two items in one generalised item: measured for tried pairs, estimated for others. */
export class Meetings {
  readonly #met = new Map<number, Map<number, number>>();

  add(a: number, b: number, risk: number): void {
    for (const one of [a, b]) {
      const own = this.#met.get(one) ?? new Map<number, number>();
      this.#met.set(one, own.set(one === a ? b : a, risk));
    }
  }

  has(a: number, b: number): boolean {
    return this.#met.get(a)?.has(b) === true;
  }

  risk(a: number, b: number): number {
    return this.#met.get(a)?.get(b) ?? (this.#usual(a) + this.#usual(b)) / 2;
  }

  ofGroup(members: readonly number[]): number {
    let [total, pairs] = [0, 0];
    for (const [at, a] of members.entries()) for (const b of members.slice(at + 1)) [total, pairs] = [total + this.risk(a, b), pairs + 1];
    return pairs === 0 ? 1 : total / pairs;
  }

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

/** Tries pairs of items in unpublished releases, all items at once: half the pairs most similar, half random. */
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
      .toSorted((a, b) => own[b] - own[a] || a - b)
      .map((at) => others[at])
      .filter((other) => other !== item && mayMeet(item, other))
      .slice(0, LIKE);
  });
  const rest = draft.groups.filter((group) => !group.some((item) => members.includes(item)));
  for (let look = 0; look < LOOKS; look += 1) {
    advance(look);
    const free = new Set(others);
    const pairs: (readonly [number, number])[] = [];
    for (const at of shuffle([...members.keys()], random)) {
      const item = members[at];
      if (!free.has(item)) continue;
      const candidates = look % 2 === 0 ? (alike[at] as readonly number[]) : members;
      const from = random.below(Math.max(1, candidates.length));
      for (let turn = 0; turn < candidates.length; turn += 1) {
        const other = candidates[(from + turn) % candidates.length];
        if (other === item || !free.has(other) || meetings.has(item, other) || !mayMeet(item, other)) continue;
        pairs.push([item, other]);
        free.delete(item);
        free.delete(other);
        break;
      }
    }
    if (pairs.length === 0) continue;
    const found = await foresight.risks({ ...draft, groups: [...pairs, ...rest] }, [...pairs.keys()]);
    for (const [at, [a, b]] of pairs.entries()) meetings.add(a, b, found[at]);
  }
  return meetings;
}
