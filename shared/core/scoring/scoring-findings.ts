import { compareCodePoints } from '../model/code-points.ts';
import { mean } from '../numeric/numeric.ts';
import { sampled, seeded, shuffle } from '../random/random.ts';
import { sharesOf } from '../statistics/clusters.ts';
import { shareInterval } from '../statistics/intervals.ts';
import { percent } from '../verdict/figure-text.ts';
import { byAttack, type Finding, withoutFigure } from '../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../verdict/guesses.ts';
import { attempt, decided, notComputable, type Trial } from '../verdict/trial.ts';
import { ScoringIndex, type ScoringRecords } from './scoring-index.ts';

/** Settings: few correct items, and more items with one wrong. */
const SETTINGS: readonly ScoringSetting[] = [
  { known: 3, wrong: 0 },
  { known: 5, wrong: 1 },
];
const TOO_FEW_ITEMS = 'nobody has so many items that could be known';
const TARGETS = 500;
/** Record limit of the attack: the index holds every record in memory. */
export const MOST_RECORDS = 50_000;

interface ScoringInput {
  readonly records: ScoringRecords;
  /** Items that may be known about the person of a record. */
  readonly itemsOf: (record: number) => readonly string[];
  /** Such as `before the attack`; null where there is one release only. */
  readonly when: string | null;
  readonly seed: string;
}

/** People found by scoring a few known items, compared with exact matching. */
export function scoringFindings({ records, itemsOf, when, seed }: ScoringInput): Trial[] {
  const index = new ScoringIndex(records);
  const targets = sampled(records.size, TARGETS, seed, (record) => itemsOf(record).toSorted(compareCodePoints).join(' ')).map((record) => ({
    record,
    items: itemsOf(record),
  }));
  const vocabulary = [...records.places.keys()];
  return SETTINGS.map((setting) => {
    const about = aboutSetting(setting, when);
    return attempt('scoring', about, () => {
      const [outcome] = scoreTargets(index, targets, [setting], vocabulary, seed);
      return outcome === undefined || outcome.targets === 0
        ? notComputable('scoring', about, TOO_FEW_ITEMS)
        : findingOf(outcome, about, records.size, targets.length);
    });
  });
}

/** The finding (singled out or linked) of a scoring trial. It states no confidence: it claims a record or none. */
export function findingOfScoring(
  { about, status, reason, people, details, baseline }: Trial,
  records: number,
  way: 'singled out' | 'linked' = 'singled out',
): Finding {
  const known = Number(/^\d+/.exec(about ?? '')?.[0] ?? 0);
  const by = byAttack(way, 'scoring', `${about ?? 'some items'} of the person`, { about, facts: known === 0 ? null : known });
  if (status !== 'decided' && reason !== TOO_FEW_ITEMS) return withoutFigure(by, status, reason, { of: records });
  // If no person has enough items, none is found.
  const [right, wrong] = status === 'decided' ? [Number(details['right']), Number(details['falseClaims'])] : [0, 0];
  const less = 1 / records;
  const said = Array.from({ length: status === 'decided' ? people : records }, (_, at): TargetGuess => {
    const confidence = at < right + wrong ? 0 : null;
    return { cluster: at, confidence, right: at < right ? 1 : 0, baselineConfidence: less, baselineRight: less };
  });
  const named = baseline?.name === 'exact matching' ? 'a record at random' : (baseline?.name ?? '');
  return findingsOf(by, said, { baseline: named, reason }, [0])[0] as Finding;
}

export const tooMany = (records: number): Trial =>
  notComputable('scoring', null, `it holds every record, and is tried on up to ${MOST_RECORDS}; this release has ${records}`);

const aboutSetting = ({ known, wrong }: ScoringSetting, when: string | null): string =>
  `${known} known items${wrong === 0 ? '' : `, ${wrong} of them wrong`}${when === null ? '' : `, ${when}`}`;

