import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';

/** What stands for the standard input in the place of a file's name. */
export const STANDARD_INPUT = '-';

/** Two files cannot both be what comes in: the second would be empty. */
let taken = false;

function standardInput(): AsyncIterable<Uint8Array> {
  if (taken) throw new BadInput('the standard input is read once; give the other file by its name', { file: STANDARD_INPUT });
  taken = true;
  return process.stdin;
}

/** The bytes of a file the user named, or of the standard input, as a stream. What cannot be read is a BadInput with the file's name. */
export async function fileBytes(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === STANDARD_INPUT) return standardInput();
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new BadInput(await directoryMessage(path), { file: path });
    return readable(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** What "unveil anonymise" made is audited by the request in it. */
async function directoryMessage(path: string): Promise<string> {
  const request = join(path, 'audit.json');
  const there = await stat(request).then(
    (found) => found.isFile(),
    () => false,
  );
  return `this is a directory; name a file in it${there ? `, such as ${request}` : ''}`;
}

async function* readable(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* steadyBytes(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** What changes while it is read is neither what it was nor what it is. Pipes and devices are taken as they come. */
export async function* steadyBytes(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path);
  try {
    const before = await handle.stat();
    for await (const piece of handle.createReadStream({ highWaterMark: 256 * 1024, autoClose: false })) yield piece as Uint8Array;
    const after = await handle.stat();
    if (before.isFile() && (before.size !== after.size || before.mtimeMs !== after.mtimeMs))
      throw new BadInput('this file was changed while it was read; run it again when nobody writes to it', { file: path });
  } finally {
    await handle.close();
  }
}

/** What the system says of a file that the user named, as a BadInput where the user can mend it. */
export function unreadable(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new BadInput('there is no such file', { file: path }, { cause: error });
  if (code === 'ELOOP') return new BadInput('this link leads back to itself', { file: path }, { cause: error });
  if (code === 'EACCES' || code === 'EPERM') return new BadInput('this file may not be read by you', { file: path }, { cause: error });
  return error;
}
