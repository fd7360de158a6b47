import { compareCodePoints } from '../model/code-points.ts';

/** One guess: that a target belongs to a person. A kind of release supplies these; all figures about people follow from them. */
export interface Exposure {
  /** Position of the person in the release, from 0. */
  readonly person: number;
  readonly id: string | null;
  /** Group or cluster of the person: its targets are found or missed together. */
  readonly unit: number;
  /** A member of a generalised item, a piece or a sensitive value. */
  readonly target: string;
  readonly probability: number;
  /** The same for an attacker without outside knowledge; null if there is none. */
  readonly without: number | null;
  /** Decision of the leading attack. */
  readonly decision: string;
  /** Null without the original. */
  readonly truth: boolean | null;
  /** The neighbour with the strongest evidence. */
  readonly betrayedBy: string | null;
  /** Part of a privacy constraint. */
  readonly isProtected: boolean;
}

/** Probabilities from which on a target counts as named. */
export const CERTAINTIES = [0.8, 0.9, 0.95] as const;

/** The attack with all its knowledge, or without outside knowledge; on all targets, or on the protected ones. */
export const VIEWS = ['all', 'all without', 'protected', 'protected without'] as const;
export type View = (typeof VIEWS)[number];

/** The probability in a view; null if the view leaves the target out. */
export function probabilityIn(view: View, { probability, without, isProtected }: Exposure): number | null {
  if (!isProtected && (view === 'protected' || view === 'protected without')) return null;
  return view === 'all' || view === 'protected' ? probability : without;
}

/** The targets of one person that one view names. */
export interface Named {
  /** The most probable target: probability, value, unit, whether it is right, and the neighbour that gives it away. */
  readonly p: number;
  readonly target: string;
  readonly unit: number;
  readonly right: boolean | null;
  readonly by: string | null;
  /** At each certainty: targets named, and of these right (0 if unknown). */
  readonly named: readonly number[];
  readonly hits: readonly number[];
}

export interface Person {
  readonly t: number;
  readonly id: string | null;
  readonly targets: number;
  /** In the order of VIEWS; null if a view has no target. */
  readonly views: readonly (Named | null)[];
}

/** A person whose targets are still coming. */
interface PersonSoFar extends Person {
  targets: number;
  readonly views: (NamedSoFar | null)[];
}

interface NamedSoFar extends Named {
  p: number;
  target: string;
  unit: number;
  right: boolean | null;
  by: string | null;
  readonly named: number[];
  readonly hits: number[];
}

/** People by what is exposed of them, in the order in which they first come: as if each exposure were a person of its own and these were joined. */
export class PeopleSoFar {
  readonly #people = new Map<number, PersonSoFar>();

  add(exposure: Exposure): void {
    const { person, id } = exposure;
    let own = this.#people.get(person);
    if (own === undefined) {
      own = { t: person, id, targets: 0, views: VIEWS.map(() => null) };
      this.#people.set(person, own);
    }
    own.targets += 1;
    for (let at = 0; at < VIEWS.length; at += 1) {
      const p = probabilityIn(VIEWS[at], exposure);
      if (p === null) continue;
      const view = own.views[at];
      if (view === null) own.views[at] = namedBy(exposure, p);
      else addTarget(view, exposure, p);
    }
  }

  all(): Iterable<Person> {
    return this.#people.values();
  }
}

function namedBy({ target, unit, truth, betrayedBy }: Exposure, p: number): NamedSoFar {
  const view = { p, target, unit, right: truth, by: betrayedBy, named: [0, 0, 0], hits: [0, 0, 0] };
  count(view, p, truth);
  return view;
}

function addTarget(view: NamedSoFar, { target, unit, truth, betrayedBy }: Exposure, p: number): void {
  if (isSurer(p, target, view)) Object.assign(view, { p, target, unit, right: truth, by: betrayedBy });
  count(view, p, truth);
}

/** The more probable target leads, and of equals the first by name. */
const isSurer = (p: number, target: string, than: Named): boolean =>
  p > than.p || (p === than.p && compareCodePoints(target, than.target) < 0);

function count({ named, hits }: NamedSoFar, p: number, truth: boolean | null): void {
  for (let level = 0; level < CERTAINTIES.length && p >= CERTAINTIES[level]; level += 1) {
    named[level] += 1;
    if (truth === true) hits[level] += 1;
  }
}

export function personOf(exposure: Exposure): Person {
  const people = new PeopleSoFar();
  people.add(exposure);
  return [...people.all()][0] as Person;
}

export const joinPeople = (a: Person, b: Person): Person => ({
  t: a.t,
  id: a.id,
  targets: a.targets + b.targets,
  views: a.views.map((own, at) => joinNamed(own, b.views[at] ?? null)),
});

function joinNamed(a: Named | null, b: Named | null): Named | null {
  if (a === null || b === null) return a ?? b;
  const surest = isSurer(b.p, b.target, a) ? b : a;
  const sum = (x: readonly number[], y: readonly number[]): number[] => x.map((value, at) => value + y[at]);
  return { ...surest, named: sum(a.named, b.named), hits: sum(a.hits, b.hits) };
}
