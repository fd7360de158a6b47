/** Runs `work` over the values, at most `width` at a time, answers in order. After a failure no other is begun. */
export async function inParallel<T, R>(values: readonly T[], width: number, work: (value: T) => Promise<R>): Promise<R[]> {
  const answers = new Array<R>(values.length);
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < values.length) {
      const at = next;
      next += 1;
      try {
        answers[at] = await work(values[at]);
      } catch (error) {
        next = values.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, values.length) }, run));
  return answers;
}
