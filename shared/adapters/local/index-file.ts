import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import {
  type BuildOptions,
  type ByteSink,
  type ByteSource,
  HEAD_BYTES,
  type Head,
  hasMagic,
  IndexBuilder,
  type RunStore,
} from '../../corpus/corpus.ts';
import { moveIntoPlace } from './durable.ts';
import { guard } from './interruption.ts';

export interface FileSource extends ByteSource {
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** Positioned, synchronous reads: a promise for each would cost more than the read. */
export function openFileSource(path: string, fd = openSync(path, 'r')): FileSource {
  return {
    name: path,
    size: fstatSync(fd).size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      for (let got = 0; got < length; ) {
        const more = readSync(fd, bytes, got, length - got, offset + got);
        if (more === 0) throw new BadInput('this file became shorter while it was read', { file: path });
        got += more;
      }
      return bytes;
    },
    close: () => closeSync(fd),
  };
}

/** True if a file begins like an index of any format version. */
export function isIndexFile(path: string): boolean {
  const file = openFileSource(path);
  try {
    return file.size >= HEAD_BYTES && hasMagic(file.read(0, HEAD_BYTES));
  } finally {
    file.close();
  }
}

/** SHA-256 of everything after the head. */
export function contentHashOf(file: FileSource): string {
  const hash = createHash('sha256');
  const step = 1 << 20;
  for (let at = HEAD_BYTES; at < file.size; at += step) hash.update(file.read(at, Math.min(step, file.size - at)));
  return hash.digest('hex');
}

type Documents = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

const BUILDING = /^\.building-(.+)\.(\d+)$/;

/** Folders of killed builds of the index at `path`, without builds that still run. */
export function interruptedBuilds(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => {
      const [, of, pid] = BUILDING.exec(name) ?? [];
      return of === basename(path) && (Number(pid) === process.pid || !isRunning(Number(pid)));
    })
    .map((name) => join(folder, name));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Builds an index as a file: in a folder next to it, put in place by one rename. An interrupted build leaves the old index intact, and the next build
 * removes what a signal could not.
 */
export async function buildIndexFile(path: string, documents: Documents, options: Omit<BuildOptions, 'runs'>): Promise<Head> {
  for (const left of interruptedBuilds(path)) rmSync(left, { recursive: true, force: true });
  const folder = join(dirname(path), `.building-${basename(path)}.${process.pid}`);
  const discard = (): void => rmSync(folder, { recursive: true, force: true });
  const guarded = guard({ remove: [folder] });
  try {
    // Not `recursive`, which never returns where nothing may be created, as in /proc.
    mkdirSync(folder, { mode: 0o700 });
    const builder = new IndexBuilder({ ...options, runs: runFiles(folder) });
    for await (const batch of documents) for (const text of batch) builder.add(text);
    if (builder.documents === 0) throw new BadInput('there is no document with a word in it');
    // No other code runs from here to the end, not even a signal handler: an interruption should not wait for the merge.
    guarded.deaf();
    const made = join(folder, 'index');
    const fd = openSync(made, 'wx', 0o600);
    try {
      const head = builder.finish(fileSink(fd));
      moveIntoPlace(made, path);
      return head;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw unwritable(error, path);
  } finally {
    discard();
    guarded.done();
  }
}

/** Explains errors that the place of the index causes. */
function unwritable(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    const needed = 'a build needs room for about twice its index; what was written is removed';
    return new Error(`${path}: the disk is full: ${needed}`, { cause: error });
  }
  if (syscall === 'mkdir' || syscall === 'rename' || code === 'EROFS') {
    return new BadInput('an index cannot be written in this folder', { file: dirname(path) }, { cause: error });
  }
  return error;
}

/** Builds an index in memory, for corpora that are used once. */
export async function buildInMemory(documents: Documents, options: Omit<BuildOptions, 'runs'>): Promise<Uint8Array> {
  const builder = new IndexBuilder(options);
  for await (const batch of documents) for (const text of batch) builder.add(text);
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  builder.finish({
    append(bytes) {
      if (chunks.length > 0) hash.update(bytes);
      chunks.push(bytes.slice());
    },
    digest: () => hash.digest(),
    putHead: (bytes) => chunks.splice(0, 1, bytes),
  });
  return Buffer.concat(chunks);
}

function fileSink(fd: number): ByteSink {
  const hash = createHash('sha256');
  let isHead = true;
  return {
    append(bytes) {
      if (!isHead) hash.update(bytes);
      isHead = false;
      writeAll(fd, bytes, null);
    },
    digest: () => hash.digest(),
    putHead: (bytes) => writeAll(fd, bytes, 0),
  };
}

function runFiles(folder: string): RunStore {
  const paths: string[] = [];
  return {
    create() {
      const path = join(folder, `run-${paths.length}`);
      paths.push(path);
      const fd = openSync(path, 'wx', 0o600);
      return { append: (bytes) => writeAll(fd, bytes, null), end: () => closeSync(fd) };
    },
    readAll: () =>
      paths.map((path) => {
        const fd = openSync(path, 'r');
        let open = true;
        const chunk = new Uint8Array(chunkFor(paths.length));
        return () => {
          const got = open ? readSync(fd, chunk) : 0;
          if (got === 0 && open) {
            closeSync(fd);
            open = false;
          }
          return chunk.subarray(0, got);
        };
      }),
  };
}

/** Bytes of a run's chunk. Each run has two in memory during the merge, all together within 32 MB for up to thousands of runs. */
const chunkFor = (runs: number): number => Math.max(1 << 12, Math.min(1 << 16, 2 ** Math.floor(Math.log2((1 << 24) / Math.max(1, runs)))));

function writeAll(fd: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
