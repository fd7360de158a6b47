import type { Interval } from '../measure/intervals.ts';
import { addExpectation, type Expectation, expect, expectedInterval, expectedShare, noExpectation } from './expected.ts';
import { CERTAINTIES, type Exposure, probabilityIn, VIEWS, type View } from './exposure.ts';
import { addCluster, addMoments, type Moments, momentsInterval, noMoments } from './moments.ts';
import type { Named, Person } from './person.ts';

export interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** What is named at one certainty through one view. */
export interface NamedFigures {
  readonly certainty: number;
  /** People with a target that is named, and the share of all people. */
  readonly people: number;
  readonly share: Figure;
  /** Targets named. */
  readonly targets: number;
  /** How often a person's surest named target is right, and named targets at all: realised, or expected without the original. */
  readonly surestRight: Figure;
  readonly targetsRight: Figure;
}

export interface PeopleFigures {
  readonly people: number;
  /** People with a target, of any kind. */
  readonly hidden: number;
  /** Right is what the original shows; else it is expected. */
  readonly measured: boolean;
  /** Empty where a view has nothing to say. */
  readonly views: Readonly<Record<View, readonly NamedFigures[]>>;
}

/** Rows of a slice: moments of what is named and right, by unit and by row of a person in a unit. A slice holds its units whole. */
interface SliceNamed {
  readonly byUnit: Moments;
  readonly byRow: Moments;
  readonly expected: Expectation;
}

export type SlicePeople = readonly (readonly SliceNamed[])[];

const perView = <T>(make: () => T): T[][] => VIEWS.map(() => CERTAINTIES.map(make));

export const noSlice = (): SliceNamed[][] => perView(() => ({ byUnit: noMoments(), byRow: noMoments(), expected: noExpectation() }));

/** Adds the exposures of one unit: of one group, or of one cluster. */
export function addUnit(slice: SlicePeople, exposures: readonly Exposure[]): void {
  for (const [at, view] of VIEWS.entries()) {
    for (const [level, certainty] of CERTAINTIES.entries()) {
      const { byUnit, byRow, expected } = (slice[at] as readonly SliceNamed[])[level] as SliceNamed;
      const rows = new Map<number, [number, number]>();
      let [hits, named] = [0, 0];
      for (const exposure of exposures) {
        const p = probabilityIn(view, exposure);
        if (p === null || p < certainty) continue;
        const hit = exposure.truth === true ? 1 : 0;
        const row = rows.get(exposure.person) ?? [0, 0];
        rows.set(exposure.person, [row[0] + hit, row[1] + 1]);
        expect(expected, p);
        [hits, named] = [hits + hit, named + 1];
      }
      addCluster(byUnit, hits, named);
      expected.squares += named * named;
      for (const [part, whole] of rows.values()) addCluster(byRow, part, whole);
    }
  }
}

function addSlices(total: SlicePeople, more: SlicePeople): void {
  for (const [view, levels] of more.entries()) {
    for (const [level, { byUnit, byRow, expected }] of levels.entries()) {
      const own = (total[view] as readonly SliceNamed[])[level] as SliceNamed;
      addMoments(own.byUnit, byUnit);
      addMoments(own.byRow, byRow);
      addExpectation(own.expected, expected);
    }
  }
}

interface Level {
  people: number;
  /** By the unit of the surest target: people it is the surest of, of these named, of these right. */
  readonly units: Map<number, [whole: number, named: number, right: number]>;
  readonly targetsByPerson: Moments;
  readonly expected: Expectation;
}

/** Adds people up, each once and whole, with the slices that they came from; holds sums by unit, and for each person the surest probability. */
export class PeopleTally {
  readonly #slices = noSlice();
  readonly #levels: Level[][] = perView(() => ({ people: 0, units: new Map(), targetsByPerson: noMoments(), expected: noExpectation() }));
  readonly #seen: boolean[] = VIEWS.map(() => false);
  /** Of the first view: the surest probability and its unit, for a gate at any certainty. */
  readonly #surest: { p: number; unit: number }[] = [];
  #hidden = 0;
  #truth = 0;

