import type { GroupRecord } from '../../../contracts/work.ts';
import { blockKeys } from '../../../core/keys/block-key.ts';
import { decodeBlock, encodeBlock } from '../../../core/relatedness/count-block.ts';
import type { CountBlocks } from '../../../ports/count-blocks.ts';
import type { CountRequest, Counts, HitCounter, SourceVersion } from '../../../ports/hit-counter.ts';
import type { CacheKey } from '../../../ports/score-cache.ts';
import { planCounts } from '../score/score-groups.ts';

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

/** What the groups of one pointer ask: their distinct terms and pairs, in an order that follows from the groups. */
interface Question {
  readonly terms: readonly string[];
  readonly pairs: Uint32Array;
  readonly key: CacheKey;
}

/** The groups of each pointer: what is counted, and kept, as one block. */
export type Parts = readonly (readonly GroupRecord[])[];

function questions(parts: Parts, source: SourceVersion, { secret, labels }: BlockOptions): Question[] {
  const keyOf = blockKeys(secret, source);
  return parts.map((groups) => {
    const { terms, pairs, groups: planned } = planCounts(groups, labels);
    const termsOf = (places: Uint32Array): string[] => Array.from(places, (place) => terms[place] as string);
    const key = keyOf(planned.map(({ members, context }) => ({ members: termsOf(members), context: termsOf(context) })));
    return { terms, pairs, key };
  });
}

const lengthOf = ({ terms, pairs }: Question): number => terms.length + pairs.length / 2;

/** Counts what the cache does not hold of the parts, all of it in one batch, and puts it there. Answers how many groups that were. */
export async function countUnits(parts: Parts, counter: HitCounter, options: BlockOptions): Promise<number> {
  const asked = questions(parts, counter.source, options);
  const there = await options.blocks.get(asked.map(({ key }) => key));
  const isMissing = asked.map((question, at) => {
    const bytes = there[at];
    return bytes == null || decodeBlock(bytes, lengthOf(question)) === null;
  });
  const missing = asked.filter((_, at) => isMissing[at]);
  if (missing.length === 0) return 0;
  const union = unionOf(missing);
  const counts = await counter.countAll(union.request);
  await options.blocks.put(missing.map((question, at) => ({ key: question.key, bytes: encodeBlock(union.part(at, counts)) })));
  return parts.reduce((total, groups, at) => total + (isMissing[at] === true ? groups.length : 0), 0);
}

/** Several groups' questions as one, each term once, and the way back. Pairs stand one group's after the other's. */
function unionOf(asked: readonly Question[]) {
  const terms = new Map<string, number>();
  const flat = new Uint32Array(asked.reduce((total, { pairs }) => total + pairs.length, 0));
  let next = 0;
  const places = asked.map((question) => {
    const own = placesIn(terms, question.terms);
    const from = next / 2;
    for (const place of question.pairs) {
      flat[next] = own[place] as number;
      next += 1;
    }
    return { own, from, pairs: question.pairs.length / 2 };
  });
  return {
    request: { terms: [...terms.keys()], pairs: flat } satisfies CountRequest,
    part(at: number, counts: Counts) {
      const { own, from, pairs } = places[at] as (typeof places)[number];
      const part = { counts: new Float64Array(own.length + pairs), flags: new Uint8Array(own.length + pairs) };
      own.forEach((place, index) => {
        part.counts[index] = counts.terms[place] as number;
        part.flags[index] = counts.termFlags[place] as number;
      });
      part.counts.set(counts.pairs.subarray(from, from + pairs), own.length);
      part.flags.set(counts.pairFlags.subarray(from, from + pairs), own.length);
      return part;
    },
  };
}

function placesIn(known: Map<string, number>, terms: readonly string[]): Uint32Array {
  const places = new Uint32Array(terms.length);
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] as string;
    let place = known.get(term);
    if (place === undefined) {
      place = known.size;
      known.set(term, place);
    }
    places[at] = place;
  }
  return places;
}

