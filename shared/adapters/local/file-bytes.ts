import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import { bytesOf, filesBelow, openNamed, unreadable } from './door.ts';

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
  if (path === STANDARD_INPUT && filesBelow() === null) return standardInput();
  try {
    if ((await stat(path)).isDirectory()) throw new BadInput(await directoryMessage(path), { file: path });
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

/** Opened when it is read: of many that are named few are open at a time. */
async function* readable(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* steadyBytes(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** Pipes and devices are taken as they come. */
export const steadyBytes = (path: string): AsyncGenerator<Uint8Array> => bytesOf(openNamed(path, { streams: true }), path);
