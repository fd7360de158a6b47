import { checked, type WorkBlob } from '../../contracts/work-blob.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { readAhead } from './read-ahead.ts';

const ENCODER = new TextEncoder();
/** Bytes are handed on in pieces of about this size. */
const PIECE = 1 << 18;

/** Bytes `[start, end)` of a blob. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the lines of one blob. One loop writes all lines of a blob, so only the first is checked against the contract: a further line costs its
 * parsing alone.
 */
function lineParser<T>(blob: WorkBlob<T>): (line: string) => T {
  let first = true;
  return (line) => {
    const value: unknown = JSON.parse(line);
    if (!first) return value as T;
    first = false;
    return checked(blob, value);
  };
}

/** The values of a blob of JSON Lines, or of a range of it, one at a time. */
export async function* readJsonLines<T>(store: BlobStore, key: string, blob: WorkBlob<T>, range?: Range): AsyncGenerator<T> {
  for await (const values of readJsonPieces(store, key, blob, range)) yield* values;
}

/** The same, those of one piece of the blob together: a turn of the loop for each small value would cost more than parsing it. */
async function* readJsonPieces<T>(store: BlobStore, key: string, blob: WorkBlob<T>, range?: Range): AsyncGenerator<T[]> {
  const parse = lineParser(blob);
  const decoder = new TextDecoder();
  let held = '';
  for await (const piece of store.read(key, range)) {
    const text = held + decoder.decode(piece, { stream: true });
    const values: T[] = [];
    let from = 0;
    for (let to = text.indexOf('\n', from); to >= 0; to = text.indexOf('\n', from)) {
      values.push(parse(text.slice(from, to)));
      from = to + 1;
    }
    held = from === 0 ? text : text.slice(from);
    if (values.length > 0) yield values;
  }
  if (held !== '') yield [parse(held)];
}

export const readAllJsonLines = async <T>(store: BlobStore, key: string, blob: WorkBlob<T>, range?: Range): Promise<T[]> =>
  parseJsonLines(blob, await readBytes(store, key, range));

export function parseJsonLines<T>(blob: WorkBlob<T>, bytes: Uint8Array): T[] {
  const parse = lineParser(blob);
  // Line by line without a promise for each: these are a batch's, and small.
  const values: T[] = [];
  const text = new TextDecoder().decode(bytes);
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from);
    const end = to < 0 ? text.length : to;
    values.push(parse(text.slice(from, end)));
    from = end + 1;
  }
  return values;
}

export async function readBytes(store: BlobStore, key: string, range?: Range): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.read(key, range)) pieces.push(piece);
  if (pieces.length === 1) return pieces[0];
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

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

export const readJson = async <T>(store: BlobStore, key: string, blob: WorkBlob<T>): Promise<T> =>
  checked(blob, await readAnyJson(store, key));

/** The values of some blobs in order. The next few are read already, and wait as bytes: values are many times their size. */
export async function* readJsonAhead<T>(store: BlobStore, keys: Iterable<string>, blob: WorkBlob<T>): AsyncGenerator<T> {
  for await (const bytes of readAhead(keys, (key) => readBytes(store, key)))
    yield checked(blob, JSON.parse(new TextDecoder().decode(bytes)));
}

/** Of no contract of ours: what AWS wrote, or what is looked at key by key. */
export async function readAnyJson(store: BlobStore, key: string): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of store.read(key)) text += decoder.decode(piece, { stream: true });
  return JSON.parse(text + decoder.decode());
}

export const writeJson = (store: BlobStore, key: string, value: unknown): Promise<boolean> =>
  store.write(key, ENCODER.encode(`${JSON.stringify(value)}\n`));
