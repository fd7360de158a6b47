import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import type { CacheEntry } from '../../ports/score-cache.ts';
import { draftBeside, sweepFolder } from './drafts.ts';
import { moveIntoPlace } from './durable.ts';

/**
 * An export: a header, one record of 38 bytes a count in the order of the keys, and the SHA-256 of all before it. It has keys and counts, no terms:
 * without the cache's key it does not show what was asked.
 * Record: key 16, state 1, flags 1, count 8 (double), observed 6, expires 6 (all ones: never); big-endian.
 */
const MAGIC = Buffer.from('unveil-counts/1\n');
const RECORD = 38;
const HASH = 32;
const NEVER = 0xffff_ffff_ffff;
const STATES = ['counted', 'not expressible', 'failed'] as const;
const RECORDS_A_READ = 4_096;

/** Writes a draft and renames it: an export is whole or absent. */
export function writeExport(file: string, entries: Iterable<CacheEntry>): number {
  sweepFolder(dirname(file));
  const partial = draftBeside(file);
  const handle = openSync(partial, 'w', 0o600);
  const hash = createHash('sha256');
  const put = (bytes: Uint8Array): void => {
    hash.update(bytes);
    writeSync(handle, bytes);
  };
  try {
    put(MAGIC);
    let written = 0;
    for (const { key, value } of entries) {
      // A failure expires within minutes.
      if (value.state === 'failed') continue;
      const record = Buffer.alloc(RECORD);
      record.set(key, 0);
      record.writeUInt8(STATES.indexOf(value.state), 16);
      record.writeUInt8(value.flags, 17);
      record.writeDoubleBE(value.count, 18);
      record.writeUIntBE(value.observed, 26, 6);
      record.writeUIntBE(value.expires ?? NEVER, 32, 6);
      put(record);
      written += 1;
    }
    writeSync(handle, hash.digest());
    closeSync(handle);
    moveIntoPlace(partial, file);
    return written;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Reads the whole file first, to check its hash. */
export function* readExport(file: string): Generator<CacheEntry> {
  const handle = openExisting(file);
  try {
    const { size } = fstatSync(handle);
    const body = size - MAGIC.length - HASH;
    const damaged = (): BadInput => new BadInput('this export of the score cache is damaged or cut short', { file });
    const head = Buffer.alloc(MAGIC.length);
    readSync(handle, head, 0, head.length, 0);
    if (!head.equals(MAGIC)) throw new BadInput('this is not an export of the score cache (or of another version of it)', { file });
    if (body < 0 || body % RECORD !== 0) throw damaged();
    const hash = createHash('sha256').update(head);
    for (const chunk of chunks(handle, body)) hash.update(chunk);
    const stated = Buffer.alloc(HASH);
    readSync(handle, stated, 0, HASH, MAGIC.length + body);
    if (!hash.digest().equals(stated)) throw damaged();
    for (const chunk of chunks(handle, body)) {
      for (let at = 0; at < chunk.length; at += RECORD) yield entryOf(chunk.subarray(at, at + RECORD), damaged);
    }
  } finally {
    closeSync(handle);
  }
}

function openExisting(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw new BadInput('there is no such file', { file }, { cause: error });
  }
}

function* chunks(handle: number, body: number): Generator<Buffer> {
  const buffer = Buffer.alloc(RECORD * RECORDS_A_READ);
  for (let from = 0; from < body; from += buffer.length) {
    const length = readSync(handle, buffer, 0, Math.min(buffer.length, body - from), MAGIC.length + from);
    yield buffer.subarray(0, length);
  }
}

function entryOf(record: Buffer, damaged: () => BadInput): CacheEntry {
  const state = STATES[record.readUInt8(16)];
  if (state === undefined) throw damaged();
  const expires = record.readUIntBE(32, 6);
  return {
    key: new Uint8Array(record.subarray(0, 16)),
    value: {
      state,
      flags: record.readUInt8(17),
      count: record.readDoubleBE(18),
      observed: record.readUIntBE(26, 6),
      expires: expires === NEVER ? null : expires,
    },
  };
}
