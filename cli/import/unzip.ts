import { inflateRawSync } from 'node:zlib';
import { BadInput } from '../../shared/core/model/bad-input.ts';

/** A file of an archive is no larger: an archive may pretend to be small. */
const MOST_BYTES = 1 << 30;

/** The files of a zip archive by name, read when asked for. Not Zip64, not encrypted. */
export function unzip(archive: Uint8Array, file: string): ReadonlyMap<string, () => Buffer> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const damaged = (): BadInput => new BadInput('this is no zip archive, or it is damaged', { file });
  const within = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_') === true) throw damaged();
      throw error;
    }
  };
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw damaged();
  return within(() => {
    const files = new Map<string, () => Buffer>();
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw damaged();
      const [method, size, local] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
      const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number];
      files.set(bytes.toString('utf8', at + 46, at + 46 + name), () =>
        within(() => {
          const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
          const packed = bytes.subarray(start, start + size);
          if (method === 0) return packed;
          if (method !== 8) throw damaged();
          return inflateRawSync(packed, { maxOutputLength: MOST_BYTES });
        }),
      );
      at += 46 + name + extra + comment;
    }
    return files;
  });
}
