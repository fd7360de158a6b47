/** A text or bytes as a stream in pieces of `step` bytes. */
export async function* streamOf(content: string | Uint8Array, step = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
}

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
