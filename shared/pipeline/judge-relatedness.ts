import { type JudgedPair, pearson, spearman } from '../core/relatedness/judged-pairs.ts';
import { ngd, npmi, type Relatedness } from '../core/relatedness/relatedness.ts';
import type { HitCounter } from '../ports/hit-counter.ts';

/** How a measure agrees with people over the pairs that it has a number for. */
interface Judgement {
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
    x: counts.terms[asked[2 * at]],
    y: counts.terms[asked[2 * at + 1]],
    both: counts.pairs[at],
    size,
  });
  return {
    ngd: judge(pairs, (at) => ngd(countsOf(at)), -1),
    npmi: judge(pairs, (at) => npmi(countsOf(at)), 1),
  };
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
