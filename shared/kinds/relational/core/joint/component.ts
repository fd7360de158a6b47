/** Where a person may be: at a row of this type (-1: not in the release) and of this type of the second release (-1: none is asked). */
export interface Option {
  readonly row: number;
  readonly other: number;
  readonly weight: number;
}

/** Persons who compete for the same rows. A world puts each person at a row of her own, and weighs the product of the options. */
export interface Component {
  readonly persons: readonly (readonly Option[])[];
  /** Rows of each type, here and in the second release. */
  readonly rows: readonly number[];
  readonly others: readonly number[];
  /** Rows that no person of the register has: allowed, not allowed, or allowed if they pair up with rows of the second release by these types. */
  readonly rest: 'free' | 'none' | ReadonlySet<string>;
  /** Classes that were merged only because some subgroup of their members fails alone: a world in which all hold is impossible. */
  readonly merged: readonly (readonly Subgroup[])[];
  /** Whether a subgroup with this many rows of each type holds alone. */
  holds(rowsOfTypes: Int32Array): boolean;
}

/** Persons of a merged class with equal quasi-identifiers. */
type Subgroup = readonly number[];

/** Probability of each option of each person; null: no world is consistent. */
type Marginals = readonly Float64Array[] | null;

const MOST_STATES = 1_000_000;
/** Limit on states x persons, for memory. */
const MOST_CELLS = 3_000_000;
/** Limit on states of a merged class, whose subgroups are convolved. */
const MOST_MERGED = 4096;

export const pairKey = (row: number, other: number): string => `${row} ${other}`;

/** Sum over all worlds by dynamic programming over the rows that are left of each type; `undefined`: too many states. */
export function exactly(component: Component): Marginals | undefined {
  const { persons, merged, rows, others } = component;
  const sizes = [...rows, ...others];
  if (!isSummed(sizes, persons.length)) return undefined;
  const space = spaceOf(sizes);
  const isOneClass = merged.length === 1 && merged[0].flat().length === persons.length && others.length === 0;
  if (merged.length > 0 && !(isOneClass && space.states <= MOST_MERGED)) return enumerated(component, space);
  const all = summed(component, space);
  if (merged.length === 0 || all === null) return all?.marginals ?? null;
  const holding = whereAllHold(component, merged[0], space);
  // All worlds hold: the merge was not needed, and tells nothing.
  if (!(all.total - holding.total > 1e-12 * all.total)) return all.marginals;
  return all.marginals.map((own, person) =>
    own.map((each, at) => Math.max(0, (each * all.total - holding.sums[person][at]) / (all.total - holding.total))),
  );
}

/** Whether that many persons and rows of each type can be summed up. */
export function isSummed(sizes: readonly number[], persons: number): boolean {
  const states = sizes.reduce((product, size) => product * (size + 1), 1);
  return states <= MOST_STATES && states * (persons + 1) <= MOST_CELLS && states * sizes.length <= MOST_CELLS;
}

/** States are counts of used rows by type, in mixed radix. */
interface Space {
  readonly capacities: readonly number[];
  readonly strides: readonly number[];
  readonly states: number;
  /** Rows that are left, by type and state. */
  readonly left: Int32Array;
}

function spaceOf(capacities: readonly number[]): Space {
  const strides: number[] = [];
  let states = 1;
  for (const capacity of capacities) {
    strides.push(states);
    states *= capacity + 1;
  }
  const left = new Int32Array(states * capacities.length);
  for (const [type, capacity] of capacities.entries()) {
    const [from, stride] = [type * states, strides[type]];
    for (let state = 0, at = 0, used = 0; state < states; state += 1) {
      left[from + state] = capacity - used;
      at += 1;
      if (at < stride) continue;
      at = 0;
      used = used === capacity ? 0 : used + 1;
    }
  }
  return { capacities, strides, states, left };
}

const leftOf = ({ states, left }: Space, state: number, type: number): number => left[type * states + state];

