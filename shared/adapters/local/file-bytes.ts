import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BadInput } from '../../core/model/bad-input.ts';
import { bytesOf, filesBelow, openNamed, unreadable } from './door.ts';

export const STANDARD_INPUT = '-';

/** Standard input can be read for one file only: a second one would be empty. */
let taken = false;

function standardInput(): AsyncIterable<Uint8Array> {
  if (taken) throw new BadInput('the standard input is read once; give the other file by its name', { file: STANDARD_INPUT });
  taken = true;
  return process.stdin;
}

/** The bytes of a named file or of standard input, as a stream. BadInput with the file's name if it cannot be read. */
export async function fileBytes(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === STANDARD_INPUT && filesBelow() === null) return standardInput();
  try {
    if ((await stat(path)).isDirectory()) throw new BadInput(await directoryMessage(path), { file: path });
    return readable(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** Output of "unveil anonymise" contains a request that audits it. */
async function directoryMessage(path: string): Promise<string> {
  const request = join(path, 'audit.json');
  const there = await stat(request).then(
    (found) => found.isFile(),
    () => false,
  );
  return `this is a directory; name a file in it${there ? `, such as ${request}` : ''}`;
}

/** Opened when reading begins: few of many named files are open at a time. */
async function* readable(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* steadyBytes(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** Pipes and devices are read as they are. */
export const steadyBytes = (path: string): AsyncGenerator<Uint8Array> => bytesOf(openNamed(path, { streams: true }), path);
