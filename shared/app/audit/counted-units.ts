import type { GroupRecord } from '../../contracts/work.ts';
import { blockKeys } from '../../core/keys/block-key.ts';
import { decodeBlock, encodeBlock } from '../../core/relatedness/count-block.ts';
import type { CountBlocks } from '../../ports/count-blocks.ts';
import type { CountRequest, Counts, HitCounter, SourceVersion } from '../../ports/hit-counter.ts';
import type { CacheKey } from '../../ports/score-cache.ts';
import { planCounts } from './score-groups.ts';

/** A corpus as it was pinned when the audit was planned. */
export interface PinnedSource {
  readonly source: SourceVersion;
  readonly size: number;
}

export interface BlockOptions {
  readonly secret: Uint8Array;
  readonly blocks: CountBlocks;
  readonly labels: ReadonlyMap<string, string> | undefined;
}

/** A block that should be there and is not: the counting step was lost, or the cache dropped it. The state machine tries again. */
export class MissingCounts extends Error {
  override readonly name = 'MissingCounts';
}

/** What one group asks: its distinct terms and pairs, in an order that follows from the group. */
interface Question {
  readonly terms: readonly string[];
  readonly pairs: Uint32Array;
  readonly key: CacheKey;
}

function questions(groups: readonly GroupRecord[], source: SourceVersion, { secret, labels }: BlockOptions): Question[] {
  const keyOf = blockKeys(secret, source);
  return groups.map((group) => {
    const { terms, pairs, groups: planned } = planCounts([group], labels);
    const { members, context } = planned[0] as (typeof planned)[number];
    const termsOf = (places: readonly number[]): string[] => places.map((place) => terms[place] as string);
    return { terms, pairs: Uint32Array.from(pairs.flat()), key: keyOf(termsOf(members), termsOf(context)) };
  });
}

const lengthOf = ({ terms, pairs }: Question): number => terms.length + pairs.length / 2;

/** Counts what the cache does not hold of the groups, all of it in one batch, and puts it there. Answers how many groups that were. */
export async function countUnits(groups: readonly GroupRecord[], counter: HitCounter, options: BlockOptions): Promise<number> {
  const asked = questions(groups, counter.source, options);
  const there = await options.blocks.get(asked.map(({ key }) => key));
  const missing = asked.filter((question, at) => {
    const bytes = there[at];
    return bytes == null || decodeBlock(bytes, lengthOf(question)) === null;
  });
  if (missing.length === 0) return 0;
  const union = unionOf(missing);
  const counts = await counter.countAll(union.request);
  await options.blocks.put(missing.map((question, at) => ({ key: question.key, bytes: encodeBlock(union.part(at, counts)) })));
  return missing.length;
}

/** Several groups' questions as one, each term and pair once, and the way back. */
function unionOf(asked: readonly Question[]) {
  const terms = new Map<string, number>();
  const pairs = new Map<number, number>();
  const flat: number[] = [];
  const places = asked.map((question) => {
    const own = question.terms.map((term) => {
      const place = terms.get(term) ?? terms.size;
      terms.set(term, place);
      return place;
    });
    const ownPairs = new Uint32Array(question.pairs.length / 2);
    for (let at = 0; at < ownPairs.length; at += 1) {
      const x = own[question.pairs[2 * at] as number] as number;
      const y = own[question.pairs[2 * at + 1] as number] as number;
      const key = x * 0x4000000 + y;
      let place = pairs.get(key);
      if (place === undefined) {
        place = pairs.size;
        pairs.set(key, place);
        flat.push(x, y);
      }
      ownPairs[at] = place;
    }
    return { own, ownPairs };
  });
  return {
    request: { terms: [...terms.keys()], pairs: Uint32Array.from(flat) } satisfies CountRequest,
    part(at: number, counts: Counts) {
      const { own, ownPairs } = places[at] as (typeof places)[number];
      const length = own.length + ownPairs.length;
      const part = { counts: new Float64Array(length), flags: new Uint8Array(length) };
      own.forEach((place, index) => {
        part.counts[index] = counts.terms[place] as number;
        part.flags[index] = counts.termFlags[place] as number;
      });
      ownPairs.forEach((place, index) => {
        part.counts[own.length + index] = counts.pairs[place] as number;
        part.flags[own.length + index] = counts.pairFlags[place] as number;
      });
      return part;
    },
  };
}

/** The counts of a batch of groups, from the cache alone, as the source that scoring asks. */
export async function cachedCounter(groups: readonly GroupRecord[], pinned: PinnedSource, options: BlockOptions): Promise<HitCounter> {
  const asked = questions(groups, pinned.source, options);
  const blocks = await options.blocks.get(asked.map(({ key }) => key));
  const terms = new Map<string, number>();
  const termCounts: number[] = [];
  const termFlags: number[] = [];
  const pairs = new Map<number, number>();
  const pairCounts: number[] = [];
  const pairFlags: number[] = [];
  for (const [at, question] of asked.entries()) {
    const bytes = blocks[at];
    const block = bytes == null ? null : decodeBlock(bytes, lengthOf(question));
    if (block === null) throw new MissingCounts(`the cache lacks the counts of a group from ${pinned.source.id}`);
    const { counts, flags } = block;
    const own = question.terms.map((term, place) => {
      let found = terms.get(term);
      if (found === undefined) {
        found = terms.size;
        terms.set(term, found);
        termCounts.push(counts[place] as number);
        termFlags.push(flags[place] as number);
      }
      return found;
    });
    for (let pair = 0; pair < question.pairs.length / 2; pair += 1) {
      const key = (own[question.pairs[2 * pair] as number] as number) * 0x4000000 + (own[question.pairs[2 * pair + 1] as number] as number);
      if (pairs.has(key)) continue;
      pairs.set(key, pairCounts.length);
      pairCounts.push(counts[own.length + pair] as number);
      pairFlags.push(flags[own.length + pair] as number);
    }
  }
  const placeOf = (term: string): number => terms.get(term) ?? -1;
  const pairPlace = (x: number, y: number): number => pairs.get(x * 0x4000000 + y) ?? -1;
  const at = (values: readonly number[], place: number): number => values[place] ?? Number.NaN;
  return {
    source: pinned.source,
    size: async () => pinned.size,
    count: async (term, other) =>
      other === undefined ? at(termCounts, placeOf(term)) : at(pairCounts, pairPlace(placeOf(term), placeOf(other))),
    async countAll(request) {
      const own = request.terms.map(placeOf);
      const found = Uint32Array.from({ length: request.pairs.length / 2 }, (_, pair) =>
        pairPlace(own[request.pairs[2 * pair] as number] as number, own[request.pairs[2 * pair + 1] as number] as number),
      );
      return {
        terms: Float64Array.from(own, (place) => at(termCounts, place)),
        termFlags: Uint8Array.from(own, (place) => termFlags[place] ?? 0),
        pairs: Float64Array.from(found, (place) => at(pairCounts, place)),
        pairFlags: Uint8Array.from(found, (place) => pairFlags[place] ?? 0),
      };
    },
  };
}
