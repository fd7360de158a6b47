import { addCluster, addClusterSums, type ClusterSums, clusteredShareInterval, noClusters } from '../statistics/cluster-sums.ts';
import type { Interval } from '../statistics/intervals.ts';
import { addExpectation, type Expectation, expect, expectedInterval, expectedShare, noExpectation } from './expected.ts';
import { CERTAINTIES, type Exposure, type Named, type Person, probabilityIn, VIEWS, type View } from './exposure.ts';

export interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface NamedFigures {
  readonly certainty: number;
  /** People with a target that is named, and the share of all people. */
  readonly people: number;
  readonly share: Figure;
  readonly targets: number;
  /** Share that is right of each person's most probable target, and of all named targets: measured, or expected without the original. */
  readonly surestRight: Figure;
  readonly targetsRight: Figure;
}

export interface PeopleFigures {
  readonly people: number;
  /** People with a target, of any kind. */
  readonly hidden: number;
  /** True if "right" is measured with the original, false if it is expected. */
  readonly measured: boolean;
  readonly views: Readonly<Record<View, readonly NamedFigures[]>>;
}

/** Sums over a slice, which contains whole units: targets named and right, by unit and by row of a person in a unit. */
interface SliceNamed {
  readonly byUnit: ClusterSums;
  readonly byRow: ClusterSums;
  readonly expected: Expectation;
}

export type SlicePeople = readonly (readonly SliceNamed[])[];

const perView = <T>(make: () => T): T[][] => VIEWS.map(() => CERTAINTIES.map(make));

export const noSlice = (): SliceNamed[][] => perView(() => ({ byUnit: noClusters(), byRow: noClusters(), expected: noExpectation() }));

export function addUnit(slice: SlicePeople, exposures: readonly Exposure[]): void {
  for (const [at, view] of VIEWS.entries()) {
    const most = exposures.reduce((greatest, exposure) => Math.max(greatest, probabilityIn(view, exposure) ?? -1), -1);
    for (const [level, certainty] of CERTAINTIES.entries()) {
      // Most units name nobody at most certainties.
      if (most < certainty) break;
      const { byUnit, byRow, expected } = slice[at][level];
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
      const own = total[view][level];
      addClusterSums(own.byUnit, byUnit);
      addClusterSums(own.byRow, byRow);
      addExpectation(own.expected, expected);
    }
  }
}

interface Level {
  people: number;
  /** By the unit of the most probable target: people, of these named, of these right. */
  readonly units: Map<number, [whole: number, named: number, right: number]>;
  readonly targetsByPerson: ClusterSums;
  readonly expected: Expectation;
}

/** Sums over some people, as plain data. Whole numbers, so that sums of sums are exact in any order. */
export interface PeopleSums {
  readonly hidden: number;
  /** Named targets with the truth known. */
  readonly truth: number;
  /** By view and certainty; `units`: unit, people, named, right. */
  readonly levels: readonly (readonly {
    readonly people: number;
    readonly units: readonly (readonly [unit: number, whole: number, named: number, right: number])[];
    readonly targetsByPerson: ClusterSums;
    readonly expected: Expectation;
  }[])[];
}

/** Adds up people, each once and complete, and the slices they come from. Memory: sums by unit. */
export class PeopleTally {
  readonly #slices = noSlice();
  readonly #levels: Level[][] = perView(() => ({ people: 0, units: new Map(), targetsByPerson: noClusters(), expected: noExpectation() }));
  #hidden = 0;
  #truth = 0;

  sums(): PeopleSums {
    const levels = this.#levels.map((view) =>
      view.map(({ units, ...level }) => ({ ...level, units: [...units].map(([unit, sums]) => [unit, ...sums] as const) })),
    );
    return { hidden: this.#hidden, truth: this.#truth, levels };
  }

  addSums({ hidden, truth, levels }: PeopleSums): void {
    this.#hidden += hidden;
    this.#truth += truth;
    for (const [view, certainties] of levels.entries()) {
      for (const [at, { people, units, targetsByPerson, expected }] of certainties.entries()) {
        const own = this.#levels[view][at];
        own.people += people;
        for (const [unit, ...sums] of units) addToUnit(own, unit, ...sums);
        addClusterSums(own.targetsByPerson, targetsByPerson);
        addExpectation(own.expected, expected);
      }
    }
  }

  addSlice(slice: SlicePeople): void {
    addSlices(this.#slices, slice);
  }

  addPerson({ views }: Person): void {
    this.#hidden += 1;
    for (const [at, named] of views.entries()) {
      if (named === null) continue;
      if (named.right !== null) this.#truth += 1;
      this.#addNamed(this.#levels[at], named);
    }
  }

  #addNamed(levels: readonly Level[], { p, unit, right, named, hits }: Named): void {
    for (const [at, certainty] of CERTAINTIES.entries()) {
      const level = levels[at];
      const isNamed = p >= certainty;
      addToUnit(level, unit, 1, isNamed ? 1 : 0, isNamed && right === true ? 1 : 0);
      if (!isNamed) continue;
      level.people += 1;
      addCluster(level.targetsByPerson, hits[at], named[at]);
      expect(level.expected, p);
    }
  }

  /** `people` includes those without a target. */
  figures(people: number): PeopleFigures {
    const measured = this.#truth > 0;
    const views = VIEWS.map((view, at) => {
      const levels = this.#levels[at].some(({ units }) => units.size > 0)
        ? CERTAINTIES.map((certainty, level) => this.#figuresAt(at, level, certainty, { people, measured }))
        : [];
      return [view, levels] as [View, readonly NamedFigures[]];
    });
    return { people, hidden: this.#hidden, measured, views: Object.fromEntries(views) as Record<View, readonly NamedFigures[]> };
  }

  #figuresAt(view: number, at: number, certainty: number, { people, measured }: { people: number; measured: boolean }): NamedFigures {
    const { people: named, units, targetsByPerson, expected } = this.#levels[view][at];
    const slice = this.#slices[view][at];
    const sums = [...units.values()];
    const squares = sums.reduce((total, [, each]) => total + each * each, 0);
    const surest = rows(sums.map(([, whole, part]) => [part, whole]));
    const right = measured
      ? figure(surest.byRow.part, surest.byRow.whole, clusteredShareInterval(surest.byUnit, surest.byRow, surest.byRow))
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
        ? figure(byRow.part, byRow.whole, clusteredShareInterval(byUnit, targetsByPerson, byRow))
        : expectedFigure(slice.expected),
    };
  }
}

function addToUnit({ units }: Level, unit: number, whole: number, named: number, right: number): void {
  const sums = units.get(unit) ?? [0, 0, 0];
  units.set(unit, [sums[0] + whole, sums[1] + named, sums[2] + right]);
}

/** ClusterSums by unit and by person; each person is one row. */
function rows(sums: readonly (readonly [part: number, whole: number])[]): { readonly byUnit: ClusterSums; readonly byRow: ClusterSums } {
  const [byUnit, byRow] = [noClusters(), noClusters()];
  for (const [part, whole] of sums) {
    addCluster(byUnit, part, whole);
    addClusterSums(byRow, { clusters: whole, part, whole, partPart: part, partWhole: part, wholeWhole: whole });
  }
  return { byUnit, byRow };
}

/** The share among people with a target, as a share of all people: the number with a target is not random. */
function scaled(sums: readonly (readonly [part: number, whole: number])[], people: number): Figure {
  const { byUnit, byRow } = rows(sums);
  const interval = byRow.whole === 0 ? null : clusteredShareInterval(byUnit, byRow, byRow);
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
