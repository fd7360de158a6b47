// Columns of numbers that were changed by noise or swapping: the record of a person is looked for by distance.

/** Points as columns of one length. */
export type Points = readonly Float64Array[];

export interface NearestRecords {
  /** The nearest records; several where they are equally near. */
  readonly records: readonly number[];
  /** (c,t)-isolation (Chawla et al., 2005): the closed ball about the person, c times as wide as the nearest record is away, holds fewer than t records. */
  readonly isolated: boolean;
}

/** Distances that differ by less are one. */
const TIE = 1e-9;

/** For each person the nearest of the records: sorted by the first column, looked at from the person outwards. */
export function nearestRecords(records: Points, persons: Points, c = 2, t = 2): NearestRecords[] {
  const [first] = records;
  const order = Array.from(first.keys()).sort((a, b) => first[a] - first[b] || a - b);
  const keys = order.map((record) => first[record]);
  return Array.from(persons[0].keys(), (person) => {
    const at = persons.map((column) => column[person]);
    let up = firstFrom(keys, at[0]);
    let down = up - 1;
    /** The t nearest so far, ascending, and all that tie with the nearest. */
    const near: number[] = [];
    let best: number[] = [];
    while (down >= 0 || up < order.length) {
      const below = down >= 0 ? at[0] - keys[down] : Number.POSITIVE_INFINITY;
      const above = up < order.length ? keys[up] - at[0] : Number.POSITIVE_INFINITY;
      const gap = Math.min(below, above);
      if (near.length === t && gap > near[t - 1] + TIE && gap > near[0] + TIE) break;
      const record = order[below <= above ? down-- : up++];
      const far = distance(records, record, at);
      if (near.length === 0 || far < near[0] - TIE) best = [record];
      else if (far <= near[0] + TIE) best.push(record);
      if (near.length < t || far < near[t - 1]) {
        near.push(far);
        near.sort((a, b) => a - b);
        if (near.length > t) near.pop();
      }
    }
    return { records: best.sort((a, b) => a - b), isolated: near.length < t || near[t - 1] > c * near[0] + TIE };
  });
}

function firstFrom(keys: readonly number[], value: number): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (keys[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function distance(records: Points, record: number, at: readonly number[]): number {
  let sum = 0;
  for (const [column, value] of at.entries()) sum += (records[column][record] - value) * (records[column][record] - value);
  return Math.sqrt(sum);
}
