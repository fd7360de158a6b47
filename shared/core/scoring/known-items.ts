import { compareCodePoints } from '../model/code-points.ts';
import { seeded, shuffle } from '../random/random.ts';
import { sampled } from '../random/sampled.ts';
import { byAttack, type Finding, withoutFigure } from '../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../verdict/said.ts';
import { MOST_RECORDS, TARGETS } from './scoring-findings.ts';
import { ScoringIndex, type ScoringRecords } from './scoring-index.ts';

const KNOWN = [1, 2, 3] as const;

const by = (known: number) => {
  const items = `${known} known item${known === 1 ? '' : 's'}`;
  return byAttack('singled out', 'known items', `${items} of the person, drawn from those that are published alone`, {
    about: items,
    facts: known,
  });
};

/** Who stands alone with a few items that are published in the open. Those who have fewer are known by all that they have. */
export function knownItemFindings(records: ScoringRecords, openOf: (record: number) => readonly string[], seed: string): Finding[] {
  const index = new ScoringIndex(records);
  const targets = sampled(records.size, TARGETS, seed, (record) => openOf(record).toSorted(compareCodePoints).join(' '));
  return KNOWN.flatMap((known) => {
    const said = targets.map((record, cluster): TargetGuess => {
      const open = [...new Set(openOf(record))].sort(compareCodePoints);
      const drawn = shuffle([...open], seeded(seed, 'known items', known, ...open)).slice(0, known);
      const alone = drawn.length > 0 && index.exactMatches(drawn) === 1;
      return { cluster, confidence: alone ? 1 : null, right: alone ? 1 : 0, lessConfidence: 1 / records.size, lessRight: 1 / records.size };
    });
    const reason =
      targets.length < records.size ? `${targets.length} of ${records.size} people were tried, drawn at random` : 'everybody was tried';
    return findingsOf(by(known), said, { baseline: 'a record at random', reason }).filter(({ confidence }) => confidence === 1);
  });
}

export const tooManyToKnow = (records: number): Finding[] =>
  KNOWN.map((known) =>
    withoutFigure(by(known), 'not computable', `it is tried on up to ${MOST_RECORDS} records, and here are ${records}`, { of: records }),
  );
