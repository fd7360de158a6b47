import { fileKindOf, type TableFileKind } from '../../core/format/foreign.ts';
import { isJsonArray, JsonElements } from '../../core/format/json-elements.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import { type Gunzip, GzipFault } from '../../ports/gunzip.ts';

export interface UnzipLimits {
  /** Bytes out per byte in, beyond the floor. */
  readonly ratio: number;
  /** Below this much output the ratio is not looked at: short repetitive files compress well. */
  readonly floor: number;
  readonly total: number;
}

/** Text compresses 3 to 20 times, a release with long generalised items up to 100; a bomb 1,000 times. */
export const UNZIP_LIMITS: UnzipLimits = { ratio: 100, floor: 16 * 1024 * 1024, total: 64 * 1024 ** 3 };

/** Enough of a file to tell its format by. */
const HEAD_BYTES = 64 * 1024;

export interface OpenedBytes {
  /** The first text, for telling the format: what is not UTF-8 is replaced in it. */
  readonly head: string;
  /** All bytes, the head included, decompressed, and UTF-8 where they are text. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Not text: a table of this kind. */
  readonly table: TableFileKind | null;
}

interface OpenOptions {
  readonly limits?: UnzipLimits | undefined;
  readonly encoding?: string | undefined;
  /** A JSON array of objects or arrays is given as JSON Lines, an element a line. */
  readonly elements?: boolean;
}

/**
 * Gzip is detected by its first two bytes, and UTF-16 by its mark, whatever the name; another encoding has to be named.
 * An empty file is refused here, and what another program wrote that nothing here reads.
 */
export async function openBytes(
  { name, bytes }: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
  gunzip: Gunzip,
  { limits = UNZIP_LIMITS, encoding, elements = false }: OpenOptions = {},
): Promise<OpenedBytes> {
  const raw = await peek(bytes, 2);
  const zipped = raw.head[0] === 0x1f && raw.head[1] === 0x8b;
  const plain = await peek(zipped ? unzipped(name, raw.all, gunzip, limits) : raw.all, HEAD_BYTES);
  if (plain.head.length === 0) throw new BadInput('the file is empty', { file: name, line: 1, column: 1 });
  const kind = fileKindOf(plain.head);
  if (kind !== null && 'refused' in kind) throw new BadInput(kind.refused, { file: name });
  if (kind !== null) return { head: '', bytes: plain.all, table: kind.table };
  const written = markedEncoding(plain.head) ?? encoding;
  const text = written === undefined ? plain : await peek(transcoded(name, plain.all, written), HEAD_BYTES);
  const lines = elements && isJsonArray(firstText(text.head)) ? await peek(elementLines(name, text.all), HEAD_BYTES) : text;
  return { head: firstText(lines.head), bytes: lines.all, table: null };
}

const firstText = (head: Uint8Array): string => new TextDecoder().decode(head.subarray(0, HEAD_BYTES));

async function* elementLines(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const elements = new JsonElements(file);
  for await (const piece of bytes) yield elements.push(piece);
  elements.end();
}

/** Encoding by byte order mark; null: none. */
function markedEncoding([a, b, c]: Uint8Array): string | undefined | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null;
}

async function* transcoded(file: string, bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = decoderFor(file, encoding);
  const encoder = new TextEncoder();
  const decode = (piece?: Uint8Array): Uint8Array => {
    try {
      return encoder.encode(decoder.decode(piece, { stream: piece !== undefined }));
    } catch (error) {
      throw new BadInput(`this is not ${encoding} text`, { file }, { cause: error });
    }
  };
  for await (const piece of bytes) yield decode(piece);
  yield decode();
}

function decoderFor(file: string, encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    throw new BadInput(`there is no encoding "${encoding}"; utf-8, latin1, windows-1252 and utf-16le are some`, { file }, { cause: error });
  }
}

/** Reads until `wanted` bytes are there or the stream ends, and gives them back in front of the rest. */
async function peek(bytes: AsyncIterable<Uint8Array>, wanted: number): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
    const next = await iterator.next();
    if (next.done === true) break;
    pieces.push(next.value);
    length += next.value.length;
  }
  const head = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    head.set(piece, at);
    at += piece.length;
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  };
  return { head, all: all() };
}

/** Counts bytes on both sides, so that a small file cannot fill the machine. */
async function* unzipped(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  gunzip: Gunzip,
  { ratio, floor, total }: UnzipLimits,
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  let given = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      taken += piece.length;
      yield piece;
    }
  };
  try {
    for await (const piece of gunzip(counted())) {
      given += piece.length;
      if (given > total) throw new BadInput(`more than ${total} bytes when decompressed`, { file });
      if (given > floor && given > ratio * taken) {
        throw new BadInput(
          `decompresses to more than ${ratio} times its size: a gzip bomb? If it is what you expect, decompress it and pass the result`,
          { file },
        );
      }
      yield piece;
    }
  } catch (error) {
    if (error instanceof GzipFault) throw new BadInput(error.message, { file }, { cause: error });
    throw error;
  }
}

/** All of a file, decompressed, through a reader of pieces. */
export async function readThrough<T>(
  file: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
  gunzip: Gunzip,
  reader: { push(piece: Uint8Array): void; end(): T },
): Promise<T> {
  const { bytes } = await openBytes(file, gunzip);
  for await (const piece of bytes) reader.push(piece);
  return reader.end();
}

/** V8's longest string is a little longer. */
const LONGEST = 500_000_000;

/** All of a file, decompressed already: a value of JSON cannot be checked before it ends. */
export async function wholeText(bytes: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let length = 0;
  const take = (text: string): void => {
    length += text.length;
    if (length > LONGEST)
      throw new BadInput(`more than ${LONGEST} characters: a release of this size is to be audited in parts`, { file: name });
    pieces.push(text);
  };
  try {
    for await (const piece of bytes) take(decoder.decode(piece, { stream: true }));
    take(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const line = pieces.reduce((count, piece) => count + piece.split('\n').length - 1, 1);
    throw new BadInput('not UTF-8: the file is damaged, or written in another encoding', { file: name, line });
  }
  return pieces.join('');
}
