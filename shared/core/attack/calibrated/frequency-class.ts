/** Terms of about equal frequency: the mean over the sources of log(1 + documents), in steps of 1.5. */
export function frequencyClasses(terms: number, singles: readonly Float64Array[]): Int32Array {
  return Int32Array.from({ length: terms }, (_, term) => {
    let total = 0;
    for (const single of singles) total += Math.log(1 + Math.max(0, (single[term] as number) || 0));
    return singles.length === 0 ? 0 : Math.floor(total / singles.length / 1.5 + 0.5);
  });
}
