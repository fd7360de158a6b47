/** Binary search: the first place among ascending numbers that is not below `wanted`. */
export function placeIn(rising: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a number is among ascending numbers. */
export const standsIn = (rising: ArrayLike<number>, wanted: number): boolean => rising[placeIn(rising, wanted)] === wanted;
