import { percent } from '../findings/figure-text.ts';
import { attempt, decided, notComputable, type Trial } from '../findings/finding.ts';
import { sharesOf } from '../measure/clusters.ts';
import { shareInterval } from '../measure/intervals.ts';
import { compareCodePoints } from '../model/code-points.ts';
import { sampled } from '../random/sampled.ts';
import { byAttack, type Finding, withoutFigure } from '../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../verdict/said.ts';
import { type ScoringOutcome, type ScoringSetting, scoreTargets } from './score-targets.ts';
import { ScoringIndex, type ScoringRecords } from './scoring-index.ts';

/** What is known of a target: few items, all right, and more, one of them wrong. */
const SETTINGS: readonly ScoringSetting[] = [
  { known: 3, wrong: 0 },
  { known: 5, wrong: 1 },
];
const TOO_FEW_ITEMS = 'nobody has so many items that could be known';
/** How many targets are tried. */
export const TARGETS = 500;
/** The index holds every record: beyond so many the attack is not tried. */
export const MOST_RECORDS = 50_000;

interface ScoringInput {
  readonly records: ScoringRecords;
  /** What may be known of the target that a record stands for. */
  readonly itemsOf: (record: number) => readonly string[];
  /** Such as `before the attack`; null where there is one release only. */
  readonly when: string | null;
  readonly seed: string;
}

/** Who is found by a few known items, beside who is found because nobody else holds them all. */
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

/** What a trial of scoring says of who is singled out, or linked. It states no confidence: it claims a record, or none. */
export function findingOfScoring(
  { about, status, reason, people, details, baseline }: Trial,
  records: number,
  way: 'singled out' | 'linked' = 'singled out',
): Finding {
  const known = Number(/^\d+/.exec(about ?? '')?.[0] ?? 0);
  const by = byAttack(way, 'scoring', `${about ?? 'some items'} of the person`, { about, facts: known === 0 ? null : known });
  if (status !== 'decided' && reason !== TOO_FEW_ITEMS) return withoutFigure(by, status, reason, { of: records });
  // Where nobody has so many items nobody is found by them.
  const [right, wrong] = status === 'decided' ? [Number(details['right']), Number(details['falseClaims'])] : [0, 0];
  const less = 1 / records;
  const said = Array.from({ length: status === 'decided' ? people : records }, (_, at): TargetGuess => {
    const confidence = at < right + wrong ? 0 : null;
    return { cluster: at, confidence, right: at < right ? 1 : 0, lessConfidence: less, lessRight: less };
  });
  const [finding] = findingsOf(by, said, {
    baseline: baseline?.name === 'exact matching' ? 'a record at random' : (baseline?.name ?? ''),
    reason,
  });
  return finding as Finding;
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
