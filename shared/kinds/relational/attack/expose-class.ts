import * as z from 'zod';
import { many } from '../../../contracts/work-blob.ts';
import { compareCodePoints } from '../../../core/model/code-points.ts';
import { placeIn } from '../../../core/numeric/sorted.ts';
import type { Guess } from '../../../kit/plain/plain-kind.ts';
import type { StoredUnit } from '../../../kit/plan/unit-writer.ts';
import { harmfulOf } from '../core/assess/harmful-values.ts';
import type { KnownTable } from '../core/check/check-table.ts';
import { classText, type Table, valueAt } from '../core/model/table.ts';

/** A class as a unit of work: its people, and the count of each sensitive value. It does not say whose value is whose. */
export interface ClassUnit {
  readonly people: readonly number[];
  /** The published cells of the class. */
  readonly cells: string;
  readonly columns: readonly {
    readonly name: string;
    /** Values with their count in the class and their share in the whole table. */
    readonly counts: readonly (readonly [value: string, count: number, share: number])[];
    /** Harmful values among them. */
    readonly harmful: readonly string[];
    /** Positions in `people` whose published cell is a missing value: nothing is hidden there. */
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

/** The true values of a class. Only measures read it. */
export interface ClassTruth {
  /** Aligned with `people`. */
  readonly people: readonly number[];
  readonly targets: readonly (readonly string[])[];
}

const targetOf = (column: string, value: string): string => `${column}: ${value}`;

/** The classes of a table, without suppressed records. `known`: each record's own values, in the release's order. */
export function* classUnits(release: KnownTable, known: Table | null, inBuckets: boolean): Generator<StoredUnit<ClassUnit, ClassTruth>> {
  const { table, quasi, sensitive, classes } = release;
  const harmful = sensitive.map((column) => new Set(harmfulOf(release, column)));
  for (let group = 0; group < classes.count; group += 1) {
    const people = [...classes.members.subarray(classes.starts[group], classes.starts[group + 1])];
    const columns = sensitive.map(({ sensitive: { name, codes, values, missing, shares } }, at) => {
      const counts = new Map<number, number>();
      const unknown: number[] = [];
      for (const [place, person] of people.entries()) {
        const code = codes[person];
        if (missing[code] !== 1) counts.set(code, (counts.get(code) ?? 0) + 1);
        // In a bucket it is unknown whose value is missing.
        else if (!inBuckets) unknown.push(place);
      }
      // Sorted by value, so the file's order has no influence.
      const sorted = Array.from(counts, ([code, count]) => [values[code], count, shares[code]] as const);
      const ofHarm = [...counts.keys()].filter((code) => harmful[at]?.has(code)).map((code) => values[code]);
      return { name, counts: sorted.toSorted(([a], [b]) => compareCodePoints(a, b)), harmful: ofHarm.sort(compareCodePoints), unknown };
    });
    const truth = known === null ? null : { people, targets: people.map((person) => targetsOf(known, sensitive, person)) };
    const cells = inBuckets ? `bucket ${group + 1}` : quasi.length === 0 || table.rows === 0 ? '' : classText(quasi, people[0]);
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

/** Homogeneity attack: guess the most frequent value of the class, with its share as confidence. */
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

/** Whether the guess is the record's value. People are in the release's order. */
export function judgeGuess({ people, targets }: ClassTruth, { person, target }: Guess): boolean {
  return targets[placeIn(people, person)]?.includes(target) ?? false;
}
