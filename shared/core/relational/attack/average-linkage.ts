/**
 * All clusters of more than one point that average linkage makes, the closest first: two clusters are as far apart as their known pairs are on
 * average. Clusters without a known pair between them are never joined. Of equal distances the first points are joined first.
 */
export function averageLinkage(points: number, distance: (a: number, b: number) => number | null): readonly (readonly number[])[] {
  const far = new Float64Array(points * points);
  const pairs = new Float64Array(points * points);
  for (let a = 0; a < points; a += 1)
    for (let b = a + 1; b < points; b += 1) {
      const own = distance(a, b);
      if (own === null) continue;
      far[a * points + b] = far[b * points + a] = own;
      pairs[a * points + b] = pairs[b * points + a] = 1;
    }
  const members: (number[] | null)[] = Array.from({ length: points }, (_, at) => [at]);
  // The nearest later cluster of each; -1: none is known.
  const nearest = new Int32Array(points).fill(-1);
  const look = (a: number): void => {
    nearest[a] = -1;
    for (let b = a + 1; b < points; b += 1) {
      if (members[b] === null || pairs[a * points + b] === 0) continue;
      const best = nearest[a] as number;
      if (best === -1 || (far[a * points + b] as number) < (far[a * points + best] as number)) nearest[a] = b;
    }
  };
  for (let a = 0; a < points; a += 1) look(a);
  const found: number[][] = [];
  for (;;) {
    let [a, least] = [-1, Infinity];
    for (let at = 0; at < points; at += 1) {
      const other = nearest[at] as number;
      if (members[at] === null || other === -1 || (far[at * points + other] as number) >= least) continue;
      [a, least] = [at, far[at * points + other] as number];
    }
    if (a === -1) return found;
    const b = nearest[a] as number;
    const joined = [...(members[a] as number[]), ...(members[b] as number[])].sort((one, other) => one - other);
    found.push(joined);
    members[a] = joined;
    members[b] = null;
    for (let c = 0; c < points; c += 1) {
      if (c === a || members[c] === null) continue;
      const [toA, toB] = [pairs[a * points + c] as number, pairs[b * points + c] as number];
      if (toA + toB > 0)
        far[a * points + c] = far[c * points + a] =
          (toA * (far[a * points + c] as number) + toB * (far[b * points + c] as number)) / (toA + toB);
      pairs[a * points + c] = pairs[c * points + a] = toA + toB;
    }
    for (let c = 0; c < points; c += 1) {
      if (members[c] === null) continue;
      const own = nearest[c] as number;
      // Only what has to do with the two has changed.
      if (c === a || own === a || own === b) look(c);
      else if (c < a && pairs[c * points + a] !== 0 && (own === -1 || isNearer(far, c * points, a, own))) nearest[c] = a;
    }
  }
}

const isNearer = (far: Float64Array, row: number, one: number, other: number): boolean => {
  const difference = (far[row + one] as number) - (far[row + other] as number);
  return difference < 0 || (difference === 0 && one < other);
};