/** The counts of a batch of groups, from the cache alone, as the source that scoring asks. */
export async function cachedCounter(parts: Parts, pinned: PinnedSource, options: BlockOptions): Promise<HitCounter> {
  const asked = questions(parts, pinned.source, options);
  const blocks = await options.blocks.get(asked.map(({ key }) => key));
  const terms = new Map<string, number>();
  const places = asked.map((question) => placesIn(terms, question.terms));
  const [termCounts, termFlags] = [new Float64Array(terms.size), new Uint8Array(terms.size)];
  const size = asked.reduce((total, { pairs }) => total + pairs.length / 2, 0);
  const [pairCounts, pairFlags] = [new Float64Array(size), new Uint8Array(size)];
  /** Of each pair its two terms' places as one number: a batch has a few thousand terms, so these stay small. */
  const pairs = new Float64Array(size);
  let next = 0;
  for (const [at, question] of asked.entries()) {
    const bytes = blocks[at];
    const block = bytes == null ? null : decodeBlock(bytes, lengthOf(question));
    if (block === null) throw new MissingCounts(`the cache lacks the counts of some groups from ${pinned.source.id}`);
    const { counts, flags } = block;
    const own = places[at] as Uint32Array;
    for (let index = 0; index < own.length; index += 1) {
      termCounts[own[index] as number] = counts[index] as number;
      termFlags[own[index] as number] = flags[index] as number;
    }
    for (let pair = 0; pair < question.pairs.length / 2; pair += 1) {
      const x = own[question.pairs[2 * pair] as number] as number;
      pairs[next] = x * terms.size + (own[question.pairs[2 * pair + 1] as number] as number);
      pairCounts[next] = counts[own.length + pair] as number;
      pairFlags[next] = flags[own.length + pair] as number;
      next += 1;
    }
  }
  const placeOf = (term: string): number => terms.get(term) ?? -1;
  const pairPlaces = placesOfPairs(pairs);
  const keyOf = (x: number, y: number): number => (x < 0 || y < 0 ? Number.NaN : x * terms.size + y);
  return {
    source: pinned.source,
    size: async () => pinned.size,
    count: async (term, other) =>
      (other === undefined ? termCounts[placeOf(term)] : pairCounts[pairPlaces([keyOf(placeOf(term), placeOf(other))])[0] as number]) ??
      Number.NaN,
    async countAll(request) {
      const own = request.terms.map(placeOf);
      const wanted = new Float64Array(request.pairs.length / 2);
      for (let pair = 0; pair < wanted.length; pair += 1) {
        wanted[pair] = keyOf(own[request.pairs[2 * pair] as number] as number, own[request.pairs[2 * pair + 1] as number] as number);
      }
      const found = pairPlaces(wanted);
      return {
        terms: taken(new Float64Array(own.length), termCounts, own, Number.NaN),
        termFlags: taken(new Uint8Array(own.length), termFlags, own, 0),
        pairs: taken(new Float64Array(found.length), pairCounts, found, Number.NaN),
        pairFlags: taken(new Uint8Array(found.length), pairFlags, found, 0),
      };
    },
  };
}

/**
 * Where pairs stand; -1 of those that are not there. Scoring asks for them in the order in which they were stored, so the next one is looked
 * at first, and a map is made only when that fails.
 */
function placesOfPairs(pairs: Float64Array): (wanted: ArrayLike<number>) => Int32Array {
  let known: Map<number, number> | null = null;
  const lookUp = (pair: number): number => {
    known ??= new Map(Array.from(pairs, (each, place) => [each, place]));
    return known.get(pair) ?? -1;
  };
  return (wanted) => {
    const found = new Int32Array(wanted.length);
    let next = 0;
    for (let at = 0; at < found.length; at += 1) {
      const pair = wanted[at] as number;
      const place = pairs[next] === pair ? next : lookUp(pair);
      found[at] = place;
      next = place + 1;
    }
    return found;
  };
}

/** The values at places; -1 is a place that is not there. */
function taken<C extends Float64Array | Uint8Array>(into: C, from: C, places: ArrayLike<number>, absent: number): C {
  for (let at = 0; at < into.length; at += 1) into[at] = from[places[at] as number] ?? absent;
  return into;
}
