import type { BlobStore } from '../../ports/blob-store.ts';

const ENCODER = new TextEncoder();
/** Bytes are handed on in pieces of about this size. */
const PIECE = 1 << 18;

/** The values of a blob of JSON Lines, or of a range of it, one at a time. */
export async function* readJsonLines<T>(
  store: BlobStore,
  key: string,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const piece of store.read(key, range)) {
    const text = held + decoder.decode(piece, { stream: true });
    let from = 0;
    for (let to = text.indexOf('\n', from); to >= 0; to = text.indexOf('\n', from)) {
      yield JSON.parse(text.slice(from, to)) as T;
      from = to + 1;
    }
    held = from === 0 ? text : text.slice(from);
  }
  if (held !== '') yield JSON.parse(held) as T;
}

export async function readAllJsonLines<T>(
  store: BlobStore,
  key: string,
  range?: { readonly start: number; readonly end: number },
): Promise<T[]> {
  const values: T[] = [];
  for await (const value of readJsonLines<T>(store, key, range)) values.push(value);
  return values;
}

/** The bytes of JSON Lines, in pieces. */
export async function* jsonLines(values: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < PIECE) continue;
    yield ENCODER.encode(text);
    text = '';
  }
  if (text !== '') yield ENCODER.encode(text);
}

export async function readJson<T>(store: BlobStore, key: string): Promise<T> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of store.read(key)) text += decoder.decode(piece, { stream: true });
  return JSON.parse(text + decoder.decode()) as T;
}

export const writeJson = (store: BlobStore, key: string, value: unknown): Promise<boolean> =>
  store.write(key, ENCODER.encode(`${JSON.stringify(value)}\n`));
