// Words counted by reading every document, and the distance by its formula.

/** The normalised Google distance between two words; null where a word is nowhere, or the rarer one everywhere. */
export function distanceIn(documents: readonly string[]): (x: string, y: string) => number | null {
  const having = (...wanted: readonly string[]): number =>
    documents.filter((text) => wanted.every((word) => text.split(' ').includes(word))).length;
  return (x, y) => {
    const [fx, fy, both, all] = [having(x), having(y), having(x, y), documents.length];
    if (fx === 0 || fy === 0 || Math.min(fx, fy) === all) return null;
    const far = (together: number): number =>
      (Math.log(Math.max(fx, fy)) - Math.log(together)) / (Math.log(all) - Math.log(Math.min(fx, fy)));
    return both === 0 ? Math.max(1, far(0.5)) : far(both);
  };
}

export function subsetsOfSize<T>(values: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return values.flatMap((value, at) => subsetsOfSize(values.slice(at + 1), size - 1).map((rest) => [value, ...rest]));
}
