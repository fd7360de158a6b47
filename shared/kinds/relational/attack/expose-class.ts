import * as z from 'zod';
import type { Guess } from '../../../app/audit/plain/plain-kind.ts';
import type { StoredUnit } from '../../../app/audit/plan/unit-writer.ts';
import { many } from '../../../contracts/work-blob.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { placeIn } from '../../../core/numeric/sorted.ts';
import { classText } from '../../../core/relational/assess/class-text.ts';
import { harmfulOf } from '../../../core/relational/assess/harmful-values.ts';
import type { KnownTable } from '../../../core/relational/check/check-table.ts';
import { type Table, valueAt } from '../../../core/relational/model/table.ts';

/** A class as a unit of work: who is in it, and how often each sensitive value stands in it. No person has a value of their own here. */
export interface ClassUnit {
  readonly people: readonly number[];
  /** The cells that its people share. */
  readonly cells: string;
  readonly columns: readonly {
    readonly name: string;
    /** Values with their counts in the class, and their shares at large. */
    readonly counts: readonly (readonly [value: string, count: number, share: number])[];
    /** Those of them that harm whom they are told of. */
    readonly harmful: readonly string[];
    /** Places in `people` of those whose cell says that nobody knows the value: nothing of them is hidden here. */
    readonly unknown: readonly number[];
  }[];
}

export const CLASS_UNIT: z.ZodType<ClassUnit> = z.strictObject({
  people: many(z.int()),
  cells: z.string(),
  columns: z.array(
    z.strictObject({
      name: z.string(),
      counts: many(z.tuple([z.string(), z.int(), z.number()])),
      harmful: many(z.string()),
      unknown: many(z.int()),
    }),
  ),
});

/** What is true of each person of the class: measures alone read it. */
export interface ClassTruth {
  /** As many as there are people, in their order. */
  readonly people: readonly number[];
  readonly targets: readonly (readonly string[])[];
}

const targetOf = (column: string, value: string): string => `${column}: ${value}`;

/** The classes of a table; suppressed records are in none. `known`: the table that has each record's own values, in the release's order. */
export function* classUnits(release: KnownTable, known: Table | null, inBuckets: boolean): Generator<StoredUnit<ClassUnit, ClassTruth>> {
  const { table, quasi, sensitive, classes } = release;
  const harmful = sensitive.map((column) => new Set(harmfulOf(release, column)));
  for (let group = 0; group < classes.count; group += 1) {
    const people = [...classes.members.subarray(classes.starts[group], classes.starts[group + 1])];
    const columns = sensitive.map(({ sensitive: { name, codes, values, missing, shares } }, at) => {
      const counts = new Map<number, number>();
      const unknown: number[] = [];
      for (const [place, person] of people.entries()) {
        const code = codes[person] as number;
        if (missing[code] !== 1) counts.set(code, (counts.get(code) ?? 0) + 1);
        // A bucket does not say whose value is the unknown one.
        else if (!inBuckets) unknown.push(place);
      }
      // By value: their order in the file says nothing.
      const sorted = Array.from(counts, ([code, count]) => [values[code] as string, count, shares[code] as number] as const);
      const ofHarm = [...counts.keys()].filter((code) => harmful[at]?.has(code)).map((code) => values[code] as string);
      return { name, counts: sorted.toSorted(([a], [b]) => compareCodePoints(a, b)), harmful: ofHarm.sort(compareCodePoints), unknown };
    });
    const truth = known === null ? null : { people, targets: people.map((person) => targetsOf(known, sensitive, person)) };
    const cells = inBuckets ? `bucket ${group + 1}` : quasi.length === 0 || table.rows === 0 ? '' : classText(quasi, people[0] as number);
    yield { unit: { people, cells, columns }, cells: Math.max(1, people.length * columns.length), truth };
  }
}

function targetsOf(known: Table, sensitive: KnownTable['sensitive'], person: number): string[] {
  return sensitive.flatMap(({ sensitive: { name, missing, values } }) => {
    const column = known.columns.find((each) => each.name === name);
    const value = column === undefined || person >= known.rows ? undefined : valueAt(column, person);
    return value === undefined || missing[values.indexOf(value)] === 1 ? [] : [targetOf(name, value)];
  });
}

/** Homogeneity: a class's commonest value is the best guess for each of its people, as probable as it is frequent there. */
export function exposeClass({ people, cells, columns }: ClassUnit): Guess[] {
  return columns.flatMap(({ name, counts, harmful, unknown }) => {
    const known = counts.reduce((sum, [, count]) => sum + count, 0);
    let best: (typeof counts)[number] | null = null;
    for (const each of counts) if (best === null || each[1] > best[1]) best = each;
    if (best === null) return [];
    const [value, count, share] = best;
    const nobodyKnows = new Set(unknown);
    return people
      .filter((_, place) => !nobodyKnows.has(place))
      .map((person) => ({
        person,
        id: null,
        target: targetOf(name, value),
        probability: count / known,
        without: share,
        decision: 'named',
        betrayedBy: cells,
        isProtected: harmful.includes(value),
      }));
  });
}

/** Whether the value that was named is the record's. The people of a class stand in the order of the release. */
export function judgeGuess({ people, targets }: ClassTruth, { person, target }: Guess): boolean {
  return targets[placeIn(people, person)]?.includes(target) ?? false;
}