  addSlice(slice: SlicePeople): void {
    addSlices(this.#slices, slice);
  }

  addPerson({ views }: Person): void {
    this.#hidden += 1;
    for (const [at, named] of views.entries()) {
      if (named === null) continue;
      this.#seen[at] = true;
      if (at === 0) this.#surest.push({ p: named.p, unit: named.unit });
      if (named.right !== null) this.#truth += 1;
      this.#addNamed(this.#levels[at] as Level[], named);
    }
  }

  #addNamed(levels: readonly Level[], { p, unit, right, named, hits }: Named): void {
    for (const [at, certainty] of CERTAINTIES.entries()) {
      const level = levels[at] as Level;
      const isNamed = p >= certainty;
      const sums = level.units.get(unit) ?? [0, 0, 0];
      level.units.set(unit, [sums[0] + 1, sums[1] + (isNamed ? 1 : 0), sums[2] + (isNamed && right === true ? 1 : 0)]);
      if (!isNamed) continue;
      level.people += 1;
      addCluster(level.targetsByPerson, hits[at] as number, named[at] as number);
      expect(level.expected, p);
    }
  }

  /** `people`: all there are, those without a target too. */
  figures(people: number): PeopleFigures {
    const measured = this.#truth > 0;
    const views = VIEWS.map((view, at) => {
      const levels = this.#seen[at]
        ? CERTAINTIES.map((certainty, level) => this.#figuresAt(at, level, certainty, { people, measured }))
        : [];
      return [view, levels] as [View, readonly NamedFigures[]];
    });
    return { people, hidden: this.#hidden, measured, views: Object.fromEntries(views) as Record<View, readonly NamedFigures[]> };
  }

  #figuresAt(view: number, at: number, certainty: number, { people, measured }: { people: number; measured: boolean }): NamedFigures {
    const { people: named, units, targetsByPerson, expected } = (this.#levels[view] as Level[])[at] as Level;
    const slice = (this.#slices[view] as SliceNamed[])[at] as SliceNamed;
    const sums = [...units.values()];
    const squares = sums.reduce((total, [, each]) => total + each * each, 0);
    const surest = rows(sums.map(([, whole, part]) => [part, whole]));
    const right = measured
      ? figure(surest.byRow.part, surest.byRow.whole, momentsInterval(surest.byUnit, surest.byRow, surest.byRow))
      : expectedFigure({ ...expected, squares });
    const { byUnit, byRow } = slice;
    return {
      certainty,
      people: named,
      share: scaled(
        sums.map(([whole, part]) => [part, whole]),
        people,
      ),
      targets: byRow.whole,
      surestRight: right,
      targetsRight: measured
        ? figure(byRow.part, byRow.whole, momentsInterval(byUnit, targetsByPerson, byRow))
        : expectedFigure(slice.expected),
    };
  }

  /** The share of all people with a target named at any certainty. */
  shareAt(certainty: number, people: number): Figure {
    const units = new Map<number, [part: number, whole: number]>();
    for (const { p, unit } of this.#surest) {
      const sums = units.get(unit) ?? [0, 0];
      units.set(unit, [sums[0] + (p >= certainty ? 1 : 0), sums[1] + 1]);
    }
    return scaled([...units.values()], people);
  }
}

/** Moments of people, each a row of its own, by unit and one by one. */
function rows(sums: readonly (readonly [part: number, whole: number])[]): { readonly byUnit: Moments; readonly byRow: Moments } {
  const [byUnit, byRow] = [noMoments(), noMoments()];
  for (const [part, whole] of sums) {
    addCluster(byUnit, part, whole);
    addMoments(byRow, { clusters: whole, part, whole, partPart: part, partWhole: part, wholeWhole: whole });
  }
  return { byUnit, byRow };
}

/** A share among those with a target, as a share of all people: how many have one is no matter of chance. */
function scaled(sums: readonly (readonly [part: number, whole: number])[], people: number): Figure {
  const { byUnit, byRow } = rows(sums);
  const interval = byRow.whole === 0 ? null : momentsInterval(byUnit, byRow, byRow);
  const of = people === 0 ? 0 : byRow.whole / people;
  const found = figure(byRow.part, people, null);
  return interval === null ? found : { ...found, low: interval.low * of, high: interval.high * of };
}

const figure = (part: number, whole: number, interval: Interval | null): Figure => ({
  value: whole === 0 ? null : part / whole,
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

function expectedFigure(expectation: Expectation): Figure {
  const interval = expectedInterval(expectation);
  return { value: expectedShare(expectation), low: interval?.low ?? null, high: interval?.high ?? null };
}
