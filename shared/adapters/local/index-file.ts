import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ByteSink, ByteSource } from '../../core/corpus/byte-source.ts';
import { type BuildOptions, IndexBuilder } from '../../core/corpus/index-builder.ts';
import { HEAD_BYTES, type Head } from '../../core/corpus/index-format.ts';
import type { RunStore } from '../../core/corpus/run-merge.ts';
import { BadInput } from '../../core/model/bad-input.ts';

export interface FileSource extends ByteSource {
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** Positioned reads of a file. They are short and answer at once: a promise each would cost more than the read. */
export function openFile(path: string): FileSource {
  const fd = openSync(path, 'r');
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

/** SHA-256 of everything after the head, read from the file. */
export function contentHashOf(file: FileSource): string {
  const hash = createHash('sha256');
  const step = 1 << 20;
  for (let at = HEAD_BYTES; at < file.size; at += step) hash.update(file.read(at, Math.min(step, file.size - at)));
  return hash.digest('hex');
}

/** Documents in batches, as readers make them. */
export type Documents = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

const BUILDING = /^\.building-(.+)\.(\d+)$/;

/** Folders of builds that were killed, of the index at `path`: what is built right now is left alone. */
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
 * Builds an index as a file. Everything is made in a folder beside it and put in place by one rename: whoever interrupts a build
 * leaves the old index whole, and the next build sweeps up.
 */
export async function buildIndexFile(path: string, documents: Documents, options: Omit<BuildOptions, 'runs'>): Promise<Head> {
  const folder = join(dirname(path), `.building-${basename(path)}.${process.pid}`);
  for (const left of interruptedBuilds(path)) rmSync(left, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const builder = new IndexBuilder({ ...options, runs: runFiles(folder) });
    for await (const batch of documents) for (const text of batch) builder.add(text);
    if (builder.documents === 0) throw new BadInput('there is no document with a word in it');
    const made = join(folder, 'index');
    const fd = openSync(made, 'wx', 0o600);
    const head = builder.finish(fileSink(fd));
    closeSync(fd);
    renameSync(made, path);
    return head;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds an index in memory: for corpora that are counted once. */
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
        const chunk = new Uint8Array(1 << 16);
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

function writeAll(fd: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
