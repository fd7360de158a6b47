import { type ByAttack, byAttack, type Finding } from '../verdict/finding.ts';
import { findingsOf, type TargetGuess } from '../verdict/guesses.ts';
import type { PublishedSet } from './published-set.ts';

/** The members of a row that the attack considers true, and its confidence in one of them. Null: no statement about the row. */
export type NamedMembers = { readonly columns: readonly number[]; readonly sure: number } | null;

export const bySets = (attack: string): ByAttack =>
  byAttack('learned', attack, 'how near the options are to what is published next to them, by the sources');

/** Finding of an attack on sets: the most confident guess for each person, compared with a random option of the person's smallest set. */
export function exposedBySets(
  attack: string,
  sets: readonly PublishedSet[],
  named: (set: number, row: number) => NamedMembers,
  holds: (person: number, member: string) => boolean,
): Finding[] {
  const people = new Map<number, Surest>();
  const firsts: number[] = [];
  let first = 0;
  for (const { members } of sets) {
    firsts.push(first);
    first += members.length;
  }
  for (const [at, { members, rows }] of sets.entries())
    for (const [row, { people: own }] of rows.entries()) {
      const guess = named(at, row);
      for (const person of own) {
        const held = (columns: readonly number[]): number =>
          columns.filter((column) => holds(person, members[column])).length / columns.length;
        const known = people.get(person) ?? {
          cluster: firsts[at],
          confidence: null,
          right: 0,
          baselineConfidence: 0,
          baselineRight: 0,
          fewest: Infinity,
        };
        if (!people.has(person)) people.set(person, known);
        if (members.length < known.fewest) {
          known.fewest = members.length;
          known.baselineConfidence = 1 / members.length;
          known.baselineRight = held([...members.keys()]);
        }
        if (guess === null || guess.sure <= (known.confidence ?? -1)) continue;
        // Guesses of one member of one set are right or wrong together.
        known.cluster = firsts[at] + (guess.columns[0] ?? 0);
        known.confidence = guess.sure;
        known.right = held(guess.columns);
      }
    }
  return findingsOf(bySets(attack), [...people.values()], {
    baseline: 'one of the options at random',
    reason: 'what it names, compared with the original',
  });
}

/** `fewest`: members of the person's smallest set. */
type Surest = { -readonly [Key in keyof TargetGuess]: TargetGuess[Key] } & { fewest: number };
