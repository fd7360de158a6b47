import { exp } from '../numeric/numeric.ts';

/** Limit on members x count. Beyond it the shares of independent draws are returned; their error falls with the number of members. */
const EXACT_CELLS = 4_000_000;
/** Bisection alone ends within these. */
const MOST_ROUNDS = 200;
/** A few units in the last place. */
const SETTLED = 1e-15;

/**
 * The probability that each member is among the `count` that are drawn with odds exp(score), without replacement: elementary symmetric sums.
 * A common factor on all odds changes no probability. With that of the independent draws, the sums neither overflow nor vanish.
 */
export function inclusionProbabilities(scores: Float64Array, count: number): Float64Array {
  const members = scores.length;
  if (count <= 0) return new Float64Array(members);
  if (count >= members) return new Float64Array(members).fill(1);
  const shares = independentDraws(scores, count);
  if (members * (count + 1) > EXACT_CELLS) return shares;
  const width = count + 1;
  // after[t * width + j]: the probability that j of the members t, t + 1, ... are drawn.
  const after = new Float64Array((members + 1) * width);
  after[members * width] = 1;
  for (let t = members - 1; t >= 0; t -= 1) {
    const share = shares[t];
    for (let j = 0; j < width; j += 1) {
      const without = (1 - share) * after[(t + 1) * width + j];
      after[t * width + j] = without + (j === 0 ? 0 : share * after[(t + 1) * width + j - 1]);
    }
  }
  const total = after[count];
  const before = new Float64Array(width);
  before[0] = 1;
  return shares.map((share, t) => {
    let rest = 0;
    for (let j = 0; j < count; j += 1) rest += before[j] * after[(t + 1) * width + count - 1 - j];
    for (let j = count; j >= 0; j -= 1) before[j] = (1 - share) * before[j] + (j === 0 ? 0 : share * before[j - 1]);
    return Math.min(1, (share * rest) / total);
  });
}

/**
 * The same for independent draws whose expected number is `count`, which may be a fraction. Their odds are exp(score) times one factor, whose
 * logarithm is found by Newton's method within a bracket. A score of minus infinity is never drawn.
 */
export function independentDraws(scores: Float64Array, count: number): Float64Array {
  let [greatest, least, able] = [-Infinity, Infinity, 0];
  for (const score of scores) {
    if (score === -Infinity) continue;
    able += 1;
    greatest = Math.max(greatest, score);
    least = Math.min(least, score);
  }
  if (count >= able) return scores.map((score) => (score === -Infinity ? 0 : 1));
  const beyond = (target: number): number => Math.log(able / Math.min(1, target)) + 1;
  let [low, high] = [-greatest - beyond(count), -least + beyond(able - count)];
  let shift = (low + high) / 2;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let [expected, slope] = [0, 0];
    for (const score of scores) {
      const share = logistic(score + shift);
      expected += share;
      slope += share * (1 - share);
    }
    if (expected < count) low = shift;
    else high = shift;
    const newton = shift + (count - expected) / slope;
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - shift) <= SETTLED * Math.max(1, Math.abs(shift))) break;
    shift = next;
  }
  return scores.map((score) => logistic(score + shift));
}

const logistic = (logOdds: number): number => 1 / (1 + exp(-logOdds));
