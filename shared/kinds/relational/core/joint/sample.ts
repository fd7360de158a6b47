import type { Random } from '../../../../core/random/random.ts';
import type { Component } from './component.ts';

const BURN_IN = 100;
const COUNTED = 400;
const FEWEST_COUNTED = 60;
/** Updates of single persons over all sweeps. */
const MOST_UPDATES = 8_000_000;
/** Steps of walks in a sweep. */
const MOST_WALKED = 50_000;

/**
 * Draws worlds of a component without a second release: a person leaves her row and takes one by weight; whoever had it does the same, until one
 * takes a free row (the chain of Jerrum and Sinclair). The marginals are shares of worlds; null: no world was found. Merged classes are ignored.
 */
export function drawn({ persons, rows, rest }: Component, random: Random): { marginals: readonly Float64Array[]; error: number } | null {
  const held = rows.reduce((sum, size) => sum + size, 0);
  // Without free rows as many persons are outside as there are more of them; else each may be.
  const outside = rest === 'none' ? persons.length - held : persons.length;
  if (outside < 0) return null;
  const slots = [...rows, outside].map((size) => new Int32Array(size).fill(-1));
  const typeOf = (row: number): number => (row < 0 ? rows.length : row);
  const size = (row: number): number => (row < 0 ? (rest === 'none' ? outside : 1) : rows[row]);
  const state = new State(slots, persons.length);
  const able = persons.map((options) => options.filter(({ weight }) => weight > 0).map(({ row }) => typeOf(row)));
  for (const person of persons.keys()) if (!state.augment(person, able)) return null;
  const evened = rest === 'none' ? evenedOutside(persons) : 1;
  const chances = persons.map((options) => {
    let sum = 0;
    return Float64Array.from(options, ({ row, weight }) => (sum += weight * size(row) * (row < 0 ? evened : 1)));
  });
  const choose = (person: number): number => {
    const own = chances[person];
    const at = random.unit() * own[own.length - 1];
    let option = 0;
    while (option < own.length - 1 && own[option] <= at) option += 1;
    return option;
  };
  const sweeps = Math.max(FEWEST_COUNTED, Math.min(COUNTED, Math.floor(MOST_UPDATES / persons.length)));
  const burnIn = Math.min(BURN_IN, sweeps);
  // An option that was never drawn may still be possible: nobody is certain by drawing.
  const counts = persons.map((options) => new Float64Array(options.length).fill(1 / (options.length * (sweeps + 1))));
  const chosen = Int32Array.from(persons, (options, person) => options.findIndex(({ row }) => typeOf(row) === state.typeOf[person]));
  const weightOf = (person: number, type: number): number => persons[person].find(({ row }) => typeOf(row) === type)?.weight ?? 0;
  const swap = (one: number, other: number): void => {
    const [a, b] = [state.typeOf[one], state.typeOf[other]];
    const [there, back] = [weightOf(one, b), weightOf(other, a)];
    if (a === b || there === 0 || back === 0) return;
    const odds = (there * back) / (weightOf(one, a) * weightOf(other, b));
    if (odds < 1 && random.unit() >= odds) return;
    state.swap(one, other);
    for (const person of [one, other]) chosen[person] = persons[person].findIndex(({ row }) => typeOf(row) === state.typeOf[person]);
  };
  // Where all rows are taken a walk passes about as many persons as there are; swaps mix within a class, walks between classes.
  const walks = rest === 'none' ? Math.ceil(Math.min(persons.length / 10, MOST_WALKED / persons.length)) : persons.length;
  for (let sweep = 0; sweep < burnIn + sweeps; sweep += 1) {
    for (let update = 0; update < persons.length; update += 1) swap(random.below(persons.length), random.below(persons.length));
    for (let update = 0; update < walks; update += 1) {
      let person = random.below(persons.length);
      state.leave(person);
      while (person >= 0) {
        const option = choose(person);
        const type = typeOf(persons[person][option].row);
        chosen[person] = option;
        // Outside a register that may have strangers, everybody has a place of her own.
        const place = type === rows.length && rest !== 'none' ? state.free(type) : random.below(slots[type].length);
        person = state.take(person, type, place);
      }
    }
    if (sweep >= burnIn) for (const [person, option] of chosen.entries()) counts[person][option] += 1 / (sweeps + 1);
  }
  return { marginals: counts, error: Math.sqrt(0.25 / sweeps) };
}