/** The state after a person took one of the rows that are left, and how many ways there are, weighted. */
function stepOf(space: Space, rows: number, state: number, { row, other, weight }: Option): { to: number; times: number } {
  let [to, times] = [state, weight];
  if (row >= 0) {
    times *= leftOf(space, state, row);
    to += space.strides[row];
  }
  if (other >= 0) {
    times *= leftOf(space, state, rows + other);
    to += space.strides[rows + other];
  }
  return { to, times };
}

function summed({ persons, rows, others, rest }: Component, space: Space): { total: number; marginals: Float64Array[] } | null {
  const { states } = space;
  const end = endOf(space, rows.length, others.length, rest);
  // States before each person, and the weight of all ways to them: most states are within reach of few persons.
  const layers = [{ reached: Int32Array.of(0), weights: Float64Array.of(1) }];
  let [here, there] = [new Float64Array(states), new Float64Array(states)];
  const isReached = new Uint8Array(states);
  for (const [person, options] of persons.entries()) {
    const { reached, weights } = layers[person];
    const next: number[] = [];
    for (const [at, state] of reached.entries())
      for (const option of options) {
        const { to, times } = stepOf(space, rows.length, state, option);
        if (times === 0) continue;
        if (isReached[to] === 0) next.push(to);
        isReached[to] = 1;
        there[to] += weights[at] * times;
      }
    layers.push({ reached: Int32Array.from(next), weights: Float64Array.from(next, (state) => there[state]) });
    for (const state of next) [there[state], isReached[state]] = [0, 0];
  }
  const last = layers[persons.length];
  let total = 0;
  for (const [at, state] of last.reached.entries()) {
    here[state] = end(state);
    total += last.weights[at] * here[state];
  }
  if (!(total > 0)) return null;
  const marginals = persons.map((options) => new Float64Array(options.length));
  for (let person = persons.length - 1; person >= 0; person -= 1) {
    const { reached, weights } = layers[person];
    const own = marginals[person];
    for (const [at, state] of reached.entries()) {
      let sum = 0;
      for (const [place, option] of persons[person].entries()) {
        const { to, times } = stepOf(space, rows.length, state, option);
        const part = times === 0 ? 0 : times * here[to];
        sum += part;
        own[place] += (weights[at] * part) / total;
      }
      there[state] = sum;
    }
    for (const state of layers[person + 1].reached) here[state] = 0;
    [here, there] = [there, here];
  }
  return { total, marginals };
}

/** Weight of the rows that are left when all persons are placed. */
function endOf(space: Space, rows: number, others: number, rest: Component['rest']): (state: number) => number {
  if (rest === 'free') return () => 1;
  const last = space.states - 1;
  if (rest === 'none') return (state) => (state === last ? 1 : 0);
  const known = new Map<number, number>([[last, 1]]);
  // Pairs the first row that is left with each row of the second release that it may be.
  const pairings = (state: number): number => {
    const found = known.get(state);
    if (found !== undefined) return found;
    let row = 0;
    while (row < rows && leftOf(space, state, row) === 0) row += 1;
    let sum = 0;
    if (row < rows)
      for (let other = 0; other < others; other += 1) {
        const left = leftOf(space, state, rows + other);
        if (left > 0 && rest.has(pairKey(row, other))) sum += left * pairings(state + space.strides[row] + space.strides[rows + other]);
      }
    known.set(state, sum);
    return sum;
  };
  return pairings;
}

