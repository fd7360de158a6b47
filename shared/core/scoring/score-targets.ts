import { compareCodePoints } from '../model/code-points.ts';
import { mean } from '../numeric/numeric.ts';
import { seeded, shuffle } from '../random/random.ts';
import type { ScoringIndex } from './scoring-index.ts';

/** The paper's threshold: a claim is made only when the best stands out by more than this. */
export const ECCENTRICITY = 1.5;

interface Target {
  /** Its record in the release. */
  readonly record: number;
  /** What the attacker may know of it: its items in the original, else those of the release (an upper bound). */
  readonly items: readonly string[];
}

export interface ScoringSetting {
  /** How many items are known. */
  readonly known: number;
  /** How many of them are wrong. */
  readonly wrong: number;
}

/** What became of the targets of one setting. */
export interface ScoringOutcome extends ScoringSetting {
  /** Targets with enough items to know that many of. */
  readonly targets: number;
  readonly right: number;
  readonly falseClaims: number;
  readonly none: number;
  /** Found by exact matching: what is known stands in one record alone, the target's. With wrong items nothing is found so. */
  readonly exact: number;
  /** Of the same targets, taken out of the release first: every claim about them is false. */
  readonly claimedThoughAbsent: number;
  /** Mean probability of the best record, and mean entropy of the posterior in nats; none without a target. */
  readonly probabilityOfBest: number | null;
  readonly entropy: number | null;
}

/**
 * Tries each target under each setting. What is known of one is drawn by a seed from its items as a set and from the setting, so that neither
 * the order of the records nor the batch decides; wrong items are drawn from the whole vocabulary.
 */
export function scoreTargets(
  index: ScoringIndex,
  targets: readonly Target[],
  settings: readonly ScoringSetting[],
  vocabulary: readonly string[],
  seed: string,
): readonly ScoringOutcome[] {
  const words = [...vocabulary].sort(compareCodePoints);
  return settings.map((setting) => {
    const outcome = { ...setting, targets: 0, right: 0, falseClaims: 0, none: 0, exact: 0, claimedThoughAbsent: 0 };
    const probabilities: number[] = [];
    const entropies: number[] = [];
    for (const { record, items } of targets) {
      const known = knownOf(items, setting, words, seed);
      if (known === undefined) continue;
      outcome.targets += 1;
      const found = index.find(known);
      if (found.eccentricity <= ECCENTRICITY) outcome.none += 1;
      else if (found.best === record) outcome.right += 1;
      else outcome.falseClaims += 1;
      probabilities.push(found.probabilityOfBest);
      entropies.push(found.entropy);
      if (setting.wrong === 0 && index.exactMatches(known) === 1) outcome.exact += 1;
      if (index.size > 1 && index.find(known, record).eccentricity > ECCENTRICITY) outcome.claimedThoughAbsent += 1;
    }
    if (outcome.targets === 0) return { ...outcome, probabilityOfBest: null, entropy: null };
    return { ...outcome, probabilityOfBest: mean(probabilities), entropy: mean(entropies) };
  });
}

/** So many of the target's items, some replaced by items that it does not have; none when there are not enough. */
function knownOf(
  items: readonly string[],
  { known, wrong }: ScoringSetting,
  words: readonly string[],
  seed: string,
): readonly string[] | undefined {
  const own = [...new Set(items)].sort(compareCodePoints);
  const right = known - wrong;
  if (own.length < right || words.length - own.length < wrong) return undefined;
  const random = seeded(seed, 'scoring', known, wrong, ...own);
  const chosen = shuffle([...own], random).slice(0, right);
  const has = new Set(own);
  while (chosen.length < known) {
    const word = words[random.below(words.length)] as string;
    if (has.has(word)) continue;
    has.add(word);
    chosen.push(word);
  }
  return chosen;
}