/**
 * Factor for being outside, after which a place there is taken about as often as a row. Where equally many are outside in every world, the factor is
 * the same in all: no probability changes. Without it a walk that looks for the one free row goes outside and back for thousands of steps.
 */
function evenedOutside(persons: Component['persons']): number {
  let [inside, rows, outside, places] = [0, 0, 0, 0];
  for (const { row, weight } of persons.flat()) {
    if (row < 0) [outside, places] = [outside + weight, places + 1];
    else [inside, rows] = [inside + weight, rows + 1];
  }
  return outside === 0 || inside === 0 ? 1 : inside / rows / (outside / places);
}

/** Who is at which place of which type. */
class State {
  readonly #slots: readonly Int32Array[];
  readonly #free: readonly Set<number>[];
  readonly typeOf: Int32Array;
  readonly #placeOf: Int32Array;

  constructor(slots: readonly Int32Array[], persons: number) {
    this.#slots = slots;
    this.#free = slots.map((own) => new Set(own.keys()));
    this.typeOf = new Int32Array(persons).fill(-1);
    this.#placeOf = new Int32Array(persons).fill(-1);
  }

  free(type: number): number {
    return this.#free[type].values().next().value as number;
  }

  leave(person: number): void {
    const [type, place] = [this.typeOf[person], this.#placeOf[person]];
    this.#slots[type][place] = -1;
    this.#free[type].add(place);
  }

  /** Puts a person at a place; returns who had it, -1: nobody. */
  take(person: number, type: number, place: number): number {
    const before = this.#slots[type][place];
    this.#slots[type][place] = person;
    this.#free[type].delete(place);
    this.typeOf[person] = type;
    this.#placeOf[person] = place;
    return before;
  }

  swap(one: number, other: number): void {
    const [type, place] = [this.typeOf[one], this.#placeOf[one]];
    this.take(one, this.typeOf[other], this.#placeOf[other]);
    this.take(other, type, place);
  }

  /** Places one more person, moving others along a shortest path; false: there is no place. */
  augment(start: number, able: readonly (readonly number[])[]): boolean {
    const cameFrom = new Map<number, { person: number; before: number }>();
    const queue: number[] = [start];
    for (const person of queue) {
      const from = person === start ? -1 : this.typeOf[person];
      for (const type of able[person]) {
        if (cameFrom.has(type)) continue;
        cameFrom.set(type, { person, before: from });
        if (this.#free[type].size > 0) {
          this.#shift(type, cameFrom);
          return true;
        }
        for (const other of this.#slots[type]) queue.push(other);
      }
    }
    return false;
  }

  #shift(end: number, cameFrom: ReadonlyMap<number, { person: number; before: number }>): void {
    let type = end;
    for (;;) {
      const { person, before } = cameFrom.get(type) as { person: number; before: number };
      if (before >= 0) this.leave(person);
      this.take(person, type, this.free(type));
      if (before < 0) return;
      type = before;
    }
  }
}

/** Keeps the rows that pair up with some row of the second release; which of them are taken is not counted. */
export function withoutOthers(component: Component): Component {
  if (component.others.length === 0) return component;
  const persons = component.persons.map((options) => [...new Map(options.map((each) => [each.row, { ...each, other: -1 }])).values()]);
  const none = component.rest !== 'none' && component.rest !== 'free' && component.rest.size === 0;
  return { persons, rows: component.rows.slice(0, -1), others: [], rest: none ? 'none' : 'free', merged: [], holds: component.holds };
}
