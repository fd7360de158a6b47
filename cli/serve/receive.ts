import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More than may be sent. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The room of a file on its way. */
export interface Arrival {
  /** The most bytes of one file. */
  readonly limit: number;
  /** Takes so many bytes more of it; false where there is no room. */
  take(bytes: number): boolean;
  /** It has arrived, and is held; or it has not. */
  end(): void;
}

/** A file's own name without what a file system or a command line could read otherwise: it tells the format, and stands in messages. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const kept = last.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '');
  return kept === '' ? 'file' : kept.slice(-100);
}

/** Writes what arrives to a file for its owner alone, as it arrives. A file that breaks off or is too large leaves nothing. */
export async function receive(request: IncomingMessage, folder: string, name: string, arrival: Arrival): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > arrival.limit) throw new TooLarge();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      if (arrival.take(piece.length)) done(null, piece);
      else done(new TooLarge());
    },
  });
  try {
    await pipeline(request, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
}

/** Larger than any form of ours. */
const FORM_LIMIT = 64 * 1024;

/** The fields of a form that was sent. */
export async function receiveForm(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > FORM_LIMIT) throw new TooLarge();
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}
