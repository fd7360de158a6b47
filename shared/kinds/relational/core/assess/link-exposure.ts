import { byAttack, type Finding, proved } from '../../../../core/verdict/finding.ts';
import type { TargetGuess } from '../../../../core/verdict/guesses.ts';
import { greatestShare } from '../attack/class-guess.ts';
import { areInFull, coversAll, type Linked, personsCovered } from '../attack/linking.ts';
import { type Posterior, posteriorOf } from '../attack/posterior.ts';
import type { KnownTable } from '../check/check-table.ts';
import type { SensitiveColumn } from '../check/rules.ts';
import { alike, surelyOrMeasured } from './told.ts';

const TIE = 1e-12;
const WHO = 'a register of persons with quasi-identifiers, and that its persons are in the release';

/**
 * Each person's best candidate record. With a register of everybody, each record belongs to one of the persons it covers, and a person without a
 * full record is suppressed. Otherwise only candidates count, less those who may be suppressed.
 */
export function linkedPersons(known: KnownTable, linked: Linked, recordOf: Int32Array | null, reason: string): Finding[] {
  const { left, right, rightSizes, partners } = linked;
  const { classes } = known;
  const published = classes.records - classes.suppressed;
  const persons = personsCovered(linked);
  const covers = coversAll(linked, persons, classes.suppressed);
  const inFull = classes.records === 0 ? 0 : published / classes.records;
  const less = 1 / Math.max(1, classes.records);
  const guess = (person: number): { readonly confidence: number; readonly right: number } | null => {
    const own = partners[left.of[person]];
    let candidates = 0;
    let fewest = Infinity;
    for (const group of own) {
      candidates += rightSizes[group];
      fewest = Math.min(fewest, persons[group]);
    }
    const record = recordOf?.[person] ?? -1;
    const isHere = record >= 0 && own.includes(right.of[record]);
    const isLeftOut = record >= 0 && classes.of[record] < 0;
    if (candidates > 0)
      return { confidence: covers ? 1 / Math.max(candidates, fewest) : inFull / candidates, right: isHere ? 1 / candidates : 0 };
    return classes.suppressed === 0 ? null : { confidence: 1 / classes.suppressed, right: isLeftOut ? 1 / classes.suppressed : 0 };
  };
  const measured = recordOf !== null;
  const said = left.of.keys().map((person): TargetGuess => {
    const own = guess(person);
    return {
      cluster: left.of[person],
      confidence: own?.confidence ?? null,
      right: measured ? (own?.right ?? 0) : null,
      baselineConfidence: less,
      baselineRight: measured ? less : null,
    };
  });
  // Nobody acts below even odds. Candidates are equally likely, so the probabilities are exact even without the original.
  return surelyOrMeasured(byAttack('linked', 'linking', WHO), alike(said), 'one of all records', reason, { least: 0.5, doubt: 0 });
}

/** Persons whose candidates all have one value; suppressed records are candidates unless ruled out. Less certain guesses are reported by class. */
export function linkedValuesExposed(
  { classes }: KnownTable,
  { sensitive }: SensitiveColumn,
  linked: Linked,
  posteriors: readonly (Posterior | null)[],
  truthOf: ((person: number) => number) | null,
  reason: string,
): Finding {
  const suppressed = new Map<number, number>();
  for (const [row, group] of classes.of.entries()) {
    const code = sensitive.codes[row];
    if (group < 0) suppressed.set(code, (suppressed.get(code) ?? 0) + 1);
  }
  const { left, partners } = linked;
  const leftOut = [...suppressed.keys()].some((code) => sensitive.missing[code] === 1) ? null : posteriorOf(suppressed);
  const inFull = areInFull(linked, classes.suppressed);
  let [people, right] = [0, 0];
  for (const [person, group] of left.of.entries()) {
    const posterior = partners[group]?.length === 0 ? leftOut : posteriors[group];
    if (posterior == null || posterior.shares[0] < 1 - TIE) continue;
    const mayBeLeftOut = classes.suppressed > 0 && inFull[group] !== true;
    if (mayBeLeftOut && (leftOut?.shares.length !== 1 || leftOut.codes[0] !== posterior.codes[0])) continue;
    people += 1;
    if (truthOf === null || truthOf(person) === posterior.codes[0]) right += 1;
  }
  return proved(byAttack('learned', 'linked-values', WHO, { about: sensitive.name }), {
    people,
    of: left.of.length,
    right,
    baseline: { name: 'the commonest value at large', right: people * greatestShare(sensitive) },
    reason,
  });
}
