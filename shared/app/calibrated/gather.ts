import type { IndexedGroup, IndexedRelease } from '../../core/attack/calibrated/indexed-release.ts';
import type { SourceCounts, TermVectors } from '../../core/attack/calibrated/knowledge.ts';
import { chooseAnchors, profilesOf } from '../../core/attack/calibrated/profiles.ts';
import type { Embeddings } from '../../ports/embeddings.ts';
import type { HitCounter } from '../../ports/hit-counter.ts';
import { embedItems } from '../embed-items.ts';

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

/** Asks for pairs of term numbers in one go each; a pair not asked for is NaN. Symmetric: both orders are answered. */
async function askPairs({ counter }: AskedSource, texts: readonly string[], wanted: ReadonlySet<number>): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  const keys = [...wanted];
  for (let from = 0; from < keys.length; from += PAIRS_AT_ONCE) {
    const part = keys.slice(from, from + PAIRS_AT_ONCE);
    const places = new Map<number, number>();
    const terms: string[] = [];
    const place = (term: number): number => {
      const known = places.get(term);
      if (known !== undefined) return known;
      places.set(term, terms.length);
      terms.push(texts[term] as string);
      return terms.length - 1;
    };
    const pairs = new Uint32Array(2 * part.length);
    for (const [at, key] of part.entries()) {
      pairs[2 * at] = place(Math.floor(key / texts.length));
      pairs[2 * at + 1] = place(key % texts.length);
    }
    const counts = await counter.countAll({ terms, pairs });
    for (const [at, key] of part.entries()) answers.set(key, counts.pairs[at] as number);
  }
  return answers;
}

/** The counts that the evidence of these tables needs: each member with each item that its rows publish alone. */
export async function countsFor(
  asked: readonly AskedSource[],
  texts: readonly string[],
  tables: readonly { readonly release: IndexedRelease; readonly group: IndexedGroup }[],
): Promise<SourceCounts[]> {
  const all = texts.length;
  const out: SourceCounts[] = [];
  for (const source of asked) {
    const wanted = new Set<number>();
    for (const { release, group } of tables) {
      for (const member of group.members) {
        if (!((source.single[member] as number) > 0)) continue;
        for (const row of group.rows) {
          for (const item of release.transactions[row]?.items ?? [])
            if ((source.single[item] as number) > 0) wanted.add(member * all + item);
        }
      }
    }
    const answers = await askPairs(source, texts, wanted);
    out.push({
      name: source.counter.source.id,
      size: source.size,
      single: source.single,
      both: (x, y) => answers.get(x * all + y) ?? Number.NaN,
    });
  }
  return out;
}

/** Profiles of all terms over the source's anchors. */
export async function profileTerms(source: AskedSource, texts: readonly string[], release: IndexedRelease): Promise<TermVectors> {
  const anchors = chooseAnchors(release, source.size, source.single);
  const attested = Array.from(texts.keys()).filter((term) => (source.single[term] as number) > 0);
  const place = new Map(attested.map((term, at) => [term, at]));
  const rows = Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, anchors.length)));
  const both = new Float64Array(attested.length * anchors.length);
  const terms = attested.map((term) => texts[term] as string);
  for (let from = 0; from < attested.length; from += rows) {
    const part = attested.slice(from, from + rows);
    const pairs = new Uint32Array(2 * part.length * anchors.length);
    let at = 0;
    for (const term of part) {
      for (const anchor of anchors) {
        pairs[at] = place.get(term) as number;
        pairs[at + 1] = place.get(anchor) as number;
        at += 2;
      }
    }
    both.set((await source.counter.countAll({ terms, pairs })).pairs, from * anchors.length);
  }
  const column = new Map(anchors.map((anchor, at) => [anchor, at]));
  const counts: SourceCounts = {
    name: source.counter.source.id,
    size: source.size,
    single: source.single,
    both: (x, y) => both[(place.get(x) as number) * anchors.length + (column.get(y) as number)] as number,
  };
  return profilesOf(counts, texts.length, anchors);
}

export async function embedTerms(embeddings: Embeddings, texts: readonly string[]): Promise<TermVectors> {
  const vectors = await embedItems(texts, embeddings);
  const values = new Float32Array(texts.length * embeddings.dimensions);
  const known = new Uint8Array(texts.length);
  for (const [term, vector] of vectors.entries()) {
    if (vector === null) continue;
    known[term] = 1;
    values.set(vector, term * embeddings.dimensions);
  }
  return { name: embeddings.source.id, dimensions: embeddings.dimensions, values, known };
}
