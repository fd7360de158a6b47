import { pearson, spearman } from '../core/relatedness/correlation.ts';
import { cosine } from '../core/relatedness/cosine.ts';
import type { JudgedPair } from '../core/relatedness/judged-pairs.ts';
import { ngd } from '../core/relatedness/ngd.ts';
import { phraseVector, wordsOfPhrase } from '../core/relatedness/phrase-vector.ts';
import { npmi } from '../core/relatedness/pmi.ts';
import type { Relatedness } from '../core/relatedness/relatedness.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { HitCounter } from '../ports/hit-counter.ts';

/** How a measure agrees with people over the pairs that it has a number for. */
export interface Judgement {
  readonly pearson: number;
  readonly spearman: number;
  readonly covered: number;
  readonly pairs: number;
}

/** 1 - NGD and NPMI of each pair, against what people said. */
export async function judgeCounts(
  source: HitCounter,
  pairs: readonly JudgedPair[],
): Promise<{ readonly ngd: Judgement; readonly npmi: Judgement }> {
  const terms = [...new Set(pairs.flatMap(({ x, y }) => [x, y]))];
  const places = new Map(terms.map((term, at) => [term, at]));
  const asked = Uint32Array.from(pairs.flatMap(({ x, y }) => [places.get(x) ?? 0, places.get(y) ?? 0]));
  const counts = await source.countAll({ terms, pairs: asked });
  const size = await source.size();
  const countsOf = (at: number) => ({
    x: counts.terms[asked[2 * at] as number] as number,
    y: counts.terms[asked[2 * at + 1] as number] as number,
    both: counts.pairs[at] as number,
    size,
  });
  return {
    ngd: judge(pairs, (at) => ngd(countsOf(at)), -1),
    npmi: judge(pairs, (at) => npmi(countsOf(at)), 1),
  };
}

/** The cosine of the pairs' vectors; a phrase is the mean of its words. */
export async function judgeVectors(embeddings: Embeddings, pairs: readonly JudgedPair[]): Promise<Judgement> {
  const vectors = new Map<string, Float32Array | null>();
  for (const term of new Set(pairs.flatMap(({ x, y }) => [x, y]))) {
    vectors.set(term, phraseVector(await embeddings.vectors(wordsOfPhrase(term))));
  }
  return judge(pairs, (at) => cosine(vectors.get(pairs[at]?.x ?? '') ?? null, vectors.get(pairs[at]?.y ?? '') ?? null), 1);
}

function judge(pairs: readonly JudgedPair[], relate: (at: number) => Relatedness, sign: 1 | -1): Judgement {
  const measured: number[] = [];
  const judged: number[] = [];
  for (const [at, { score }] of pairs.entries()) {
    const { state, value } = relate(at);
    if (state === 'undefined' || state === 'unreliable') continue;
    measured.push(sign * value);
    judged.push(score);
  }
  return { pearson: pearson(measured, judged), spearman: spearman(measured, judged), covered: measured.length, pairs: pairs.length };
}
