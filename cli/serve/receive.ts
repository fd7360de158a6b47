import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More bytes than the limit. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Room for a file that is being received. */
export interface Arrival {
  /** Maximum bytes of one file. */
  readonly limit: number;
  /** Reserves room for these bytes; false if there is none. */
  take(bytes: number): boolean;
  /** Ends the reservation; a file that has arrived keeps its room. */
  end(): void;
}

/** A file's own name, which shows its format and appears in messages, without anything that a file system or command line interprets. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const kept = last.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '');
  return kept === '' ? 'file' : kept.slice(-100);
}

/** Writes the upload to a file, readable by its owner only. An interrupted or oversized upload leaves nothing. */
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

/** Larger than any form. */
const FORM_LIMIT = 64 * 1024;

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
