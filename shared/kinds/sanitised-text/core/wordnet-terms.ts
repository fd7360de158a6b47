import { compareCodePoints } from '../../../core/model/code-points.ts';
import type { NounGraph } from '../../../core/text/noun-graph.ts';

/**
 * A tree over terms and the nouns next to them in WordNet: of each term's commonest sense the chain of first hypernyms, up to the first
 * with t nouns under it. A noun that has kinds of its own is a leaf under "kind of it". Children by inner node; terms that WordNet lacks are left out.
 */
export function wordnetTree(terms: Iterable<string>, graph: NounGraph, t: number): ReadonlyMap<string, readonly string[]> {
  const own = new Map<number, string[]>();
  const spelled = [...new Set(terms)].toSorted(compareCodePoints);
  for (const term of spelled) {
    const [sense] = graph.senses(term);
    if (sense !== undefined) own.set(sense, [...(own.get(sense) ?? []), term]);
  }
  const parent = Array.from({ length: graph.synsets }, (_, synset) => graph.chain(synset).at(-2) ?? -1);
  const below = parent.map((): number[] => []);
  for (const [synset, above] of parent.entries()) below[above]?.push(synset);
  const nouns = nounsOf(own, new Set(spelled), graph);
  const counted = countsOf(parent, nouns);
  const tops = new Set(Array.from(own.keys(), (synset) => reaching(synset, parent, counted, t)));
  const isInner = (synset: number): boolean => counted[synset] > 1;
  // A top under another one is part of that one's tree.
  const roots = [...tops].filter((top) => isInner(top) && !hasAbove(top, parent, tops)).sort((a, b) => a - b);
  const names = new Set(spelled);
  for (const all of nouns) for (const noun of all) names.add(noun);
  const nameOf = new Map<number, string>();
  const children = new Map<string, readonly string[]>();
  for (const root of roots) {
    const order = [root];
    for (const synset of order) {
      nameOf.set(synset, fresh(`kind of ${graph.name(synset)}`, names));
      for (const child of below[synset]) if (isInner(child)) order.push(child);
    }
    for (const synset of order) {
      const kinds = below[synset].flatMap((child) => (isInner(child) ? [nameOf.get(child) as string] : nounsUnder(child, below, nouns)));
      children.set(nameOf.get(synset) as string, [...nouns[synset], ...kinds]);
    }
  }
  return children;
}

/** Of each synset the terms that mean it, else its word, each word once. */
function nounsOf(
  own: ReadonlyMap<number, readonly string[]>,
  spelled: ReadonlySet<string>,
  graph: NounGraph,
): readonly (readonly string[])[] {
  const taken = new Set(spelled);
  return Array.from({ length: graph.synsets }, (_, synset) => {
    const terms = own.get(synset);
    if (terms !== undefined) return terms;
    const name = graph.name(synset);
    if (name === '' || taken.has(name)) return [];
    taken.add(name);
    return [name];
  });
}

/** Nouns at and under each synset. */
function countsOf(parent: readonly number[], nouns: readonly (readonly string[])[]): Uint32Array {
  const counts = new Uint32Array(parent.length);
  for (const [synset, own] of nouns.entries()) for (let at = synset; at >= 0; at = parent[at]) counts[at] += own.length;
  return counts;
}

/** A synset may have no word of its own, and one below it that has. */
function nounsUnder(synset: number, below: readonly (readonly number[])[], nouns: readonly (readonly string[])[]): readonly string[] {
  const order = [synset];
  for (const each of order) for (const child of below[each]) order.push(child);
  return order.flatMap((each) => nouns[each]);
}

function reaching(synset: number, parent: readonly number[], counted: Uint32Array, t: number): number {
  let at = synset;
  while (counted[at] < t && parent[at] >= 0) at = parent[at];
  return at;
}

function hasAbove(synset: number, parent: readonly number[], tops: ReadonlySet<number>): boolean {
  for (let at = parent[synset]; at >= 0; at = parent[at]) if (tops.has(at)) return true;
  return false;
}

function fresh(name: string, taken: Set<string>): string {
  let own = name;
  for (let number = 2; taken.has(own); number += 1) own = `${name} (${number})`;
  taken.add(own);
  return own;
}
