import { sum } from '../../../core/numeric/numeric.ts';

/** A marked term and its ancestors, the term itself first: what may be published in its place, and for how many terms each may stand. */
export type Chain = readonly { readonly name: string; readonly leaves: number }[];

interface PlausibleText {
  /** The chosen level of each term. */
  readonly levels: readonly number[];
  /** How many texts the published one may come from, the original among them. */
  readonly baseTexts: number;
}

/** A choice so far: the terms that are raised, in text order, and by how many levels in all. */
interface Choice {
  readonly raised: number;
  readonly terms: readonly (readonly [term: number, level: number])[];
}

/**
 * The levels that make the least number of base texts that reaches t (Jiang et al., 2009), of several those that raise least, then those lower in text
 * order. Undefined where not even the tops reach it. A dynamic program over the products: each at most the least one that reaches t so far, and where
 * that is t itself, only what divides it and raises no more than is known to do.
 */
export function makePlausible(chains: readonly Chain[], t: number): PlausibleText | undefined {
  let choices = new Map<number, Choice>([[1, { raised: 0, terms: [] }]]);
  // Products only grow, and a term can always stay as it is: what lies beyond the least that reaches t is not wanted.
  let least = Infinity;
  for (const [term, chain] of chains.entries()) {
    for (const product of choices.keys())
      for (const { leaves } of chain) if (product * leaves >= t) least = Math.min(least, product * leaves);
    const most = least === t ? (choices.get(t)?.raised ?? Infinity) : Infinity;
    const next = new Map<number, Choice>();
    for (const [product, choice] of choices) {
      for (const [level, { leaves }] of chain.entries()) {
        const reached = product * leaves;
        if (reached > least || (least === t && (t % reached !== 0 || choice.raised + level > most))) continue;
        const known = next.get(reached);
        const raised = choice.raised + level;
        if (known !== undefined && raised > known.raised) continue;
        const made = level === 0 ? choice : { raised, terms: [...choice.terms, [term, level] as const] };
        if (known === undefined || raised < known.raised || isBefore(made, known)) next.set(reached, made);
      }
    }
    choices = next;
  }
  const best = choices.get(least);
  // Without a term there is one text.
  if (best === undefined) return t <= 1 ? { levels: chains.map(() => 0), baseTexts: 1 } : undefined;
  const levels = chains.map(() => 0);
  for (const [term, level] of best.terms) levels[term] = level;
  return { levels, baseTexts: least };
}

/** Lower levels in text order: the first term that differs stands as it is, or is raised less. */
function isBefore({ terms: a }: Choice, { terms: b }: Choice): boolean {
  const at = a.findIndex(([term, level], place) => term !== b[place]?.[0] || level !== b[place]?.[1]);
  if (at === -1) return a.length < b.length;
  const [one, other] = [a[at], b[at]];
  if (other === undefined) return false;
  return one[0] === other[0] ? one[1] < other[1] : one[0] > other[0];
}

/** How many base texts are left to who gives each term's leaves these probabilities: the product of exp(entropy), as its logarithm. */
export function logEffectiveBaseTexts(probabilities: readonly (readonly number[])[]): number {
  return sum(probabilities.flatMap((own) => own.filter((each) => each > 0).map((each) => -each * Math.log(each))));
}
