import { seeded } from '../../../core/random/random.ts';
import { ngd, type PairCounts, type Smoothing } from '../../../core/relatedness/relatedness.ts';
import { type ChoiceModel, fitChoices, rowProbabilities } from '../../../core/statistics/conditional-logit.ts';
import type { LeafQuestion } from './leaf-questions.ts';
import { logEffectiveBaseTexts } from './t-plausibility.ts';

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

/** Frequency of a term without counts. */
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

/** Evidence for each leaf of a question: its context and its frequency. `width`: context terms used. */
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
    const name = names[leaf];
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

/** Without a model leaves are ranked by mean relatedness, without probabilities. */
export function rankLeaves(
  leaves: readonly number[],
  evidence: LeafEvidence,
  model: LeafModel | null,
  ...seed: readonly string[]
): RankedLeaves {
  const likely = model === null ? null : leafChances(model, evidence.features);
  const worth = likely ?? evidence.features.map(([near]) => near as number);
  const random = seeded(...seed);
  const order = leaves.map((leaf, at) => ({ leaf, at, worth: worth[at], tie: random.unit() }));
  order.sort((a, b) => Math.round(b.worth / TIE) - Math.round(a.worth / TIE) || a.tie - b.tie);
  const [first] = order as [(typeof order)[number], ...typeof order];
  return {
    ranked: order.map(({ leaf }) => leaf),
    probability: likely === null ? 1 / leaves.length : likely[first.at],
    entropy: likely === null ? Math.log(leaves.length) : logEffectiveBaseTexts([[...likely]]),
    betrayedBy: evidence.betrayedBy[first.at] ?? null,
  };
}

const TIE = 1e-9;

/** A set of leaves whose true one is known: features by leaf. */
export interface Answered {
  readonly features: readonly Float64Array[];
  readonly answer: number;
}

export interface LeafModel extends ChoiceModel {
  /** Sets that it was fitted on. */
  readonly practice: number;
}

/** A fit on fewer sets would be overconfident. */
export const LEAST_PRACTICE = 30;
/** Weighs about as much as one set: without evidence, all leaves are equally likely. */
const RIDGE = 1;

/** Null if there are too few sets. */
export function fitLeaves(sets: readonly Answered[], features: number): LeafModel | null {
  if (sets.length < LEAST_PRACTICE) return null;
  const choices = sets.map(({ features: rows, answer }) => ({ evidence: flat(rows), rows: rows.length, right: answer }));
  return { ...fitChoices(choices, features, RIDGE), practice: sets.length };
}

export const leafChances = (model: LeafModel, features: readonly Float64Array[]): Float64Array => rowProbabilities(model, flat(features));

const flat = (rows: readonly Float64Array[]): Float64Array => Float64Array.from(rows.flatMap((row) => [...row]));
