import { MOST_CONTEXT } from '../../../../core/language/fit-prompt.ts';
import { embedItems } from '../../../../kit/score/embed-items.ts';
import type { ContextJudge } from '../../../../ports/context-judge.ts';
import type { Embeddings } from '../../../../ports/embeddings.ts';
import type { HitCounter } from '../../../../ports/hit-counter.ts';
import type { CountedTable } from '../../core/calibrated/evidence.ts';
import { type IndexedGroup, type IndexedRelease, nearestFirst, surroundingsOf } from '../../core/calibrated/indexed-release.ts';
import { profilesOf, type TermVectors } from '../../core/calibrated/knowledge.ts';
import type { Knowing } from './learn.ts';

/** Pairs asked for at once: the answer of a batch takes 9 bytes a pair. */
const PAIRS_AT_ONCE = 4_000_000;

export interface AskedSource {
  readonly counter: HitCounter;
  readonly size: number;
  readonly single: Float64Array;
}

/** How often each source holds each term. `texts` are what the terms are called when they are asked for. */
export async function askSingles(
  sources: readonly HitCounter[],
  texts: readonly string[],
  left: readonly { readonly single: Float64Array }[] | null = null,
): Promise<AskedSource[]> {
  const asked: AskedSource[] = [];
  for (const [at, counter] of sources.entries()) {
    const single = left?.[at]?.single ?? (await counter.countAll({ terms: texts, pairs: new Uint32Array() })).terms;
    asked.push({ counter, size: await counter.size(), single });
  }
  return asked;
}

/** Counts for the groups of a release, real or made for practice, in as few batches as memory allows; and what a language model says of them. */
export async function countTables(
  sources: readonly AskedSource[],
  texts: readonly string[],
  release: IndexedRelease,
  groups: readonly IndexedGroup[],
  judging: Judging | null = null,
): Promise<CountedTable[]> {
  const fits = judging === null ? [] : await judgeTables(judging, texts, release, groups);
  const asked = groups.map((group, at) => ({
    members: group.members,
    ...surroundingsOf(release, group),
    both: [] as Float64Array[],
    fits: fits[at],
  }));
  for (const source of sources) {
    for (const part of parts(asked)) {
      const counts = await askPairs(source, texts, asked.slice(part.from, part.to));
      for (const [at, both] of counts.entries()) asked[part.from + at]?.both.push(both);
    }
  }
  return asked;
}

/** A language model, and whether the order of items says which are near. */
export interface Judging {
  readonly judge: ContextJudge;
  readonly ordered: boolean;
}

/** One question a row: its members as options, its nearest single items as context. */
async function judgeTables(
  { judge, ordered }: Judging,
  texts: readonly string[],
  release: IndexedRelease,
  groups: readonly IndexedGroup[],
): Promise<Float64Array[]> {
  const textOf = (term: number): string => texts[term];
  const around = (group: IndexedGroup, row: number): Int32Array =>
    ordered ? nearestFirst(release, group, row) : release.transactions[group.rows[row]].items;
  const questions = groups.flatMap((group) =>
    Array.from(group.rows.keys(), (row) => ({
      options: Array.from(group.members, textOf),
      context: Array.from(around(group, row).subarray(0, MOST_CONTEXT), textOf),
    })),
  );
  const answers = await judge.fits(questions);
  let at = 0;
  return groups.map(({ rows, members }) => {
    const cells = new Float64Array(rows.length * members.length).fill(Number.NaN);
    for (let row = 0; row < rows.length; row += 1, at += 1) {
      const answer = answers[at] ?? null;
      if (answer !== null) cells.set(answer, row * members.length);
    }
    return cells;
  });
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
      terms.push(texts[term]);
    }
    return places[term];
  };
  const attested = (term: number): boolean => single[term] > 0;
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
        if (!attested(items[column])) continue;
        both[row * items.length + column] = counts[at];
        at += 1;
      }
    }
    return both;
  });
}

/** For profiles of a large release: each pair of them takes longer to remember than to count, and few are asked for again. */
export const directly = (source: AskedSource, { direct }: Pick<Knowing, 'direct'>, at: number): AskedSource => ({
  ...source,
  counter: direct?.[at] ?? source.counter,
});

/** The terms from the place `from` on that a source holds. */
const attestedIn = ({ single }: AskedSource, from: number): number[] =>
  Array.from(single.keys()).filter((term) => term >= from && single[term] > 0);

/** Profiles of terms over the source's anchors, from the place `from` on, by what `countProfiles` answered. */
export const profilesBy = (source: AskedSource, anchors: readonly number[], both: Float64Array, from = 0): TermVectors =>
  profilesOf({ name: source.counter.source.id, size: source.size, single: source.single }, anchors, attestedIn(source, from), both, from);

/** Documents with each term that the source holds, from the place `from` on, and each anchor. */
export async function countProfiles(
  source: AskedSource,
  texts: readonly string[],
  anchors: readonly number[],
  from = 0,
): Promise<Float64Array> {
  const attested = attestedIn(source, from);
  const asked = [...new Set([...attested, ...anchors])];
  const place = new Map(asked.map((term, at) => [term, at]));
  const rows = Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, anchors.length)));
  const both = new Float64Array(attested.length * anchors.length);
  const anchorPlaces = Uint32Array.from(anchors, (anchor) => place.get(anchor) as number);
  const terms = asked.map((term) => texts[term]);
  for (let start = 0; start < attested.length; start += rows) {
    const end = Math.min(attested.length, start + rows);
    const pairs = new Uint32Array(2 * (end - start) * anchors.length);
    let at = 0;
    for (let row = start; row < end; row += 1) {
      // Attested terms stand first among those asked for.
      for (let anchor = 0; anchor < anchorPlaces.length; anchor += 1, at += 2) {
        pairs[at] = row;
        pairs[at + 1] = anchorPlaces[anchor];
      }
    }
    both.set((await source.counter.countAll({ terms, pairs })).pairs, start * anchors.length);
  }
  return both;
}

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
