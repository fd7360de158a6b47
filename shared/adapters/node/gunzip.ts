import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Gunzip, GzipFault } from '../../ports/gunzip.ts';

const CUT_OFF = 'the gzip file is cut off; fetch or compress it again';
const FOLLOWED = 'something that is not gzip follows the end of the gzip data';
const DAMAGED = 'the gzip data is damaged; fetch or compress it again';

/** Streams. Several gzip members in a row are one text, as for gzip itself. */
export const gunzip: Gunzip = async function* (bytes) {
  // Not `rejectGarbageAfterEnd`, which rejects a second member too.
  const inflate = createGunzip();
  let fed = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      fed += piece.length;
      yield piece;
    }
  };
  const feeding = pipeline(Readable.from(counted(), { objectMode: true }), inflate);
  // An error of the source reaches the reader below through `inflate`.
  feeding.catch(() => undefined);
  try {
    for await (const piece of inflate) yield piece as Uint8Array;
  } catch (error) {
    throw translated(error);
  } finally {
    inflate.destroy();
  }
  // zlib silently ignores zeros after the end.
  if (fed > inflate.bytesWritten) throw new GzipFault(FOLLOWED);
};

function translated(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('Z_')) return error;
  if (code === 'Z_BUF_ERROR') return new GzipFault(CUT_OFF, { cause: error });
  // The first header was correct, so a wrong one follows a whole member.
  return new GzipFault(message === 'incorrect header check' ? FOLLOWED : DAMAGED, { cause: error });
}
