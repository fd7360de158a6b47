/** Scores this close are ties. */
const TIE = 1e-9;

/**
 * Expected number of holders among the `count` greatest scores. Ties are drawn at random, so the order of the file has no influence. Entries
 * without a score (NaN) come last.
 */
export function expectedHits(scores: ArrayLike<number>, holds: readonly boolean[], count: number): number {
  const at = (member: number): number => {
    const score = scores[member];
    return Number.isNaN(score) ? -Infinity : score;
  };
  const members = holds.map((_, member) => member).sort((a, b) => (at(a) === at(b) ? a - b : at(b) - at(a)));
  let [left, hits] = [count, 0];
  for (let first = 0; first < members.length && left > 0; ) {
    const greatest = at(members[first]);
    let end = first + 1;
    while (end < members.length && (at(members[end]) === greatest || greatest - at(members[end]) <= TIE)) end += 1;
    const tied = members.slice(first, end);
    const right = tied.filter((member) => holds[member] === true).length;
    hits += left >= tied.length ? right : (right * left) / tied.length;
    left -= tied.length;
    first = end;
  }
  return hits;
}
