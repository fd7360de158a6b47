/** All states and steps of dealing values with these counts: step `at` gives value `value[at]` and moves from one state to another. */
interface Shape {
  readonly states: number;
  /** Steps of person p are at `starts[p]` to `starts[p + 1]`: all states before her have given p values. */
  readonly starts: Int32Array;
  readonly from: Int32Array;
  readonly value: Int32Array;
  readonly to: Int32Array;
}

/** Groups with more steps are approximated. */
const MOST_STEPS = 30_000;
const SCALINGS = 40;
const CLOSE = 1e-10;

/**
 * Deals the values of a group to its members: a deal weighs the product of weight[member][value], and each member gets one value. `gamma` becomes
 * the probability of each value for each member. Returns the logarithm of the sum over all deals (up to a constant of the counts if approximated).
 * Exact by dynamic programming over counts; large groups by scaling rows and columns, which is close if members are many.
 */
export class Deals {
  readonly #shapes = new Map<string, Shape | null>();
  #forward = new Float64Array(1024);
  #backward = new Float64Array(1024);

  deal(counts: ArrayLike<number>, members: number, weight: Float64Array, gamma: Float64Array): number {
    const shape = this.#shapeOf(counts, members);
    return shape === null ? scaled(counts, members, weight, gamma) : this.#exact(shape, counts.length, members, weight, gamma);
  }

  #exact({ states, starts, from, value, to }: Shape, width: number, members: number, weight: Float64Array, gamma: Float64Array): number {
    if (this.#forward.length < states) [this.#forward, this.#backward] = [new Float64Array(2 * states), new Float64Array(2 * states)];
    const [forward, backward] = [this.#forward.fill(0, 0, states), this.#backward.fill(0, 0, states)];
    forward[0] = 1;
    for (let person = 0; person < members; person += 1)
      for (let at = starts[person]; at < starts[person + 1]; at += 1)
        forward[to[at]] += forward[from[at]] * weight[person * width + value[at]];
    const total = forward[states - 1];
    backward[states - 1] = 1 / total;
    gamma.fill(0, 0, members * width);
    for (let person = members - 1; person >= 0; person -= 1)
      for (let at = starts[person]; at < starts[person + 1]; at += 1) {
        const place = person * width + value[at];
        const part = weight[place] * backward[to[at]];
        backward[from[at]] += part;
        gamma[place] += forward[from[at]] * part;
      }
    return Math.log(total);
  }

  #shapeOf(counts: ArrayLike<number>, members: number): Shape | null {
    const key = Array.prototype.join.call(counts, ' ');
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = shapeOf(counts, members);
      this.#shapes.set(key, shape);
    }
    return shape;
  }
}

function shapeOf(counts: ArrayLike<number>, members: number): Shape | null {
  const width = counts.length;
  const strides: number[] = [];
  let states = 1;
  for (let value = 0; value < width; value += 1) {
    strides.push(states);
    states *= counts[value] + 1;
    if (states > MOST_STEPS) return null;
  }
  const steps: { person: number; from: number; value: number; to: number }[] = [];
  for (let state = 0; state < states; state += 1) {
    let person = 0;
    for (let value = 0; value < width; value += 1) person += Math.floor(state / strides[value]) % (counts[value] + 1);
    for (let value = 0; value < width; value += 1)
      if (Math.floor(state / strides[value]) % (counts[value] + 1) < counts[value])
        steps.push({ person, from: state, value, to: state + strides[value] });
  }
  if (steps.length > MOST_STEPS) return null;
  steps.sort((a, b) => a.person - b.person);
  const starts = new Int32Array(members + 1);
  for (const { person } of steps) starts[person + 1] += 1;
  for (let person = 0; person < members; person += 1) starts[person + 1] += starts[person];
  const column = (of: (step: (typeof steps)[number]) => number): Int32Array => Int32Array.from(steps, of);
  return { states, starts, from: column(({ from }) => from), value: column(({ value }) => value), to: column(({ to }) => to) };
}

/** The saddle point of the sum over deals: gamma = row x column x weight with the right sums (Sinkhorn, 1964). */
function scaled(counts: ArrayLike<number>, members: number, weight: Float64Array, gamma: Float64Array): number {
  const width = counts.length;
  const column = new Float64Array(width).fill(1);
  const sums = new Float64Array(width);
  for (let time = 0; time < SCALINGS; time += 1) {
    sums.fill(0);
    for (let person = 0; person < members; person += 1) {
      let row = 0;
      for (let value = 0; value < width; value += 1) row += column[value] * weight[person * width + value];
      for (let value = 0; value < width; value += 1) sums[value] += (column[value] * weight[person * width + value]) / row;
    }
    let far = 0;
    for (let value = 0; value < width; value += 1) {
      const factor = sums[value] === 0 ? 1 : counts[value] / sums[value];
      far = Math.max(far, Math.abs(factor - 1));
      column[value] *= factor;
    }
    if (far < CLOSE) break;
  }
  let log = 0;
  for (let person = 0; person < members; person += 1) {
    let row = 0;
    for (let value = 0; value < width; value += 1) row += column[value] * weight[person * width + value];
    for (let value = 0; value < width; value += 1) gamma[person * width + value] = (column[value] * weight[person * width + value]) / row;
    log += Math.log(row);
  }
  for (let value = 0; value < width; value += 1) if (counts[value] > 0) log -= counts[value] * Math.log(column[value]);
  return log;
}
