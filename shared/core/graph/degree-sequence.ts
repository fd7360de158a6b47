interface Levelled {
  /** By how much all degrees are raised together. */
  readonly cost: number;
  /** First and last place of each run. */
  readonly runs: readonly (readonly [first: number, last: number])[];
}

/**
 * Degrees, descending, cut into runs of k or more so that raising each run to its greatest costs least. A run of 2k or more could be cut in two at no
 * more cost, so lengths up to 2k - 1 suffice; of equal cuts the one whose last run is shortest. Time and memory: degrees x k.
 */
export function levelDegrees(degrees: ArrayLike<number>, k: number): Levelled {
  const nodes = degrees.length;
  const sums = new Float64Array(nodes + 1);
  for (let at = 0; at < nodes; at += 1) sums[at + 1] = (sums[at] as number) + (degrees[at] as number);
  const costOf = (first: number, end: number): number =>
    (degrees[first] as number) * (end - first) - ((sums[end] as number) - (sums[first] as number));
  const least = new Float64Array(nodes + 1).fill(Infinity);
  const length = new Uint32Array(nodes + 1);
  least[0] = 0;
  for (let end = k; end <= nodes; end += 1) {
    for (let run = k; run <= Math.min(end, 2 * k - 1); run += 1) {
      const cost = (least[end - run] as number) + costOf(end - run, end);
      if (cost < (least[end] as number)) {
        least[end] = cost;
        length[end] = run;
      }
    }
  }
  const runs: (readonly [number, number])[] = [];
  for (let end = nodes; end > 0; end -= length[end] as number) runs.unshift([end - (length[end] as number), end - 1]);
  return { cost: least[nodes] as number, runs };
}

/** Erdos and Gallai: whether some graph has these degrees, given descending. */
export function isRealisable(degrees: ArrayLike<number>): boolean {
  const nodes = degrees.length;
  let total = 0;
  for (let at = 0; at < nodes; at += 1) total += degrees[at] as number;
  if (total % 2 !== 0) return false;
  // rest[l]: the sum of all degrees from place l on; below[l]: the first place whose degree is below l, which moves to the left as l grows.
  let [left, rest, split] = [0, total, nodes];
  for (let l = 1; l <= nodes; l += 1) {
    const degree = degrees[l - 1] as number;
    left += degree;
    rest -= degree;
    while (split > 0 && (degrees[split - 1] as number) < l) split -= 1;
    // Places l .. split - 1 count l each, the others after l their degree.
    const from = Math.max(l, split);
    let capped = (from - l) * l;
    capped += from === l ? rest : sumFrom(degrees, from);
    if (left > l * (l - 1) + capped) return false;
    // Beyond the Durfee number the condition can fail no more.
    if (degree < l) return true;
  }
  return true;
}

function sumFrom(degrees: ArrayLike<number>, from: number): number {
  let total = 0;
  for (let at = from; at < degrees.length; at += 1) total += degrees[at] as number;
  return total;
}
