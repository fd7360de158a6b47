/*
 * Linear scores of many rows, and their gradient: most of the time of learning. Four rows at a time, each sum in the order that a plain loop has: the
 * same bits, less waiting.
 */

/** Each row's scalar product with the weights, of which the last is added as it is. */
export function scoreRows(rows: Float64Array, weights: Float64Array, into: Float64Array): void {
  const width = weights.length - 1;
  const count = into.length;
  const fours = count - (count % 4);
  for (let row = 0; row < fours; row += 4) {
    const ofA = row * width;
    const ofB = ofA + width;
    const ofC = ofB + width;
    const ofD = ofC + width;
    let a = weights[width];
    let [b, c, d] = [a, a, a];
    for (let at = 0; at < width; at += 1) {
      const weight = weights[at];
      a += rows[ofA + at] * weight;
      b += rows[ofB + at] * weight;
      c += rows[ofC + at] * weight;
      d += rows[ofD + at] * weight;
    }
    into[row] = a;
    into[row + 1] = b;
    into[row + 2] = c;
    into[row + 3] = d;
  }
  for (let row = fours; row < count; row += 1) {
    let total = weights[width];
    for (let at = 0; at < width; at += 1) total += rows[row * width + at] * weights[at];
    into[row] = total;
  }
}

/** Adds each row times its factor, and the factor itself to the last. */
export function addWeightedRows(to: Float64Array, rows: Float64Array, factors: Float64Array): void {
  const width = to.length - 1;
  const count = factors.length;
  const fours = count - (count % 4);
  for (let row = 0; row < fours; row += 4) {
    const a = factors[row];
    const b = factors[row + 1];
    const c = factors[row + 2];
    const d = factors[row + 3];
    const ofA = row * width;
    const ofB = ofA + width;
    const ofC = ofB + width;
    const ofD = ofC + width;
    for (let at = 0; at < width; at += 1) {
      const ab = to[at] + a * rows[ofA + at] + b * rows[ofB + at];
      to[at] = ab + c * rows[ofC + at] + d * rows[ofD + at];
    }
    to[width] = to[width] + a + b + c + d;
  }
  for (let row = fours; row < count; row += 1) {
    const factor = factors[row];
    const from = row * width;
    for (let at = 0; at < width; at += 1) to[at] += factor * rows[from + at];
    to[width] += factor;
  }
}
