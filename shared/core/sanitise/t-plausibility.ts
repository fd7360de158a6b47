import { sum } from '../numeric/numeric.ts';

/** A marked term and its ancestors, the term itself first: what may be published in its place, and for how many terms each may stand. */
export type Chain = readonly { readonly name: string; readonly leaves: number }[];

export interface PlausibleText {
  /** The chosen level of each term. */
  readonly levels: readonly number[];
  /** How many texts the published one may come from, the original among them. */
  readonly baseTexts: number;
}

/**
 * The levels that make the least number of base texts that reaches t (Jiang et al., 2009), of several those that raise least, then those lower in text
 * order. Undefined where not even the tops reach it. A dynamic program over the products: each at most the least one that reaches t so far.
 */
export function makePlausible(chains: readonly Chain[], t: number): PlausibleText | undefined {
  let states = new Map<number, { raised: number; levels: readonly number[] }>([[1, { raised: 0, levels: [] }]]);
  for (const chain of chains) {
    const next: typeof states = new Map();
    // Products only grow, and a term can always stay as it is: what lies beyond the least that reaches t is not wanted.
    let most = Infinity;
    for (const product of states.keys()) for (const { leaves } of chain) if (product * leaves >= t) most = Math.min(most, product * leaves);
    for (const [product, { raised, levels }] of states) {
      for (const [level, { leaves }] of chain.entries()) {
        const reached = product * leaves;
        if (reached > most) continue;
        const known = next.get(reached);
        const state = { raised: raised + level, levels: [...levels, level] };
        if (known === undefined || state.raised < known.raised || (state.raised === known.raised && isBefore(state.levels, known.levels)))
          next.set(reached, state);
      }
    }
    states = next;
  }
  const enough = [...states.keys()].filter((product) => product >= t);
  if (enough.length === 0) return undefined;
  const baseTexts = enough.reduce((least, product) => Math.min(least, product));
  return { levels: states.get(baseTexts)?.levels ?? [], baseTexts };
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((level, place) => level !== b[place]);
  return at !== -1 && (a[at] as number) < (b[at] as number);
}

/** How many base texts are left to who gives each term's leaves these probabilities: the product of exp(entropy), as its logarithm. */
export function logEffectiveBaseTexts(probabilities: readonly (readonly number[])[]): number {
  return sum(probabilities.flatMap((own) => own.filter((each) => each > 0).map((each) => -each * Math.log(each))));
}
