import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A file to put into an archive. */
interface Packed {
  readonly name: string;
  readonly path: string;
}

/** Maximum size of an archive and its files without Zip64. */
const MOST = 0xffff_ffff;

/**
 * A zip archive of uncompressed files, as a stream: tables are compressed already. Names are UTF-8, and all times are the format's first one, so that the
 * same files make the same archive.
 */
export async function* zip(files: readonly Packed[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, path } of files) {
    const begin = at;
    const bytes = Buffer.from(name, 'utf8');
    const head = Buffer.concat([
      record(0x04034b50, [20, 2], [STREAMED_UTF8, 2], [0, 2], [0, 2], [DAY, 2], [0, 4], [0, 4], [0, 4], [bytes.length, 2], [0, 2]),
      bytes,
    ]);
    yield head;
    let [sum, size] = [0, 0];
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum);
      size += piece.length;
      yield piece;
    }
    const tail = record(0x08074b50, [sum, 4], [size, 4], [size, 4]);
    yield tail;
    at += head.length + size + tail.length;
    if (at > MOST) throw new RangeError('more than 4 GiB do not go into one archive');
    directory.push(
      record(
        0x02014b50,
        [20, 2],
        [20, 2],
        [STREAMED_UTF8, 2],
        [0, 2],
        [0, 2],
        [DAY, 2],
        [sum, 4],
        [size, 4],
        [size, 4],
        [bytes.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [begin, 4],
      ),
      bytes,
    );
  }
  const entries = Buffer.concat(directory);
  yield entries;
  yield record(0x06054b50, [0, 2], [0, 2], [files.length, 2], [files.length, 2], [entries.length, 4], [at, 4], [0, 2]);
}

/** Flags: sizes and checksum follow the data; names are UTF-8. */
const STREAMED_UTF8 = 0x0808;
/** 1 January 1980. */
const DAY = 0x21;

/** A signature and little-endian numbers of two or four bytes. */
function record(signature: number, ...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(4 + fields.reduce((total, [, bytes]) => total + bytes, 0));
  buffer.writeUInt32LE(signature);
  let at = 4;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
