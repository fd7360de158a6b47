import { seeded } from '../random/random.ts';
import { ngd } from '../relatedness/ngd.ts';
import type { PairCounts, Smoothing } from '../relatedness/relatedness.ts';
import { type ChoiceModel, chances } from './choice-model.ts';
import type { LeafQuestion } from './leaf-questions.ts';
import { logEffectiveBaseTexts } from './t-plausibility.ts';

/** What the sources hold, by the names of terms. */
export interface TermCounts {
  /** Documents that hold the term, as a share of the first source that has any; 0: no source has any. */
  share(term: string): number;
  /** Of the first source that knows both; null: none does. */
  pair(leaf: string, context: string): PairCounts | null;
  /** Texts of the release, but for one, in which the term stands as it was. */
  standing(term: string, except: string | null): number;
}

export const FEATURES = [
  'mean relatedness',
  'greatest relatedness',
  'mean log lift',
  'log share in the source',
  'log texts of the release',
] as const;

/** Who has no count at all is as rare as this. */
const UNSEEN = 1e-8;

interface LeafEvidence {
  readonly features: readonly Float64Array[];
  /** By leaf the term of the context that is most related; null: none is. */
  readonly betrayedBy: readonly (string | null)[];
  /** The leaf that the sources hold most; null: they hold none. */
  readonly frequent: number | null;
  /** Some leaf and some term of the context are known to a source. */
  readonly related: boolean;
}

/** What speaks for each leaf of a question: what stands beside it, and how common it is. `width`: terms of the context that are looked at. */
export function leafEvidence(
  { leaves, context }: LeafQuestion,
  names: readonly string[],
  counts: TermCounts,
  { width, except, smoothing }: { readonly width: number; readonly except: string | null; readonly smoothing: Smoothing },
): LeafEvidence {
  const terms = context.slice(0, width);
  const betrayedBy: (string | null)[] = [];
  let frequent: number | null = null;
  let most = 0;
  let related = false;
  const features = leaves.map((leaf) => {
    const name = names[leaf] as string;
    let [near, nearest, lift, known] = [0, 0, 0, 0];
    let by: string | null = null;
    for (const term of terms) {
      const pair = counts.pair(name, term);
      if (pair === null) continue;
      known += 1;
      const { state, value } = ngd(pair, smoothing);
      const likeness = state === 'ok' ? Math.max(0, 1 - value) : 0;
      near += likeness;
      if (likeness > nearest) [nearest, by] = [likeness, term];
      lift += Math.log((pair.both + 0.5) / ((pair.x * pair.y) / pair.size + 0.5));
    }
    if (known > 0) related = true;
    const share = counts.share(name);
    if (share > most) [most, frequent] = [share, leaf];
    betrayedBy.push(by);
    const over = Math.max(1, terms.length);
    return Float64Array.of(near / over, nearest, lift / over, Math.log(share + UNSEEN), Math.log(1 + counts.standing(name, except)));
  });
  return { features, betrayedBy, frequent, related };
}

export interface RankedLeaves {
  /** Leaves, the likeliest first; equals by a hash of content. */
  readonly ranked: readonly number[];
  /** Of the first. Where nothing could be practised, one of them at random. */
  readonly probability: number;
  /** Of the whole set, in nats: exp of it is how many leaves are left. */
  readonly entropy: number;
  readonly betrayedBy: string | null;
}

/** Without a model the leaves are ranked by their mean relatedness, and nothing is said of how likely they are. */
export function rankLeaves(
  leaves: readonly number[],
  evidence: LeafEvidence,
  model: ChoiceModel | null,
  ...seed: readonly string[]
): RankedLeaves {
  const likely = model === null ? null : chances(model, evidence.features);
  const worth = likely ?? evidence.features.map(([near]) => near as number);
  const random = seeded(...seed);
  const order = leaves.map((leaf, at) => ({ leaf, at, worth: worth[at] as number, tie: random.unit() }));
  order.sort((a, b) => Math.round(b.worth / TIE) - Math.round(a.worth / TIE) || a.tie - b.tie);
  const [first] = order as [(typeof order)[number], ...typeof order];
  return {
    ranked: order.map(({ leaf }) => leaf),
    probability: likely === null ? 1 / leaves.length : (likely[first.at] as number),
    entropy: likely === null ? Math.log(leaves.length) : logEffectiveBaseTexts([[...likely]]),
    betrayedBy: evidence.betrayedBy[first.at] ?? null,
  };
}

const TIE = 1e-9;
