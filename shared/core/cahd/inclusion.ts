import { exp } from '../numeric/numeric.ts';

/** Up to here members x count is summed exactly; beyond it the tilted shares themselves are given, whose error falls with the group. */
const EXACT_CELLS = 4_000_000;

/**
 * The probability of each member to be among the `count` that are drawn with odds exp(score), without replacement: elementary symmetric sums.
 * Multiplying all odds by one factor changes no probability, so they are tilted until the expected number of independent draws is `count`:
 * then the sums are shares of a distribution around `count` and neither overflow nor vanish.
 */
export function inclusionProbabilities(scores: Float64Array, count: number): Float64Array {
  const members = scores.length;
  if (count <= 0) return new Float64Array(members);
  if (count >= members) return new Float64Array(members).fill(1);
  const shares = tilted(scores, count);
  if (members * (count + 1) > EXACT_CELLS) return shares;
  const width = count + 1;
  // after[t * width + j]: the probability that j of the members t, t + 1, ... are drawn.
  const after = new Float64Array((members + 1) * width);
  after[members * width] = 1;
  for (let t = members - 1; t >= 0; t -= 1) {
    const share = shares[t] as number;
    for (let j = 0; j < width; j += 1) {
      const without = (1 - share) * (after[(t + 1) * width + j] as number);
      after[t * width + j] = without + (j === 0 ? 0 : share * (after[(t + 1) * width + j - 1] as number));
    }
  }
  const total = after[count] as number;
  const before = new Float64Array(width);
  before[0] = 1;
  return shares.map((share, t) => {
    let rest = 0;
    for (let j = 0; j < count; j += 1) rest += (before[j] as number) * (after[(t + 1) * width + count - 1 - j] as number);
    for (let j = count; j >= 0; j -= 1) before[j] = (1 - share) * (before[j] as number) + (j === 0 ? 0 : share * (before[j - 1] as number));
    return Math.min(1, (share * rest) / total);
  });
}

/** Shares w c / (1 + w c) whose sum is `count`, by halving the interval of ln c: 200 halvings end at neighbouring numbers. */
function tilted(scores: Float64Array, count: number): Float64Array {
  let greatest = -Infinity;
  let least = Infinity;
  for (const score of scores) {
    greatest = Math.max(greatest, score);
    least = Math.min(least, score);
  }
  const shareAt = (score: number, shift: number): number => 1 / (1 + exp(-(score + shift)));
  const spread = Math.log(scores.length) + 1;
  let [low, high] = [-greatest - spread, -least + spread];
  for (let round = 0; round < 200; round += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    let expected = 0;
    for (const score of scores) expected += shareAt(score, middle);
    if (expected < count) low = middle;
    else high = middle;
  }
  return scores.map((score) => shareAt(score, low));
}
