/** Writes the gradient at `at` and returns the value there. */
type Objective = (at: Float64Array, gradient: Float64Array) => number;

const MEMORY = 8;
const HALVINGS = 20;

/** The gradient over the known curvature: the distance to the minimum of a quadratic function. */
export type Reach = (gradient: Float64Array) => Float64Array;

/**
 * A minimum of a smooth convex function, by L-BFGS with backtracking: O(dimensions) a step, plus the objective. Stops when a step gains less than
 * `tolerance` of the value. Deterministic: plain arithmetic in a fixed order. If the curvature is known, `reach` gives the length of a step, and a
 * few steps are enough.
 */
export function minimise(objective: Objective, start: Float64Array, steps: number, tolerance = 1e-6, reach?: Reach): Float64Array {
  let at = start.slice();
  let gradient = new Float64Array(at.length);
  let value = objective(at, gradient);
  const moves: Float64Array[] = [];
  const turns: Float64Array[] = [];
  for (let step = 0; step < steps; step += 1) {
    const direction = towards(gradient, moves, turns, reach);
    const slope = -dot(gradient, direction);
    let length = 1;
    let next = at;
    let nextGradient = gradient;
    let nextValue = Number.POSITIVE_INFINITY;
    for (let halving = 0; halving < HALVINGS && !(nextValue <= value + 1e-4 * length * slope); halving += 1) {
      if (halving > 0) length /= 2;
      next = at.map((x, index) => x - length * direction[index]);
      nextGradient = new Float64Array(at.length);
      nextValue = objective(next, nextGradient);
    }
    if (!(nextValue < value)) return at;
    const move = next.map((x, index) => x - at[index]);
    const turn = nextGradient.map((x, index) => x - gradient[index]);
    if (dot(move, turn) > 1e-12) {
      moves.push(move);
      turns.push(turn);
      if (moves.length > MEMORY) {
        moves.shift();
        turns.shift();
      }
    }
    const gained = value - nextValue;
    at = next;
    gradient = nextGradient;
    value = nextValue;
    if (gained < tolerance * Math.abs(value)) return at;
  }
  return at;
}

/** The gradient times an estimate of the inverse curvature, from the latest moves: the two loops of Nocedal (1980). */
function towards(
  gradient: Float64Array,
  moves: readonly Float64Array[],
  turns: readonly Float64Array[],
  reach: Reach = scaledBy(gradient, moves.at(-1), turns.at(-1)),
): Float64Array {
  let direction: Float64Array = gradient.slice();
  const weights = new Float64Array(moves.length);
  for (let at = moves.length - 1; at >= 0; at -= 1) {
    const [move, turn] = [moves[at], turns[at]];
    weights[at] = dot(move, direction) / dot(move, turn);
    add(direction, turn, -weights[at]);
  }
  direction = reach(direction);
  for (let at = 0; at < moves.length; at += 1) {
    const [each, bend] = [moves[at], turns[at]];
    add(direction, each, weights[at] - dot(bend, direction) / dot(each, bend));
  }
  return direction;
}

/** Without known curvature: the estimate from the latest move for all directions; before the first move a step of length 1. */
function scaledBy(gradient: Float64Array, move: Float64Array | undefined, turn: Float64Array | undefined): Reach {
  const scale =
    move === undefined || turn === undefined ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : dot(move, turn) / dot(turn, turn);
  return (direction) => direction.map((each) => each * scale);
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let at = 0; at < a.length; at += 1) total += a[at] * b[at];
  return total;
}

function add(to: Float64Array, from: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] += times * from[at];
}
