import { closeSync, constants, fstatSync, lstatSync, openSync, read, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { BadInput } from '../../core/model/bad-input.ts';

/** Set for a command on files that somebody else sent: it reads no file that a request or an option names outside of this folder. */
export const FILES_BELOW = 'UNVEIL_FILES_BELOW';

/** The folder that named files have to lie in; null where the user names them. */
export const filesBelow = (): string | null => process.env[FILES_BELOW] ?? null;

/** A pipe or a device is opened without waiting for its other end; nothing is read from one. Windows has neither flag, nor needs them. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;
/** Refuses links anywhere in a path: macOS alone has it, and Node does not name it. */
const NO_LINK_ANYWHERE = process.platform === 'darwin' ? 0x2000_0000 : 0;

/**
 * Opens a regular file that the user named. Where files were sent, it has to lie below their folder, and no link is followed. With `streams` a
 * pipe or device of the user's own is opened too: its other end is waited for.
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

/**
 * Opens a regular file below a folder, part by part, without following a link on the way: what is put in the place of a part meanwhile changes
 * nothing. `named` is what messages call it.
 */
export function openBelow(root: string, path: string, named = path): number {
  const parts = path.split(/[\\/]/);
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /^[A-Za-z]:/.test(part)))
    throw new BadInput('this file lies outside of the folder that was sent', { file: named });
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

/** As openat(2) does: each part is looked up in the folder that the part before opened, whatever has its name by now. */
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

/** Elsewhere: no part is a link before it is opened, and what was opened is what is there afterwards. */
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

/** All bytes of a file that is open, which is then closed. One that changes while it is read is neither what it was nor what it is. */
export async function* bytesOf(file: number, named: string): AsyncGenerator<Uint8Array> {
  try {
    const before = fstatSync(file);
    // No stream: one that is left before its end closes the file a second time, which by then may be another.
    for (let left = before.isFile() ? before.size : Infinity; ; ) {
      const { bytesRead, buffer } = await readPiece(file, { buffer: Buffer.allocUnsafe(Math.max(1, Math.min(PIECE, left + 1))) });
      if (bytesRead === 0) break;
      left = Math.max(0, left - bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
    const after = fstatSync(file);
    if (before.isFile() && (before.size !== after.size || before.mtimeMs !== after.mtimeMs))
      throw new BadInput('this file was changed while it was read; run it again when nobody writes to it', { file: named });
  } finally {
    closeSync(file);
  }
}

/** The same at once, of a small file. */
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

/** What the system says of a file that was named, as a BadInput where the user can mend it. */
export function unreadable(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BadInput('there is no such file', { file: path }, { cause: error });
  if (code === 'ELOOP') return new BadInput('this link leads back to itself', { file: path }, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new BadInput('this file may not be read by you', { file: path }, { cause: error });
  if (code === 'EISDIR') return new BadInput('this is a directory; name a file in it', { file: path }, { cause: error });
  if (code === 'ENXIO') return new BadInput('this is no regular file; pipes, devices and sockets are not read here', { file: path });
  return error;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const LINK = 'this is a link, or lies behind one: no link is followed here, so no link leads out';