/** Worlds in which every subgroup holds: one polynomial in the row types for each subgroup, multiplied up. All rows belong to the persons. */
function whereAllHold({ persons, rows, holds }: Component, subgroups: readonly Subgroup[], space: Space) {
  const { states, strides, capacities } = space;
  const digits = Array.from({ length: states }, (_, state) =>
    Int32Array.from(capacities, (capacity, type) => Math.floor(state / strides[type]) % (capacity + 1)),
  );
  const fits = (a: number, b: number): boolean => capacities.every((capacity, type) => digits[a][type] + digits[b][type] <= capacity);
  // Rows of one type are interchangeable and all are used, so each deal of types stands for the product of these factorials.
  const orders = rows.reduce((product, capacity) => product * factorial(capacity), 1);
  const layersOf = subgroups.map((members) => {
    const layers = [new Float64Array(states)];
    layers[0][0] = 1;
    for (const [at, person] of members.entries()) {
      const [before, next] = [layers[at], new Float64Array(states)];
      for (const { row, weight } of persons[person])
        if (row >= 0)
          for (let state = 0; state < states; state += 1)
            if (before[state] > 0 && digits[state][row] < capacities[row]) next[state + strides[row]] += before[state] * weight;
      layers.push(next);
    }
    return layers;
  });
  const held = layersOf.map((layers) => layers[layers.length - 1].map((each, state) => (each > 0 && holds(digits[state]) ? each : 0)));
  const usedIn = (of: Float64Array): number[] => [...of.keys()].filter((state) => of[state] !== 0);
  const before = [new Float64Array(states)];
  before[0][0] = orders;
  for (const [at, polynomial] of held.entries()) {
    const next = new Float64Array(states);
    const terms = usedIn(polynomial);
    for (const a of usedIn(before[at])) for (const b of terms) if (fits(a, b)) next[a + b] += before[at][a] * polynomial[b];
    before.push(next);
  }
  const total = before[subgroups.length][states - 1];
  const sums = persons.map((options) => new Float64Array(options.length));
  let after = new Float64Array(states);
  after[states - 1] = 1;
  for (let at = subgroups.length - 1; at >= 0; at -= 1) {
    const polynomial = held[at];
    const [less, slope] = [new Float64Array(states), new Float64Array(states)];
    for (const a of usedIn(before[at])) for (const b of usedIn(polynomial)) if (fits(a, b)) slope[b] += before[at][a] * after[a + b];
    for (const b of usedIn(polynomial)) for (let a = 0; a < states; a += 1) if (fits(a, b)) less[a] += polynomial[b] * after[a + b];
    let back = slope;
    const members = subgroups[at];
    for (let place = members.length - 1; place >= 0; place -= 1) {
      const [layer, next] = [layersOf[at][place], new Float64Array(states)];
      for (const [option, { row, weight }] of persons[members[place]].entries()) {
        if (row < 0) continue;
        for (let state = 0; state < states; state += 1) {
          if (digits[state][row] >= capacities[row]) continue;
          const part = weight * back[state + strides[row]];
          next[state] += part;
          sums[members[place]][option] += layer[state] * part;
        }
      }
      back = next;
    }
    after = less;
  }
  return { total, sums };
}

/** All worlds one by one, with merged classes among other rows; `undefined`: too many. */
function enumerated({ persons, rows, others, rest, merged, holds }: Component, space: Space): Marginals | undefined {
  const end = endOf(space, rows.length, others.length, rest);
  const chosen = new Int32Array(persons.length);
  let worlds = 0;
  const visit = (person: number, state: number, weight: number, each: (weight: number) => void): boolean => {
    if (person === persons.length) {
      worlds += 1;
      const last = weight * end(state);
      if (last > 0) each(last);
      return worlds <= MOST_STATES;
    }
    for (const [at, option] of persons[person].entries()) {
      const { to, times } = stepOf(space, rows.length, state, option);
      chosen[person] = at;
      if (times > 0 && !visit(person + 1, to, weight * times, each)) return false;
    }
    return true;
  };
  const fails = (subgroups: readonly Subgroup[]): boolean =>
    subgroups.some((members) => {
      const counts = new Int32Array(rows.length);
      for (const person of members) counts[persons[person][chosen[person]].row] += 1;
      return !holds(counts);
    });
  // A class of which all worlds hold was not merged for its values.
  const needed = new Set<readonly Subgroup[]>();
  const isWhole = visit(0, 0, 1, () => {
    for (const each of merged) if (!needed.has(each) && fails(each)) needed.add(each);
  });
  if (!isWhole) return undefined;
  const sums = persons.map((options) => new Float64Array(options.length));
  let total = 0;
  worlds = 0;
  visit(0, 0, 1, (weight) => {
    for (const each of needed) if (!fails(each)) return;
    total += weight;
    for (const [person, at] of chosen.entries()) sums[person][at] += weight;
  });
  return total > 0 ? sums.map((own) => own.map((each) => each / total)) : null;
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
