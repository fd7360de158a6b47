import { embedItems } from '../../../../app/embed-items.ts';
import type { CountedTable } from '../../../../core/attack/calibrated/evidence.ts';
import { type IndexedGroup, type IndexedRelease, surroundingsOf } from '../../../../core/attack/calibrated/indexed-release.ts';
import type { TermVectors } from '../../../../core/attack/calibrated/knowledge.ts';
import { profilesOf } from '../../../../core/attack/calibrated/profiles.ts';
import type { Embeddings } from '../../../../ports/embeddings.ts';
import type { HitCounter } from '../../../../ports/hit-counter.ts';

/** Pairs asked for at once: the answer of a batch takes 9 bytes a pair. */
const PAIRS_AT_ONCE = 4_000_000;

/** A source together with what it has said so far of the terms of one release. */
export interface AskedSource {
  readonly counter: HitCounter;
  readonly size: number;
  readonly single: Float64Array;
}

/** How often each source holds each term. `texts` are what the terms are called when they are asked for. */
export async function askSingles(sources: readonly HitCounter[], texts: readonly string[]): Promise<AskedSource[]> {
  const asked: AskedSource[] = [];
  for (const counter of sources) {
    const { terms } = await counter.countAll({ terms: texts, pairs: new Uint32Array() });
    asked.push({ counter, size: await counter.size(), single: terms });
  }
  return asked;
}

/** What sources say of the groups of a release, the real one or one made for practice: asked for in as few batches as memory allows. */
export async function countTables(
  sources: readonly AskedSource[],
  texts: readonly string[],
  release: IndexedRelease,
  groups: readonly IndexedGroup[],
): Promise<CountedTable[]> {
  const asked = groups.map((group) => ({ members: group.members, ...surroundingsOf(release, group), both: [] as Float64Array[] }));
  for (const source of sources) {
    for (const part of parts(asked)) {
      const counts = await askPairs(source, texts, asked.slice(part.from, part.to));
      for (const [at, both] of counts.entries()) asked[part.from + at]?.both.push(both);
    }
  }
  return asked;
}

interface Pairing {
  readonly members: Int32Array;
  readonly items: Int32Array;
}

function* parts(asked: readonly Pairing[]): Generator<{ readonly from: number; readonly to: number }> {
  let from = 0;
  let pairs = 0;
  for (const [at, { members, items }] of asked.entries()) {
    pairs += members.length * items.length;
    if (pairs < PAIRS_AT_ONCE && at + 1 < asked.length) continue;
    yield { from, to: at + 1 };
    from = at + 1;
    pairs = 0;
  }
}

async function askPairs({ counter, single }: AskedSource, texts: readonly string[], asked: readonly Pairing[]): Promise<Float64Array[]> {
  const places = new Int32Array(texts.length).fill(-1);
  const terms: string[] = [];
  const place = (term: number): number => {
    if (places[term] === -1) {
      places[term] = terms.length;
      terms.push(texts[term] as string);
    }
    return places[term] as number;
  };
  const attested = (term: number): boolean => (single[term] as number) > 0;
  const pairs: number[] = [];
  for (const { members, items } of asked) {
    for (const member of members) {
      if (!attested(member)) continue;
      for (const item of items) if (attested(item)) pairs.push(place(member), place(item));
    }
  }
  const counts = (await counter.countAll({ terms, pairs: Uint32Array.from(pairs) })).pairs;
  let at = 0;
  return asked.map(({ members, items }) => {
    const both = new Float64Array(members.length * items.length).fill(Number.NaN);
    for (const [row, member] of members.entries()) {
      if (!attested(member)) continue;
      for (let column = 0; column < items.length; column += 1) {
        if (!attested(items[column] as number)) continue;
        both[row * items.length + column] = counts[at] as number;
        at += 1;
      }
    }
    return both;
  });
}

/** Profiles of terms over the source's anchors: of those from the place `from` on. */
export async function profileTerms(
  source: AskedSource,
  texts: readonly string[],
  anchors: readonly number[],
  from = 0,
): Promise<TermVectors> {
  const attested = Array.from(texts.keys()).filter((term) => term >= from && (source.single[term] as number) > 0);
  const asked = [...new Set([...attested, ...anchors])];
  const place = new Map(asked.map((term, at) => [term, at]));
  const rows = Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, anchors.length)));
  const both = new Float64Array(attested.length * anchors.length);
  const terms = asked.map((term) => texts[term] as string);
  for (let start = 0; start < attested.length; start += rows) {
    const part = attested.slice(start, start + rows);
    const pairs = new Uint32Array(2 * part.length * anchors.length);
    let at = 0;
    for (const term of part) {
      for (const anchor of anchors) {
        pairs[at] = place.get(term) as number;
        pairs[at + 1] = place.get(anchor) as number;
        at += 2;
      }
    }
    both.set((await source.counter.countAll({ terms, pairs })).pairs, start * anchors.length);
  }
  return profilesOf({ name: source.counter.source.id, size: source.size, single: source.single }, anchors, attested, both, from);
}

/** Word vectors of terms. */
export async function embedTerms(embeddings: Embeddings, texts: readonly string[]): Promise<TermVectors> {
  const vectors = await embedItems(texts, embeddings);
  const values = new Float32Array(texts.length * embeddings.dimensions);
  const known = new Uint8Array(texts.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector === null) continue;
    known[at] = 1;
    values.set(vector, at * embeddings.dimensions);
  }
  return { name: embeddings.source.id, dimensions: embeddings.dimensions, values, known };
}
