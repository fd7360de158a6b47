import { postings } from '../../../core/model/item-index.ts';
import { logistic } from '../../../core/numeric/numeric.ts';
import { cosinesOf } from '../core/calibrated/cosines.ts';
import { addedOf } from '../core/calibrated/decide.ts';
import { compared, tableEvidence } from '../core/calibrated/evidence.ts';
import { type IndexedRelease, indexEntries } from '../core/calibrated/indexed-release.ts';
import { ContextLikeness } from '../core/calibrated/likeness.ts';
import { scoreTable } from '../core/calibrated/train.ts';
import { type Draft, shownIndex } from '../core/mend/draft.ts';
import type { Limits } from '../core/mend/limits.ts';
import type { MendPolicy } from '../core/mend/policy.ts';
import { countTables } from '../learn/calibrated/gather.ts';
import type { Learned, Prepared } from '../learn/calibrated/learn.ts';
import type { Seen } from './attack.ts';

interface Attacker {
  readonly prepared: Prepared;
  readonly learned: readonly Learned[];
  /** The attacker's number of each item of the transactions; -1 where the release that it saw did not hold it. */
  readonly termOf: Int32Array;
}

/**
 * Log-odds below those of the wanted certainty from which on a member counts as half named, and how sharply: what another seed learns differs by so
 * much.
 */
const SPARE = 0.4;
const STEEPNESS = 4;

export interface Foresight {
  /** Of these generalised items of a draft the transactions in which a member is expected to be named, added up over the kinds of attackers. */
  risks(draft: Draft, at: readonly number[]): Promise<Float64Array>;
  /** How alike items are to others, by all that attackers know: item by item. */
  likeness(items: readonly number[], others: readonly number[]): Float64Array;
}

/** A move keeps the policy and the limits of loss. */
export interface MoveOptions {
  readonly foresight: Foresight;
  readonly policy: MendPolicy;
  /** Whether the members of a generalised item may move at all. */
  readonly mayChange: (group: number) => boolean;
  readonly limits: Limits;
}

/**
 * The foresight of attackers that were seen: by their own evidence of the release and the models they learned, without learning anew. A fresh attack
 * learns again, and so names others too.
 */
export class AttackersForesight implements Foresight {
  readonly #attackers: readonly Attacker[];
  readonly #named: number;

  /** `seen`: attacks under several seeds, of one kind of attacker after another. */
  constructor(seen: readonly (readonly Seen[])[], names: readonly string[], certainty: number) {
    this.#named = Math.log(certainty / (1 - certainty)) - SPARE;
    this.#attackers = seen.flatMap((each): Attacker[] => {
      const attackers = each.map(({ attacker }) => attacker).filter((attacker) => attacker !== null);
      const [first] = attackers;
      if (first === undefined) return [];
      const numberOf = new Map(first.prepared.input.release.terms.map((term, at) => [term, at]));
      return [
        {
          prepared: first.prepared,
          learned: attackers.map(({ learned }) => learned),
          termOf: Int32Array.from(names, (name) => numberOf.get(name) ?? -1),
        },
      ];
    });
  }

  async risks(draft: Draft, at: readonly number[]): Promise<Float64Array> {
    const risks = new Float64Array(at.length);
    const lists = postings(shownIndex(draft));
    for (const attacker of this.#attackers) {
      const { prepared, learned } = attacker;
      const release = this.#published(draft, attacker);
      // Where items stand was learned of the release that was seen: this one is not made from it by taking items out.
      const input = { ...prepared.input, release, likeness: new ContextLikeness(release, prepared.input.knowledge.vectors) };
      const groups = at.map((group) => release.groups[group]);
      const counted = await countTables(prepared.asked, prepared.texts, release, groups);
      for (const [place, group] of groups.entries()) {
        const evidence = tableEvidence(input, group, compared(input, group, counted[place]));
        const { key, rows, columns } = evidence;
        let named = 0;
        for (const { model, raised } of learned) {
          named += this.#namedIn(addedOf(model, raised, { key, rows, columns, s: scoreTable(model, evidence) }), columns);
        }
        // A transaction with two members publishes the item once: neither hides the other.
        const occurrences = (draft.groups[at[place]] ?? []).reduce((all, item) => all + lists[item].length, 0);
        risks[place] = risks[place] + named / learned.length + (occurrences - rows);
      }
    }
    return risks;
  }

  likeness(items: readonly number[], others: readonly number[]): Float64Array {
    const total = new Float64Array(items.length * others.length);
    for (const { prepared, termOf } of this.#attackers) {
      const terms = (list: readonly number[]): number[] => list.map((item) => Math.max(0, termOf[item]));
      for (const vectors of prepared.input.knowledge.vectors) {
        const cosines = cosinesOf(vectors, terms(items), Int32Array.from(terms(others)));
        for (const [at, cosine] of cosines.entries()) if (!Number.isNaN(cosine)) total[at] += cosine;
      }
    }
    return total;
  }

  #namedIn(added: Float64Array, columns: number): number {
    let named = 0;
    for (let from = 0; from < added.length; from += columns) {
      let least = 1;
      for (let cell = from; cell < from + columns; cell += 1) least = Math.min(least, added[cell]);
      named += least <= 0 ? 1 : logistic(STEEPNESS * (Math.log((1 - least) / least) - this.#named));
    }
    return named;
  }

  #published(draft: Draft, { prepared, termOf }: Attacker): IndexedRelease {
    const index = shownIndex(draft);
    const groupOf = new Map(draft.groups.flatMap((members, at) => members.map((item) => [item, at] as const)));
    const entries = Array.from({ length: index.transactions }, (__, t) => {
      const found = new Set<number>();
      for (const item of index.items.subarray(index.starts[t], index.starts[t + 1])) {
        const group = groupOf.get(item);
        if (group !== undefined) found.add(~group);
        else if (!draft.suppressed.has(item) && termOf[item] >= 0) found.add(termOf[item]);
      }
      return [...found];
    });
    const members = draft.groups.map((items) => Int32Array.from(items, (item) => termOf[item]));
    const { terms, neighbours } = prepared.input.release;
    return indexEntries(terms, members, entries, neighbours);
  }
}
