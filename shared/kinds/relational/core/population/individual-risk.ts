/** Terms after which the backward recursion has forgotten its start. */
const AHEAD = 2000;

/**
 * Benedetti and Franconi (1998): the expected 1 / F of a class of `size` in a sample of this fraction, F given the size being negative binomial. It is
 * fraction x integral of u^(size-1) / (fraction + (1 - fraction) u) over 0 to 1.
 */
export function individualRisk(size: number, fraction: number): number {
  if (fraction >= 1) return 1 / size;
  const [p, q] = [fraction, 1 - fraction];
  // I(m) = (1/m - p I(m-1)) / q: each direction is stable where it shrinks errors.
  if (p <= q) {
    let integral = -Math.log(p) / q;
    for (let power = 1; power < size; power += 1) integral = (1 / power - p * integral) / q;
    return p * integral;
  }
  const far = size + AHEAD;
  let integral = 1 / far + q / (far * (far + 1));
  for (let power = size + AHEAD - 1; power >= size; power -= 1) integral = (1 / power - q * integral) / p;
  return p * integral;
}
