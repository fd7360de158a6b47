import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareKeys } from '../../core/model/canonical-order.ts';
import { type BlobInfo, type BlobStore, MissingBlob } from '../../ports/blob-store.ts';

/** Reconstructed data is more sensitive than the release: folders and files are for their owner only. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Blobs as files in a folder. A file is written as a draft and renamed, so it is complete or absent. */
export function folderBlobStore(root: string): BlobStore {
  let written = 0;
  const made = new Set<string>();
  const pathOf = (key: string): string => join(root, ...segments(key));

  const makeFolder = async (folder: string): Promise<void> => {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    made.add(folder);
  };
  return {
    async *read(key, range) {
      if (range !== undefined && range.end <= range.start) return;
      const options = range === undefined ? {} : { start: range.start, end: range.end - 1 };
      try {
        yield* createReadStream(pathOf(key), { ...options, highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw isMissing(error) ? new MissingBlob(`there is no ${key}`, { cause: error }) : error;
      }
    },
    async write(key, body, { ifAbsent = false } = {}) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      written += 1;
      const draft = `${path}.${process.pid}-${written}.draft`;
      try {
        const file = await open(draft, 'wx', FILE_MODE);
        try {
          if (body instanceof Uint8Array) await file.writeFile(body);
          else for await (const piece of body) await file.writeFile(piece);
        } finally {
          await file.close();
        }
        if (!ifAbsent) {
          await rename(draft, path);
          return true;
        }
        try {
          await link(draft, path);
          return true;
        } catch (error) {
          if (codeOf(error) === 'EEXIST') return false;
          throw error;
        }
      } finally {
        await rm(draft, { force: true });
      }
    },
    async info(key) {
      try {
        const { size } = await stat(pathOf(key));
        return { key, size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async *list(prefix) {
      // Only the folder in the prefix is walked: a work tree has many folders, and each is listed often.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for (const key of (await keysBelow(root, folder)).filter((each) => each.startsWith(prefix)).toSorted(compareKeys)) {
        const { size } = await stat(pathOf(key));
        yield { key, size } satisfies BlobInfo;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function keysBelow(root: string, prefix: string): Promise<string[]> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const nested = entries
    .filter((entry) => !entry.name.endsWith('.draft'))
    .map((entry) => (entry.isDirectory() ? keysBelow(root, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`]));
  return (await Promise.all(nested)).flat();
}

function segments(key: string): string[] {
  const parts = key.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0') || part.includes('\\'))) {
    throw new Error('a key of a blob is made of names parted by "/"');
  }
  return parts;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
