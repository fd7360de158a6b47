/** Where a number stands among rising ones, or would: the first place that is not below it. */
export function placeIn(rising: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a number stands among rising ones. */
export const standsIn = (rising: ArrayLike<number>, wanted: number): boolean => rising[placeIn(rising, wanted)] === wanted;
