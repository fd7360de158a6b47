import { ANY, type Hierarchy } from '../../../core/model/hierarchy.ts';
import { TermFinder } from './find-terms.ts';
import { type Hidden, isKept, type KeptTerm, type SanitisedDocument } from './sanitised-file.ts';
import { type Chain, makePlausible } from './t-plausibility.ts';

/** A text with its terms found: those of the tree, and others that stay. */
export interface MarkedText {
  readonly id: string;
  readonly text: readonly (string | KeptTerm)[];
}

export interface HiddenText {
  readonly document: SanitisedDocument;
  /** The tree's distinct terms in it, and the sum of leaves(node) / all leaves over those that were hidden. */
  readonly terms: number;
  readonly hidden: number;
  readonly loss: number;
  /** Sum of ln leaves(node): of how many base texts, as its logarithm. */
  readonly logBaseTexts: number;
}

/** By leaf of the tree, what may be published in its place. */
export class Chains {
  readonly #tree: Hierarchy;
  readonly #t: number;
  readonly #leaf: ReadonlyMap<string, number>;
  readonly #known = new Map<string, readonly number[]>();

  /** `marked`: the leaves that may be hidden. */
  constructor(tree: Hierarchy, t: number, marked: ReadonlySet<string>) {
    this.#tree = tree;
    this.#t = t;
    this.#leaf = new Map(tree.names.slice(0, tree.leaves).flatMap((name, leaf) => (marked.has(name) ? [[name, leaf] as const] : [])));
  }

  has(term: string): boolean {
    return this.#leaf.has(term);
  }

  leaves(node: number): number {
    return this.#tree.end[node] - this.#tree.first[node];
  }

  name(node: number): string {
    return this.#tree.names[node];
  }

  /** The leaf and its ancestors: without those that hide no more than what is below them, up to the first that reaches t alone. */
  of(term: string): readonly number[] {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const chain = [this.#leaf.get(term) as number];
    for (;;) {
      const last = chain.at(-1) as number;
      if (this.leaves(last) >= this.#t) break;
      let above = this.#tree.parent[last];
      while (above >= 0 && this.leaves(above) === this.leaves(last)) above = this.#tree.parent[above];
      // The root that is put above several tops says nothing of a term.
      if (above < 0 || this.name(above) === ANY) break;
      chain.push(above);
    }
    this.#known.set(term, chain);
    return chain;
  }
}

/**
 * Hides terms of a text behind nodes so that it may come from t texts or more (t-plausible.ts). A term is hidden everywhere in the text; one
 * that would still be read in a longer term that stays ("diabetes" in "type 2 diabetes") takes that one with it. Null where not even the tops reach
 * t.
 */
export function hideTerms({ id, text }: MarkedText, chains: Chains, t: number): HiddenText | null {
  const terms = [...new Set(text.filter(isTerm).map(({ term }) => term))].filter((term) => chains.has(term));
  const forced = new Set<string>();
  for (;;) {
    const found = choose(terms, forced, chains, t);
    if (found === null) return null;
    const published = publish(text, found, chains);
    const said = stillSaid(published, new Set(found.keys()));
    if (said.length === 0) {
      const nodes = [...found.values()];
      return {
        document: { id, text: published },
        terms: terms.length,
        hidden: nodes.length,
        loss: nodes.reduce((total, node) => total + chains.leaves(node), 0),
        logBaseTexts: nodes.reduce((total, node) => total + Math.log(chains.leaves(node)), 0),
      };
    }
    const betrays = said.filter((term) => chains.has(term) && !forced.has(term));
    if (betrays.length === 0) return null;
    for (const term of betrays) forced.add(term);
  }
}

function publish(text: MarkedText['text'], nodes: ReadonlyMap<string, number>, chains: Chains): SanitisedDocument['text'] {
  const marks = new Map<string, Hidden>();
  return text.map((piece) => {
    const node = typeof piece === 'string' ? undefined : nodes.get(piece.term);
    if (typeof piece === 'string' || node === undefined) return piece;
    const mark = marks.get(piece.term) ?? { mark: marks.size + 1, node: chains.name(node) };
    marks.set(piece.term, mark);
    return mark;
  });
}

const isTerm = (piece: string | KeptTerm): piece is KeptTerm => typeof piece !== 'string';

/** Node of each hidden term: for forced terms the lowest that hides it, or higher if the others cannot reach t. */
function choose(terms: readonly string[], forced: ReadonlySet<string>, chains: Chains, t: number): Map<string, number> | null {
  const free = terms.filter((term) => !forced.has(term)).map((term) => [term, chains.of(term)] as const);
  const bound = [...forced].map((term) => [term, chains.of(term)] as const);
  const levelled = free.map(([, own]): Chain => own.map((node) => ({ name: chains.name(node), leaves: chains.leaves(node) })));
  const highest = bound.reduce((most, [, own]) => Math.max(most, own.length - 1), 1);
  for (let level = 1; level <= highest; level += 1) {
    const found = new Map(bound.map(([term, own]) => [term, own[Math.min(level, own.length - 1)]]));
    const product = [...found.values()].reduce((all, node) => all * chains.leaves(node), 1);
    const made = makePlausible(levelled, Math.ceil(t / product));
    if (made === undefined) continue;
    for (const [at, [term, own]] of free.entries()) {
      const raised = made.levels[at];
      if (raised > 0) found.set(term, own[raised]);
    }
    return found;
  }
  return null;
}

/** Kept terms in which, or beside which, a hidden term can still be read. */
export function stillSaid(text: SanitisedDocument['text'], hidden: ReadonlySet<string>): readonly string[] {
  if (hidden.size === 0) return [];
  const finder = new TermFinder(hidden);
  // Hidden terms split the text: no term spans them.
  let whole = '';
  const places: { readonly from: number; readonly end: number; readonly term: string }[] = [];
  for (const piece of text) {
    if (typeof piece === 'string') whole += piece;
    else if (isKept(piece)) {
      const written = piece.as ?? piece.term;
      places.push({ from: whole.length, end: whole.length + written.length, term: piece.term });
      whole += written;
    } else whole += '\n\n';
  }
  const said = new Set<string>();
  for (const { from, end } of finder.places(whole)) {
    const own = places.filter((place) => place.from < end && from < place.end);
    for (const { term } of own) said.add(term);
    if (own.length === 0) said.add('');
  }
  return [...said];
}

/** The tree under the nodes that are published: what readers need, and no more. */
export function treeUnder(
  { names, children, leaves }: Hierarchy,
  published: ReadonlySet<string>,
): [node: string, children: readonly string[]][] {
  const under = new Set(names.keys().filter((node) => node >= leaves && published.has(names[node])));
  for (const node of under) for (const child of children[node]) if (child >= leaves) under.add(child);
  return [...under].sort((a, b) => a - b).map((node) => [names[node], children[node].map((child) => names[child])]);
}
