import { chunkTerms, type DisassociatedRelease } from '../../model/disassociated.ts';
import { centredScores, type PairScores } from './affinity.ts';
import { fitMeasures, type KnownChoice } from './choice-model.ts';
import { choicesOf } from './cluster-evidence.ts';
import { type ShownSupports, termSupport } from './inclusion.ts';
import type { PracticeCluster } from './practice-clusters.ts';
import { practicePuzzle } from './practice-puzzle.ts';

/** What practice taught: all that placing the pieces of one cluster needs beside its scores. Plain JSON. */
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
    return choicesOf(puzzle, centredScores(scores[at] as PairScores), holders);
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
