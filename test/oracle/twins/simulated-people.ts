import { type Exposure, joinPeople, type Person, personOf } from '../../../shared/core/people/exposure.ts';
import { addUnit, noSlice, PeopleTally } from '../../../shared/core/people/tally.ts';

/** Random releases: units differ in confidence and in calibration; people differ too. */
export interface Kind {
  readonly units: number;
  readonly people: number;
  /** Targets of a person, from 1 to this. */
  readonly most: number;
  /** How much units and people differ, in log-odds; where the middle is. */
  readonly between: number;
  readonly own: number;
  readonly centre: number;
  /** Miscalibration in log-odds. */
  readonly off: number;
  readonly measured: boolean;
}

export type Random = { readonly unit: () => number };

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
}

/** One release: exposures by unit, and the hidden truth. */
export function simulated(
  kind: Kind,
  random: Random,
): { readonly exposures: readonly Exposure[][]; readonly truths: readonly boolean[][] } {
  const exposures: Exposure[][] = Array.from({ length: kind.units }, () => []);
  const truths: boolean[][] = Array.from({ length: kind.units }, () => []);
  const levels = exposures.map(() => kind.centre + kind.between * normal(random));
  const shifts = exposures.map(() => kind.off + 0.3 * normal(random));
  for (let person = 0; person < kind.people; person += 1) {
    const own = kind.own * normal(random);
    const count = 1 + Math.floor(random.unit() * kind.most);
    const seen = new Set<number>();
    for (let target = 0; target < count; target += 1) {
      const unit = Math.floor(random.unit() * kind.units);
      if (seen.has(unit)) continue;
      seen.add(unit);
      const s = levels[unit] + own + 0.7 * normal(random);
      const truth = random.unit() < logistic(s + shifts[unit]);
      truths[unit].push(truth);
      exposures[unit].push({
        person,
        id: null,
        unit,
        target: `item ${unit}`,
        probability: logistic(s),
        without: logistic(s / 2),
        decision: 'kept',
        truth: kind.measured ? truth : null,
        betrayedBy: null,
        isProtected: unit % 2 === 0,
      });
    }
  }
  return { exposures, truths };
}

/** As the pipeline adds them up: units by slice, then people, each whole. */
export function tallied(exposures: readonly (readonly Exposure[])[]): PeopleTally {
  const tally = new PeopleTally();
  const people = new Map<number, Person>();
  for (const unit of exposures) {
    const slice = noSlice();
    addUnit(slice, unit);
    tally.addSlice(slice);
    for (const exposure of unit) {
      const known = people.get(exposure.person);
      people.set(exposure.person, known === undefined ? personOf(exposure) : joinPeople(known, personOf(exposure)));
    }
  }
  for (const person of people.values()) tally.addPerson(person);
  return tally;
}
