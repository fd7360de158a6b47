import { mean } from '../../../core/numeric/numeric.ts';
import { share } from '../../../core/statistics/share.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import type { PieceCounts, ReassociationFigures } from '../core/measure/cluster-figures.ts';
import type { KmBreakage } from '../core/measure/km-breakage.ts';

/** A figure, its expectation at random, and its maximum for the number of places. Null: not computable. */
export interface Rate {
  readonly value: number | null;
  readonly random: number | null;
  readonly best: number | null;
}

export interface PieceRates {
  readonly hitRate: Rate;
  readonly precision: Rate;
  readonly recall: Rate;
}

export interface ReassociationResult {
  readonly attack: AttackIdentity;
  /** With the original those that count, else all. */
  readonly places: number;
  /** Clusters that it failed on: nothing is put back there, which is no sign of safety. */
  readonly errored: number;
  readonly clusters: number;
  readonly counts: ReassociationFigures | null;
  readonly rates: PieceRates;
  readonly several: PieceRates;
  /** Transactions whose partner has a correct piece: of those with a separated piece, and of all. */
  readonly breakage: number | null;
  readonly breakageOfAll: number | null;
  readonly km: KmBreakage | null;
  readonly exposed: number | null;
  /** Of hidden itemsets put together, those that the partner does not hold. */
  readonly falseShare: number | null;
  readonly distance: number | null;
}

type Counted = Pick<ReassociationResult, 'places' | 'errored' | 'clusters' | 'counts' | 'km'>;

export function reassociationResult(attack: AttackIdentity, counted: Counted): ReassociationResult {
  const { counts, km } = counted;
  return {
    attack,
    ...counted,
    places: counts?.places ?? counted.places,
    rates: ratesOf(counts),
    several: ratesOf(counts?.several ?? null),
    breakage: counts === null ? null : share(counts.broken, counts.withPiece),
    breakageOfAll: counts === null ? null : share(counts.broken, counts.transactions),
    exposed: km === null ? null : share(km.exposed, km.hidden),
    falseShare: km === null ? null : share(km.wrong, km.joined),
    distance: counts === null || counts.distances.length === 0 ? null : mean(counts.distances),
  };
}

function ratesOf(counts: PieceCounts | null): PieceRates {
  if (counts === null) return { hitRate: UNKNOWN, precision: UNKNOWN, recall: UNKNOWN };
  const { pieces, hits, places, correct, occurrences, reachable, reachableHits, expectedHits, expectedCorrect } = counts;
  return {
    hitRate: { value: share(hits, pieces), random: share(expectedHits, pieces), best: share(reachableHits, pieces) },
    precision: { value: share(correct, places), random: share(expectedCorrect, places), best: share(reachable, places) },
    recall: { value: share(correct, occurrences), random: share(expectedCorrect, occurrences), best: share(reachable, occurrences) },
  };
}

const UNKNOWN: Rate = { value: null, random: null, best: null };
