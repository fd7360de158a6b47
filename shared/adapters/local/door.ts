import { closeSync, constants, fstatSync, lstatSync, openSync, read, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { FILES_BELOW } from '../../../bin/sweep.mjs';
import { BadInput } from '../../core/model/bad-input.ts';

/** The folder that must contain named files; null if the user names them. */
export const filesBelow = (): string | null => process.env[FILES_BELOW] ?? null;

/** Opens pipes and devices without waiting for their other end; nothing is read from them. Windows lacks both flags and does not need them. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;
/** Rejects links anywhere in a path. Only macOS has it, and Node has no name for it. */
const NO_LINK_ANYWHERE = process.platform === 'darwin' ? 0x2000_0000 : 0;

/**
 * Opens a regular file that the user named. With files from others it must be below their folder, and no link is followed. With `streams`, pipes and
 * devices of the user are opened too, waiting for their other end.
 */
export function openNamed(path: string, { streams = false } = {}): number {
  const root = filesBelow();
  if (root !== null) return openBelow(root, relative(resolve(root), resolve(path)), path);
  const file = refusing(path, () => openSync(path, READ));
  const info = fstatSync(file);
  if (info.isFile()) return file;
  closeSync(file);
  if (streams && !info.isDirectory()) return refusing(path, () => openSync(path, 'r'));
  throw notRegular(path, info.isDirectory());
}

/** A file or folder that the user named; undefined if there is none. Of files from others only what is below their folder is looked at. */
export function namedInfo(path: string): Stats | undefined {
  const root = filesBelow();
  if (root !== null) partsBelow(relative(resolve(root), resolve(path)), path);
  return statSync(path, { throwIfNoEntry: false });
}

function partsBelow(path: string, named: string): readonly string[] {
  const parts = path.split(/[\\/]/);
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /^[A-Za-z]:/.test(part)))
    throw new BadInput('this file lies outside of the folder that was sent', { file: named });
  return parts;
}

/**
 * Opens a regular file below a folder, part by part, without following links: replacing a part at the same time has no effect. Messages call the file
 * `named`.
 */
export function openBelow(root: string, path: string, named = path): number {
  const parts = partsBelow(path, named);
  const file = refusing(named, () => {
    try {
      return process.platform === 'linux' ? openByParts(root, parts) : openChecked(root, parts);
    } catch (error) {
      throw codeOf(error) === 'ELOOP' ? new BadInput(LINK, { file: named }, { cause: error }) : error;
    }
  });
  const info = fstatSync(file);
  if (info.isFile()) return file;
  closeSync(file);
  throw notRegular(named, info.isDirectory());
}

/** Like openat(2): each part is looked up in the folder that the part before opened, whatever has its name now. */
function openByParts(root: string, parts: readonly string[]): number {
  let at = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  for (const part of parts) {
    try {
      const next = openSync(`/proc/self/fd/${at}/${part}`, READ | NO_LINK);
      closeSync(at);
      at = next;
    } catch (error) {
      closeSync(at);
      throw error;
    }
  }
  return at;
}

/** On other systems: no part may be a link, and after opening, the file must still be at its path. */
function openChecked(root: string, parts: readonly string[]): number {
  let path = realpathSync(root);
  for (const part of parts) {
    path = join(path, part);
    if (lstatSync(path).isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
  }
  const file = openSync(path, READ | NO_LINK | NO_LINK_ANYWHERE);
  const [opened, there] = [fstatSync(file), lstatSync(path)];
  if (opened.ino === there.ino && opened.dev === there.dev && realpathSync(path).startsWith(realpathSync(root) + sep)) return file;
  closeSync(file);
  throw Object.assign(new Error('a link'), { code: 'ELOOP' });
}

const PIECE = 256 * 1024;
const readPiece = promisify(read) as unknown as (file: number, into: { buffer: Buffer }) => Promise<{ bytesRead: number; buffer: Buffer }>;

/** All bytes of an open file, which is closed at the end. Fails if the file changed while it was being read. */
export async function* bytesOf(file: number, named: string): AsyncGenerator<Uint8Array> {
  try {
    const before = fstatSync(file);
    // Not a stream: one that is left early closes the descriptor a second time, when another file may have it.
    for (let left = before.isFile() ? before.size : Infinity; ; ) {
      // What grew meanwhile, and what has no size before it is read, comes in whole pieces.
      const { bytesRead, buffer } = await readPiece(file, { buffer: Buffer.allocUnsafe(left < 0 ? PIECE : Math.min(PIECE, left + 1)) });
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    const after = fstatSync(file);
    if (before.isFile() && (before.size !== after.size || before.mtimeMs !== after.mtimeMs))
      throw new BadInput('this file was changed while it was read; run it again when nobody writes to it', { file: named });
  } finally {
    closeSync(file);
  }
}

/** The same in one call, for a small file. */
export function readNamed(path: string): Buffer {
  const file = openNamed(path, { streams: true });
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(error, path);
  } finally {
    closeSync(file);
  }
}

const notRegular = (file: string, folder: boolean): BadInput =>
  new BadInput(
    folder ? 'this is a directory; name a file in it' : 'this is no regular file; pipes, devices and sockets are not read here',
    { file },
  );

function refusing<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** The system's error on a named file, as BadInput if the user can fix it. */
export function unreadable(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BadInput('there is no such file', { file: path }, { cause: error });
  if (code === 'ELOOP') return new BadInput('this link leads back to itself', { file: path }, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new BadInput('this file may not be read by you', { file: path }, { cause: error });
  if (code === 'EISDIR') return new BadInput('this is a directory; name a file in it', { file: path }, { cause: error });
  if (code === 'ERR_ACCESS_DENIED')
    return new BadInput(
      'this is not among the files that the command was given; name it by its own path',
      { file: path },
      { cause: error },
    );
  if (code === 'ENXIO') return new BadInput('this is no regular file; pipes, devices and sockets are not read here', { file: path });
  return error;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const LINK = 'this is a link, or lies behind one: no link is followed here, so no link leads out';
