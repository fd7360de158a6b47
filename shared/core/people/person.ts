import { compareCodePoints } from '../model/code-points.ts';
import { CERTAINTIES, type Exposure, MILLION, probabilityIn, VIEWS } from './exposure.ts';

/** What one view names of one person. */
export interface Named {
  /** The surest target: its probability, what it is, in which unit, whether it is right, and by what it is betrayed. */
  readonly p: number;
  readonly target: string;
  readonly unit: number;
  readonly right: boolean | null;
  readonly by: string | null;
  /** At each certainty: targets named, of these right (0 where nobody knows), and expected to be right, in millionths. */
  readonly named: readonly number[];
  readonly hits: readonly number[];
  readonly expected: readonly number[];
}

/** One person as far as it is known; the parts that slices find add up to it. */
export interface Person {
  readonly t: number;
  readonly id: string | null;
  readonly targets: number;
  /** In the order of VIEWS; null where a view has nothing to say. */
  readonly views: readonly (Named | null)[];
}

export function personOf(exposure: Exposure): Person {
  return { t: exposure.person, id: exposure.id, targets: 1, views: VIEWS.map((view) => namedBy(exposure, probabilityIn(view, exposure))) };
}

function namedBy({ target, unit, truth, betrayedBy }: Exposure, p: number | null): Named | null {
  if (p === null) return null;
  const at = CERTAINTIES.map((certainty) => (p >= certainty ? 1 : 0));
  const millionths = Math.round(p * MILLION);
  return {
    p,
    target,
    unit,
    right: truth,
    by: betrayedBy,
    named: at,
    hits: at.map((named) => (truth === true ? named : 0)),
    expected: at.map((named) => named * millionths),
  };
}

export const joinPeople = (a: Person, b: Person): Person => ({
  t: a.t,
  id: a.id,
  targets: a.targets + b.targets,
  views: a.views.map((own, at) => joinNamed(own, b.views[at] ?? null)),
});

function joinNamed(a: Named | null, b: Named | null): Named | null {
  if (a === null || b === null) return a ?? b;
  const surest = a.p > b.p || (a.p === b.p && compareCodePoints(a.target, b.target) <= 0) ? a : b;
  const sum = (x: readonly number[], y: readonly number[]): number[] => x.map((value, at) => value + (y[at] as number));
  return { ...surest, named: sum(a.named, b.named), hits: sum(a.hits, b.hits), expected: sum(a.expected, b.expected) };
}
