/** Reads that wait for the network are under way at once; what they hold is small. */
const WIDTH = 16;

/** The answers for the values in order, as if asked one after another, while the next few are asked already. */
export async function* readAhead<T, R>(values: Iterable<T>, read: (value: T) => Promise<R>): AsyncGenerator<R> {
  const open: Promise<R>[] = [];
  for (const value of values) {
    const answer = read(value);
    // A failure surfaces when consumed; an unconsumed one is ignored.
    answer.catch(() => undefined);
    open.push(answer);
    if (open.length >= WIDTH) yield await (open.shift() as Promise<R>);
  }
  for (const answer of open) yield await answer;
}
