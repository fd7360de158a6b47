import { exp } from '../../../../core/numeric/numeric.ts';
import { chunkTerms, type DisassociatedRelease } from '../model.ts';
import { centredScores, choicesOf, type PairScores } from './cluster-evidence.ts';
import { fitMeasures, type KnownChoice } from './fit-measures.ts';
import { type PracticeCluster, practicePuzzle } from './practice-clusters.ts';

/** The trained model: with a cluster's scores it places its pieces. Plain JSON. */
export interface PlacementModel {
  /** By measure: what nearness is worth, in log-odds. */
  readonly measures: readonly string[];
  readonly weights: readonly number[];
  readonly strength: number;
  /** Transactions that a term of a term chunk lies in, on average. */
  readonly termSupport: number;
  readonly practiceClusters: number;
  /** Unlike occurrences that were learned from. */
  readonly choices: number;
}

/** Fewer unlike occurrences teach nothing, however often rounds meet them: the evidence then weighs nothing. */
export const FEWEST_CHOICES = 60;

export function trainPlacements(
  release: DisassociatedRelease,
  practice: readonly PracticeCluster[],
  scores: readonly PairScores[],
  { measures, k }: { readonly measures: readonly string[]; readonly k: number },
): PlacementModel {
  const choices: KnownChoice[] = practice.flatMap((each, at) => {
    const { puzzle, holders } = practicePuzzle(each);
    return choicesOf(puzzle, centredScores(scores[at]), holders);
  });
  const unlike = new Set(choices.map(({ occurrence }) => occurrence)).size;
  const fitted = unlike < FEWEST_CHOICES ? null : fitMeasures(choices, measures.length);
  return {
    measures,
    weights: fitted === null ? measures.map(() => 0) : [...fitted.weights],
    strength: fitted?.strength ?? 0,
    termSupport: termSupport(shownSupports(release), k),
    practiceClusters: practice.length,
    choices: unlike,
  };
}

/** Of every cluster: the supports of the terms of its record chunks, and how many its term chunk has. */
function shownSupports({ clusters }: DisassociatedRelease): ShownSupports[] {
  return clusters.map(({ size, recordChunks, termChunk }) => ({
    size,
    supports: recordChunks.flatMap((chunk) => {
      const counts = new Map([...chunkTerms(chunk)].map((term) => [term, 0]));
      for (const subRecord of chunk) for (const term of subRecord) counts.set(term, (counts.get(term) ?? 0) + 1);
      return [...counts.values()].map((support) => Math.min(support, size));
    }),
    inTermChunk: termChunk.length,
  }));
}

const EXPONENTS = Array.from({ length: 36 }, (_, at) => 0.5 + at / 10);

/** Terms of a cluster of `size` transactions: supports in its record chunks, and number of terms in the term chunk. */
interface ShownSupports {
  readonly size: number;
  readonly supports: readonly number[];
  readonly inTermChunk: number;
}

/**
 * In how many transactions of its cluster a term of a term chunk lies, on average: from 1 to k - 1, by the power law that is likeliest
 * (exponent on a grid) for supports of k and more as they are shown, and for as many below k as term chunks have terms. The number in
 * the term chunks tells most: supports of k and more alone are too few and too alike. Without either: one.
 */
export function termSupport(clusters: readonly ShownSupports[], k: number): number {
  if (k <= 2 || clusters.every(({ supports, inTermChunk }) => supports.length + inTermChunk === 0)) return 1;
  const largest = clusters.reduce((most, { size }) => Math.max(most, size), k);
  const logs = Float64Array.from({ length: largest + 1 }, (_, n) => Math.log(Math.max(1, n)));
  let best = { exponent: 0, loss: Number.POSITIVE_INFINITY };
  for (const exponent of EXPONENTS) {
    const upTo = new Float64Array(largest + 1);
    for (let n = 1; n <= largest; n += 1) upTo[n] = upTo[n - 1] + power(logs[n], exponent);
    let loss = 0;
    for (const { size, supports, inTermChunk } of clusters) {
      loss += (supports.length + inTermChunk) * Math.log(upTo[size]);
      loss -= inTermChunk * Math.log(upTo[Math.min(size, k - 1)]);
      for (const support of supports) loss += exponent * logs[support];
    }
    if (loss < best.loss) best = { exponent, loss };
  }
  let [weight, total] = [0, 0];
  for (let n = 1; n < k; n += 1) {
    weight += power(Math.log(n), best.exponent);
    total += n * power(Math.log(n), best.exponent);
  }
  return total / weight;
}

const power = (log: number, exponent: number): number => exp(-exponent * log);