function findingOf(outcome: ScoringOutcome, about: string, records: number, tried: number): Trial {
  const { targets, right, falseClaims, none, exact, claimedThoughAbsent, probabilityOfBest, entropy, wrong } = outcome;
  const value = right / targets;
  const rows = Array.from({ length: targets }, (_, at) => ({ group: at, transaction: at, part: at < right ? 1 : 0, whole: 1 }));
  const claimed = right + falseClaims;
  const rightly = claimed === 0 ? 'it claims nobody' : `${percent(right / claimed)} of its claims are right`;
  return decided(
    'scoring',
    about,
    `${rightly}; of persons who are taken out of the release it claims ${percent(claimedThoughAbsent / targets)} all the same`,
    {
      people: targets,
      coverage: targets / tried,
      figure: 'records found',
      value,
      interval: shareInterval(sharesOf(rows)),
      // With a wrong item no record holds all that is known.
      baseline: wrong === 0 ? { name: 'exact matching', value: exact / targets } : { name: 'a record at random', value: 1 / records },
      details: { right, falseClaims, none, exact, claimedThoughAbsent, probabilityOfBest, entropy },
    },
  );
}

const KNOWN = [1, 2, 3] as const;

const by = (known: number) => {
  const items = `${known} known item${known === 1 ? '' : 's'}`;
  return byAttack('singled out', 'known items', `${items} of the person, drawn from those that are published alone`, {
    about: items,
    facts: known,
  });
};

/** People unique by a few openly published items. People with fewer items are known by all of theirs. */
export function knownItemFindings(records: ScoringRecords, openOf: (record: number) => readonly string[], seed: string): Finding[] {
  const index = new ScoringIndex(records);
  const targets = sampled(records.size, TARGETS, seed, (record) => openOf(record).toSorted(compareCodePoints).join(' '));
  return KNOWN.flatMap((known) => {
    const said = targets.map((record, cluster): TargetGuess => {
      const open = [...new Set(openOf(record))].sort(compareCodePoints);
      const drawn = shuffle([...open], seeded(seed, 'known items', known, ...open)).slice(0, known);
      const alone = drawn.length > 0 && index.exactMatches(drawn) === 1;
      return {
        cluster,
        confidence: alone ? 1 : null,
        right: alone ? 1 : 0,
        baselineConfidence: 1 / records.size,
        baselineRight: 1 / records.size,
      };
    });
    const reason =
      targets.length < records.size ? `${targets.length} of ${records.size} people were tried, drawn at random` : 'everybody was tried';
    return findingsOf(by(known), said, { baseline: 'a record at random', reason }, [1]);
  });
}

export const tooManyToKnow = (records: number): Finding[] =>
  KNOWN.map((known) =>
    withoutFigure(by(known), 'not computable', `it is tried on up to ${MOST_RECORDS} records, and here are ${records}`, { of: records }),
  );

/** The paper's threshold: a claim is made only when the best stands out by more than this. */
export const ECCENTRICITY = 1.5;

interface Target {
  readonly record: number;
  /** Items that the attacker may know: from the original, else from the release (an upper bound). */
  readonly items: readonly string[];
}

interface ScoringSetting {
  readonly known: number;
  readonly wrong: number;
}

interface ScoringOutcome extends ScoringSetting {
  /** Targets with at least that many items. */
  readonly targets: number;
  readonly right: number;
  readonly falseClaims: number;
  readonly none: number;
  /** Found by exact matching: only the target's record has all known items. Impossible with wrong items. */
  readonly exact: number;
  /** For the same targets removed from the release: every claim about them is false. */
  readonly claimedThoughAbsent: number;
  /** Mean probability of the best record, and mean entropy of the posterior in nats; none without a target. */
  readonly probabilityOfBest: number | null;
  readonly entropy: number | null;
}

/**
 * Tries each target under each setting. A seed draws the known items from the target's items as a set and from the setting, so neither the order of
 * the records nor the batch decides. Wrong items come from the whole vocabulary.
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

/** Draws known items of a target and replaces some by wrong ones; null if there are too few. */
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
    const word = words[random.below(words.length)];
    if (has.has(word)) continue;
    has.add(word);
    chosen.push(word);
  }
  return chosen;
}
